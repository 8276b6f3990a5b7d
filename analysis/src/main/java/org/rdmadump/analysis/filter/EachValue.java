package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Tests all values of a field, beyond the first match: whether all match, and whether some match
 * and others do not. For one record at a time.
 */
final class EachValue implements ValueVisitor {
  private final ValueVisitor test;

  /** Whether the first mismatch ends the test. */
  private final boolean endsWithFailure;

  private boolean hasFit;
  private boolean hasFailed;

  /** Tests until a value does not match. */
  static EachValue all(ValueVisitor test) {
    return new EachValue(test, /* endsWithFailure= */ true);
  }

  /** Tests until one value matches and another does not. */
  static EachValue both(ValueVisitor test) {
    return new EachValue(test, /* endsWithFailure= */ false);
  }

  private EachValue(ValueVisitor test, boolean endsWithFailure) {
    this.test = test;
    this.endsWithFailure = endsWithFailure;
  }

  /** Begins the next record. */
  void begin() {
    hasFit = false;
    hasFailed = false;
  }

  /** {@return whether there was a value, and all values matched} */
  boolean allFit() {
    return hasFit && !hasFailed;
  }

  /** {@return whether a value matched} */
  boolean someFit() {
    return hasFit;
  }

  /** {@return whether a value matched and another did not} */
  boolean differ() {
    return hasFit && hasFailed;
  }

  private boolean took(boolean fits) {
    hasFit |= fits;
    hasFailed |= !fits;
    return hasFailed && (endsWithFailure || hasFit);
  }

  @Override
  public boolean number(long value) {
    return took(test.number(value));
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return took(test.named(value, names));
  }

  @Override
  public boolean text(String value) {
    return took(test.text(value));
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    return took(test.bytes(rope, start, length));
  }

  @Override
  public boolean address(IpAddress value) {
    return took(test.address(value));
  }
}
