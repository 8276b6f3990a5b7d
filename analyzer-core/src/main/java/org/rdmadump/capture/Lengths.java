package org.rdmadump.capture;

/** Frame lengths as captures say them, made fit for {@link Frame}. */
final class Lengths {
  private Lengths() {}

  /** {@return bytes on the wire: never less than captured, and no more than an int holds} */
  static int original(int unsigned, int captured) {
    return unsigned < 0 ? Integer.MAX_VALUE : Math.max(unsigned, captured);
  }

  /** {@return captured bytes that are not frame check sequence, the last ones on the wire} */
  static int capturedWithoutFcs(int captured, int original, int fcsLength) {
    return Math.min(captured, originalWithoutFcs(original, fcsLength));
  }

  /** Tells a frame what a capture has of its frame check sequence, all of it counted. */
  static void check(Frame frame, int captured, int original) {
    frame.check(captured - frame.captured(), original - frame.original());
  }

  /** {@return bytes on the wire that are not frame check sequence} */
  static int originalWithoutFcs(int original, int fcsLength) {
    return Math.max(0, original - fcsLength);
  }
}
