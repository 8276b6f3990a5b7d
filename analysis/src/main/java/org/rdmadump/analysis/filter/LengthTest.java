package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;

/**
 * Asks how long texts and bytes are.
 *
 * @param fits takes each length
 */
record LengthTest(ValueVisitor fits) implements ValueVisitor {
  @Override
  public boolean text(String value) {
    return fits.number(value.length());
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    return fits.number(length);
  }
}
