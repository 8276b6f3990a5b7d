package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;

/**
 * Tests the length of texts and bytes.
 *
 * @param isEther whether texts are Ethernet addresses, with a length in bytes
 * @param fits tests each length
 */
record LengthTest(boolean isEther, ValueVisitor fits) implements ValueVisitor {
  @Override
  public boolean text(String value) {
    return fits.number(isEther ? EtherText.bytes(value) : value.length());
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    return fits.number(length);
  }
}
