package org.rdmadump.rpcrdma.truth;

import java.util.HexFormat;

/**
 * A chunk segment as a trace names it, or as the decoder found it.
 *
 * @param kind list that it stands in
 * @param position of its Read chunk; 0 in the other lists
 * @param handle R_Key
 * @param length bytes
 * @param offset address
 */
record TracedSegment(ChunkKind kind, long position, int handle, long length, long offset) {
  private static final HexFormat HEX = HexFormat.of();

  /** Whether the other one is the same memory, whatever length is said of it. */
  boolean isSameMemory(TracedSegment other) {
    return handle == other.handle && offset == other.offset;
  }

  @Override
  public String toString() {
    String at = kind == ChunkKind.READ ? " pos=" + position : "";
    return kind
        + at
        + " "
        + length
        + "@0x"
        + HEX.toHexDigits(offset)
        + ":0x"
        + HEX.toHexDigits(handle);
  }
}
