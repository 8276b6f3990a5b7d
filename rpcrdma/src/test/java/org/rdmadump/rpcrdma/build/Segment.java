package org.rdmadump.rpcrdma.build;

/**
 * Memory that a client advertises (RFC 8166 section 3.4.3).
 *
 * @param handle R_Key
 * @param offset virtual address
 * @param length bytes
 */
public record Segment(int handle, long offset, int length) {
  /** {@return memory of its own for a handle} */
  public static Segment of(int handle, int length) {
    return new Segment(handle, 0x7000_0000_0000L + ((long) handle << 24) + 0x120, length);
  }

  /** {@return the same memory with another length: what a reply says was written} */
  public Segment used(int bytes) {
    return new Segment(handle, offset, bytes);
  }

  /** {@return the same memory with nothing written} */
  public Segment unused() {
    return used(0);
  }
}
