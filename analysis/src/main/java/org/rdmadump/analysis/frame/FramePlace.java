package org.rdmadump.analysis.frame;

import java.util.OptionalInt;

/**
 * Where a frame stands among the others.
 *
 * @param sincePreviousNanos nanoseconds since the frame before, 0 of the first one
 * @param stream of a TCP segment, number of its connection from 0 on, by first appearance
 * @param isAgain whether a TCP segment was sent before, as far as the capture tells
 */
record FramePlace(long sincePreviousNanos, OptionalInt stream, boolean isAgain) {
  /** The first one, and no TCP segment. */
  static final FramePlace FIRST = new FramePlace(0, OptionalInt.empty(), false);
}
