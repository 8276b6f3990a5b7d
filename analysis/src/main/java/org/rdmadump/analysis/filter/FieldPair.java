package org.rdmadump.analysis.filter;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Compares each value of a field with the values of another field of the same record.
 *
 * @param <R> the kind of record
 */
final class FieldPair<R> {
  private final Operator operator;
  private final boolean isUnsigned;

  /** The value of the first field; the second field has only values of its kind. */
  private final Left left = new Left();

  /** Tests values of the second field. */
  private Predicate<R> others = any -> false;

  /** What is tested now. */
  private @Nullable R record;

  /**
   * Creates a comparison.
   *
   * @param isUnsigned whether numbers range from 0 to 2<sup>64</sup>-1
   */
  FieldPair(Operator operator, boolean isUnsigned) {
    this.operator = operator;
    this.isUnsigned = isUnsigned;
  }

  /**
   * {@return the condition}
   *
   * @param first has values of the first field tested by {@link #first}
   * @param second has values of the second field tested by {@link #second}
   */
  Predicate<R> joined(Predicate<R> first, Predicate<R> second) {
    others = second;
    return each -> {
      record = each;
      return first.test(each);
    };
  }

  /** {@return the visitor of the first field} */
  ValueVisitor first() {
    return left;
  }

  /** {@return the visitor of the second field} */
  ValueVisitor second() {
    return new Right();
  }

  /** Whether the second field has a value that compares with the one of the first. */
  private boolean fits() {
    R compared = record;
    return compared != null && others.test(compared);
  }

  /** Keeps a value while it is compared. */
  private final class Left implements ValueVisitor {
    private long number;
    private String text = "";
    private Rope rope = Rope.empty();
    private long start;
    private long length;
    private IpAddress address = IpAddress.ofIpv4(0);

    @Override
    public boolean number(long value) {
      number = value;
      return fits();
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return number(value);
    }

    @Override
    public boolean text(String value) {
      text = value;
      return fits();
    }

    @Override
    public boolean bytes(Rope of, long from, long size) {
      rope = of;
      start = from;
      length = size;
      return rope.has(start, length) && fits();
    }

    @Override
    public boolean address(IpAddress value) {
      address = value;
      return fits();
    }
  }

  private final class Right implements ValueVisitor {
    @Override
    public boolean number(long value) {
      return operator.holds(
          isUnsigned ? Long.compareUnsigned(left.number, value) : Long.compare(left.number, value));
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return number(value);
    }

    @Override
    public boolean text(String value) {
      return operator.holds(left.text.compareTo(value));
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      if (!rope.has(start, length)) {
        return false;
      }
      boolean canBeEqual = length == left.length || operator.isOrder();
      return canBeEqual
          ? operator.holds(compare(rope, start, length))
          : operator == Operator.DIFFERENT;
    }

    /** The order of the first field's bytes and these. */
    private int compare(Rope rope, long start, long length) {
      if (length != left.length) {
        return Long.compare(left.length, length);
      }
      for (long i = 0; i < length; i++) {
        int order = Byte.compareUnsigned(left.rope.byteAt(left.start + i), rope.byteAt(start + i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    @Override
    public boolean address(IpAddress value) {
      return operator.isOrder()
          ? new AddressRange(value, AddressRange.ALL).isOrdered(operator, left.address)
          : left.address.equals(value) == (operator == Operator.EQUAL);
    }
  }
}
