package org.rdmadump.analysis.filter;

import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/** Compares values of a field with one of an expression. What it says is enough is what fits. */
final class ValueTest implements ValueVisitor {
  private final Operator operator;

  private final boolean asksNumber;
  private final boolean isUnsigned;
  private final long number;

  private final boolean asksText;
  private final String text;

  /** Of which version the status is that is asked for; 0 if it is none. */
  private final int version;

  private final byte[] bytes;
  private final boolean asksBytes;

  private final Optional<AddressRange> addresses;

  /**
   * A comparison with a value, by what that can be.
   *
   * @param isUnsigned whether numbers are from 0 to 2<sup>64</sup>-1
   */
  ValueTest(
      Operator operator,
      OptionalLong number,
      boolean isUnsigned,
      Optional<String> text,
      Optional<byte[]> bytes,
      Optional<AddressRange> addresses) {
    this.operator = operator;
    this.asksNumber = number.isPresent();
    this.number = number.orElse(0);
    this.isUnsigned = isUnsigned;
    this.asksText = text.isPresent();
    this.text = text.orElse("");
    this.version = StatusVersion.of(this.text);
    this.asksBytes = bytes.isPresent();
    this.bytes = bytes.orElse(new byte[0]);
    this.addresses = addresses;
  }

  /**
   * {@return whether no value is from what this one compares with to what {@code high} does,
   * because that is less}
   */
  boolean isAbove(ValueTest high) {
    boolean known = false;
    if (asksNumber && high.asksNumber) {
      // Numbers of names have a sign even where the others have none.
      if (Long.compare(number, high.number) <= 0
          || (isUnsigned && Long.compareUnsigned(number, high.number) <= 0)) {
        return false;
      }
      known = true;
    }
    if (asksText && high.asksText) {
      if (text.compareTo(high.text) <= 0) {
        return false;
      }
      known = true;
    }
    return known;
  }

  @Override
  public boolean number(long value) {
    return asksNumber
        && operator.holds(
            isUnsigned ? Long.compareUnsigned(value, number) : Long.compare(value, number));
  }

  @Override
  public boolean named(long value, ValueNames names) {
    if (asksNumber) {
      return operator.holds(Long.compare(value, number));
    }
    if (!asksText) {
      return false;
    }
    String name = names.text(value);
    if (version != 0 && operator == Operator.DIFFERENT) {
      // A status without a name may be of any version.
      int other = StatusVersion.of(name);
      if (other != 0 && other != version) {
        return false;
      }
    }
    return operator == Operator.CONTAINS
        ? name.contains(text)
        : operator.isEquality()
            ? name.equalsIgnoreCase(text) == (operator == Operator.EQUAL)
            : operator.holds(name.compareTo(text));
  }

  @Override
  public boolean text(String value) {
    return asksText
        && (operator == Operator.CONTAINS
            ? value.contains(text)
            : operator.isEquality()
                ? value.equals(text) == (operator == Operator.EQUAL)
                : operator.holds(value.compareTo(text)));
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    if (!asksBytes || !rope.has(start, length)) {
      return false;
    }
    if (operator == Operator.CONTAINS) {
      for (long at = start; at + bytes.length <= start + length; at++) {
        if (isAt(rope, at)) {
          return true;
        }
      }
      return false;
    }
    return (length == bytes.length && isAt(rope, start)) == (operator == Operator.EQUAL);
  }

  private boolean isAt(Rope rope, long at) {
    for (int i = 0; i < bytes.length; i++) {
      if (rope.byteAt(at + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean address(IpAddress value) {
    return addresses.isPresent() && addresses.get().has(value) == (operator == Operator.EQUAL);
  }
}
