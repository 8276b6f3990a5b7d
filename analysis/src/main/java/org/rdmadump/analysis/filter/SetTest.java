package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/** Joins several tests of a value: one must hold, or all must hold. */
final class SetTest implements ValueVisitor {
  private final ValueVisitor[] tests;

  /** The answer of one test that decides the whole: true if one must hold. */
  private final boolean decisive;

  private SetTest(boolean decisive, ValueVisitor... tests) {
    this.decisive = decisive;
    this.tests = tests;
  }

  /** {@return a test for a set: one of the tests must hold} */
  static SetTest oneOf(ValueVisitor... tests) {
    return new SetTest(true, tests);
  }

  /** {@return a test for a range: both tests must hold} */
  static SetTest between(ValueVisitor low, ValueVisitor high) {
    return new SetTest(false, low, high);
  }

  @Override
  public boolean number(long value) {
    for (ValueVisitor each : tests) {
      if (each.number(value) == decisive) {
        return decisive;
      }
    }
    return !decisive;
  }

  @Override
  public boolean named(long value, ValueNames names) {
    for (ValueVisitor each : tests) {
      if (each.named(value, names) == decisive) {
        return decisive;
      }
    }
    return !decisive;
  }

  @Override
  public boolean text(String value) {
    for (ValueVisitor each : tests) {
      if (each.text(value) == decisive) {
        return decisive;
      }
    }
    return !decisive;
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    for (ValueVisitor each : tests) {
      if (each.bytes(rope, start, length) == decisive) {
        return decisive;
      }
    }
    return !decisive;
  }

  @Override
  public boolean address(IpAddress value) {
    for (ValueVisitor each : tests) {
      if (each.address(value) == decisive) {
        return decisive;
      }
    }
    return !decisive;
  }
}
