package org.rdmadump.analysis.frame;

import java.util.OptionalInt;

/**
 * Where a frame stands among the others.
 *
 * @param sincePreviousNanos nanoseconds since the frame before, 0 of the first one
 * @param stream of a TCP segment, number of its connection from 0 on, by first appearance; of a UDP
 *     datagram, that of its pair of ports
 * @param isAgain whether a TCP segment was sent before, as far as the capture tells
 */
record FramePlace(long sincePreviousNanos, OptionalInt stream, boolean isAgain) {
  /** The first one, neither of TCP nor of UDP. */
  static final FramePlace FIRST = new FramePlace(0, OptionalInt.empty(), false);
}
