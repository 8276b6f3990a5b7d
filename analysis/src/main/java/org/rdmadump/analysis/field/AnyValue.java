package org.rdmadump.analysis.field;

import java.util.function.BooleanSupplier;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Visits values of every kind alike, to test for presence or to count values.
 *
 * @param isEnough called for each value; true ends the visit
 */
public record AnyValue(BooleanSupplier isEnough) implements ValueVisitor {
  @Override
  public boolean number(long value) {
    return isEnough.getAsBoolean();
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return isEnough.getAsBoolean();
  }

  @Override
  public boolean text(String value) {
    return isEnough.getAsBoolean();
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    return isEnough.getAsBoolean();
  }

  @Override
  public boolean address(IpAddress value) {
    return isEnough.getAsBoolean();
  }

  @Override
  public boolean group() {
    return isEnough.getAsBoolean();
  }
}
