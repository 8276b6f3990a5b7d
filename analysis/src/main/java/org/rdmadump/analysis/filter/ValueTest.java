package org.rdmadump.analysis.filter;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Compares the values of a field with one value of an expression. A visit ends at the first match.
 */
final class ValueTest implements ValueVisitor {
  private final Operator operator;
  private final OptionalLong number;
  private final boolean isUnsigned;
  private final Optional<String> text;

  /** The NFS version of the wanted status; 0 if the value is no status. */
  private final int version;

  private final Optional<byte[]> bytes;
  private final Optional<AddressRange> addresses;

  /**
   * Creates a comparison with a value, which is present in each form it can have.
   *
   * @param isUnsigned whether numbers range from 0 to 2<sup>64</sup>-1
   */
  ValueTest(
      Operator operator,
      OptionalLong number,
      boolean isUnsigned,
      Optional<String> text,
      Optional<byte[]> bytes,
      Optional<AddressRange> addresses) {
    this.operator = operator;
    this.number = number;
    this.isUnsigned = isUnsigned;
    this.text = text;
    this.version = text.map(StatusVersion::of).orElse(0);
    this.bytes = bytes;
    this.addresses = addresses;
  }

  /**
   * {@return whether this value is greater than {@code high}, so that no value lies between them}
   */
  boolean isAbove(ValueTest high) {
    boolean known = false;
    if (number.isPresent() && high.number.isPresent()) {
      long least = number.getAsLong();
      long most = high.number.getAsLong();
      // Numbers of named values are signed even if all others are unsigned.
      if (least <= most || (isUnsigned && Long.compareUnsigned(least, most) <= 0)) {
        return false;
      }
      known = true;
    }
    if (text.isPresent() && high.text.isPresent()) {
      if (text.get().compareTo(high.text.get()) <= 0) {
        return false;
      }
      known = true;
    }
    if (addresses.isPresent() && high.addresses.isPresent()) {
      if (addresses.get().isOrdered(Operator.AT_LEAST, high.addresses.get().first())) {
        return false;
      }
      known = true;
    }
    if (bytes.isPresent() && high.bytes.isPresent()) {
      byte[] least = bytes.get();
      byte[] most = high.bytes.get();
      if (least.length < most.length
          || (least.length == most.length && Arrays.compareUnsigned(least, most) <= 0)) {
        return false;
      }
      known = true;
    }
    return known;
  }

  @Override
  public boolean number(long value) {
    return number.isPresent()
        && operator.holds(
            isUnsigned
                ? Long.compareUnsigned(value, number.getAsLong())
                : Long.compare(value, number.getAsLong()));
  }

  @Override
  public boolean named(long value, ValueNames names) {
    if (number.isPresent()) {
      return operator.holds(Long.compare(value, number.getAsLong()));
    }
    if (text.isEmpty()) {
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
    return operator.isEquality()
        ? name.equalsIgnoreCase(text.get()) == (operator == Operator.EQUAL)
        : text(name);
  }

  @Override
  public boolean text(String value) {
    return text.isPresent()
        && (operator == Operator.CONTAINS
            ? value.contains(text.get())
            : operator.holds(value.compareTo(text.get())));
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    if (bytes.isEmpty() || !rope.has(start, length)) {
      return false;
    }
    byte[] wanted = bytes.get();
    if (operator == Operator.CONTAINS) {
      for (long at = start; at + wanted.length <= start + length; at++) {
        if (isAt(rope, at, wanted)) {
          return true;
        }
      }
      return false;
    }
    return operator.isOrder()
        ? operator.holds(compare(rope, start, length, wanted))
        : (length == wanted.length && isAt(rope, start, wanted)) == (operator == Operator.EQUAL);
  }

  /** The order of bytes: fewer are less; of equally many the first that differ decide. */
  private static int compare(Rope rope, long start, long length, byte[] wanted) {
    if (length != wanted.length) {
      return Long.compare(length, wanted.length);
    }
    for (int i = 0; i < wanted.length; i++) {
      int order = Byte.compareUnsigned(rope.byteAt(start + i), wanted[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static boolean isAt(Rope rope, long at, byte[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (rope.byteAt(at + i) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean address(IpAddress value) {
    if (addresses.isEmpty()) {
      return false;
    }
    return operator.isOrder()
        ? addresses.get().isOrdered(operator, value)
        : addresses.get().has(value) == (operator == Operator.EQUAL);
  }
}
