package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * What an expression asks of a record, with every name and value understood.
 *
 * @param <R> the kind of record
 */
abstract sealed class Condition<R> {
  private static final ValueVisitor NOBODY = new ValueVisitor() {};

  /** {@return whether a record is so} */
  abstract boolean test(R record);

  /** One of several. */
  static final class Or<R> extends Condition<R> {
    private final Condition<R>[] parts;

    Or(Condition<R>[] parts) {
      this.parts = parts;
    }

    @Override
    boolean test(R record) {
      for (Condition<R> part : parts) {
        if (part.test(record)) {
          return true;
        }
      }
      return false;
    }
  }

  /** All of several. */
  static final class And<R> extends Condition<R> {
    private final Condition<R>[] parts;

    And(Condition<R>[] parts) {
      this.parts = parts;
    }

    @Override
    boolean test(R record) {
      for (Condition<R> part : parts) {
        if (!part.test(record)) {
          return false;
        }
      }
      return true;
    }
  }

  /** The opposite. */
  static final class Not<R> extends Condition<R> {
    private final Condition<R> part;

    Not(Condition<R> part) {
      this.part = part;
    }

    @Override
    boolean test(R record) {
      return !part.test(record);
    }
  }

  /** One value of a field fits. */
  static final class OfValue<R> extends Condition<R> {
    private final FieldReader<R> field;
    private final ValueVisitor fits;

    OfValue(FieldReader<R> field, ValueVisitor fits) {
      this.field = field;
      this.fits = fits;
    }

    @Override
    boolean test(R record) {
      return field.read(record, fits);
    }
  }

  /** The number of values fits. */
  static final class OfCount<R> extends Condition<R> {
    private final FieldReader<R> field;
    private final ValueVisitor fits;
    private final Counter counter = new Counter();

    OfCount(FieldReader<R> field, ValueVisitor fits) {
      this.field = field;
      this.fits = fits;
    }

    @Override
    boolean test(R record) {
      counter.count = 0;
      field.read(record, counter);
      return fits.number(counter.count);
    }
  }

  /** One part is so. */
  static final class OfPart<R, P> extends Condition<R> {
    private final FieldGroup<R, P> group;
    private final FieldReader<P> inner;

    OfPart(FieldGroup<R, P> group, Condition<P> inner) {
      this.group = group;
      this.inner = (part, to) -> inner.test(part);
    }

    @Override
    boolean test(R record) {
      return group.each(record, inner, NOBODY);
    }
  }

  /** Says that it is enough as soon as there is a value. */
  static final class Presence implements ValueVisitor {
    @Override
    public boolean number(long value) {
      return true;
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return true;
    }

    @Override
    public boolean text(String value) {
      return true;
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      return true;
    }

    @Override
    public boolean address(IpAddress value) {
      return true;
    }

    @Override
    public boolean group() {
      return true;
    }
  }

  /** Counts values. */
  private static final class Counter implements ValueVisitor {
    private long count;

    private boolean one() {
      count++;
      return false;
    }

    @Override
    public boolean number(long value) {
      return one();
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return one();
    }

    @Override
    public boolean text(String value) {
      return one();
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      return one();
    }

    @Override
    public boolean address(IpAddress value) {
      return one();
    }

    @Override
    public boolean group() {
      return one();
    }
  }

  /** Asks how long texts and bytes are. */
  static final class Length implements ValueVisitor {
    private final ValueVisitor fits;

    Length(ValueVisitor fits) {
      this.fits = fits;
    }

    @Override
    public boolean text(String value) {
      return fits.number(value.length());
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      return fits.number(length);
    }
  }

  /** Fits what one of several fits. */
  static final class OneOf implements ValueVisitor {
    private final ValueVisitor[] tests;

    OneOf(ValueVisitor[] tests) {
      this.tests = tests;
    }

    @Override
    public boolean number(long value) {
      for (ValueVisitor each : tests) {
        if (each.number(value)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean named(long value, ValueNames names) {
      for (ValueVisitor each : tests) {
        if (each.named(value, names)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean text(String value) {
      for (ValueVisitor each : tests) {
        if (each.text(value)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean bytes(Rope rope, long start, long length) {
      for (ValueVisitor each : tests) {
        if (each.bytes(rope, start, length)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean address(IpAddress value) {
      for (ValueVisitor each : tests) {
        if (each.address(value)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Fits what both fit: from one value to another. */
  record Between(ValueVisitor low, ValueVisitor high) implements ValueVisitor {
    @Override
    public boolean number(long value) {
      return low.number(value) && high.number(value);
    }

    @Override
    public boolean named(long value, ValueNames names) {
      return low.named(value, names) && high.named(value, names);
    }

    @Override
    public boolean text(String value) {
      return low.text(value) && high.text(value);
    }
  }
}
