package org.rdmadump.rpcrdma.memory;

import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Hex;

/** Memory behind one handle: so many bytes from an address on, which may wrap round. */
class MemoryRange {
  private final int handle;
  private final long offset;
  private final long length;

  MemoryRange(int handle, long offset, long length) {
    this.handle = handle;
    this.offset = offset;
    this.length = length;
  }

  /** R_Key or steering tag. */
  public int handle() {
    return handle;
  }

  /** Address of its first byte. */
  public long offset() {
    return offset;
  }

  /** Bytes. */
  public long length() {
    return length;
  }

  /** Whether it is the same memory as another range of the same handle. */
  final boolean isSameRange(MemoryRange other) {
    return offset == other.offset && length == other.length;
  }

  /** Whether {@code address} is one of its own. */
  public final boolean touches(long address) {
    long relative = address - offset;
    return relative >= 0 && relative < length;
  }

  /** Whether all of {@code [address, address + count)} is inside of it. */
  public final boolean contains(long address, long count) {
    return contains(offset, length, address, count);
  }

  static boolean contains(long offset, long length, long address, long count) {
    long relative = address - offset;
    return relative >= 0 && relative <= length && count <= length - relative;
  }

  /** Whether it has an address in common with another of the same handle. */
  final boolean overlaps(MemoryRange other) {
    return overlaps(other.offset, other.length);
  }

  /** Whether it has an address in common with a range of the same handle. */
  final boolean overlaps(long otherOffset, long otherLength) {
    return overlaps(offset, length, otherOffset, otherLength);
  }

  static boolean overlaps(long offset, long length, long otherOffset, long otherLength) {
    long distance = otherOffset - offset;
    // What has no bytes has no address in common with anything, wherever it is.
    return distance >= 0
        ? distance < length && otherLength > 0
        : -distance < otherLength && length > 0;
  }

  /**
   * {@return what findings say of bytes outside: {@code beyond segment 0x... of N bytes at 0x...}}
   */
  public final String beyond() {
    return "beyond segment "
        + Hex.of(handle)
        + " of "
        + Counted.of(length, "byte")
        + " at "
        + Hex.of(offset);
  }
}
