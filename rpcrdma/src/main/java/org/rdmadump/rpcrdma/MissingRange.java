package org.rdmadump.rpcrdma;

import org.rdmadump.bytes.Absence;

/**
 * Missing bytes of a rebuilt message.
 *
 * @param offset of the first byte in the rebuilt message
 * @param length how many, at least 1
 * @param reason why
 */
public record MissingRange(long offset, long length, Absence reason) {
  /** {@return it in words, as in {@code 8192 bytes at 49336 (not captured)}} */
  @Override
  public String toString() {
    return length + " bytes at " + offset + " (" + reason.text() + ")";
  }
}
