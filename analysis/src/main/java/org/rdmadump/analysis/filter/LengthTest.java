package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;

/**
 * Asks how long texts and bytes are.
 *
 * @param isEther whether texts are addresses of Ethernet, which are counted in bytes
 * @param fits takes each length
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
