package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Tests some bits of numbers.
 *
 * @param mask the bits to test
 * @param fits tests each number with all other bits set to 0
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
