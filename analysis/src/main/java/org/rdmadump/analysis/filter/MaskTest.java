package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Asks some bits of numbers.
 *
 * @param mask which
 * @param fits takes the numbers without the others
 */
record MaskTest(long mask, ValueVisitor fits) implements ValueVisitor {
  @Override
  public boolean number(long value) {
    return fits.number(value & mask);
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return fits.number(value & mask);
  }
}
