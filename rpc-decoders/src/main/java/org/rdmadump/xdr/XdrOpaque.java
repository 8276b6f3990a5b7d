package org.rdmadump.xdr;

/**
 * Where the bytes of an opaque are, without its length word and its round-up.
 *
 * @param start position of the first byte in the rope
 * @param length number of bytes, 0 to 2<sup>32</sup>-1
 */
public record XdrOpaque(long start, long length) {
  /** {@return position behind the last byte} */
  public long end() {
    return start + length;
  }
}
