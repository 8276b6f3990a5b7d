package org.rdmadump.bytes;

/** Is shown ranges of byte positions. */
public interface RangeVisitor {
  /** Shows {@code [from, to)}, which is not empty. */
  void range(long from, long to);
}
