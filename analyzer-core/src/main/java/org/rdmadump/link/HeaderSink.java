package org.rdmadump.link;

import org.rdmadump.capture.Frame;

/** Is shown the headers that decoding a frame passes, from the outermost inwards. */
public interface HeaderSink {
  /**
   * Takes a header.
   *
   * @param header what was read of it, a record; declared as what it is, the JVM would load the
   *     classes of all headers to check that they are records, even if nobody is shown any
   * @param frame the frame that it lies in: the captured one, or one put together of fragments
   * @param at index of its first byte in the buffer of that frame
   * @param length its bytes, with options where it has such
   */
  void header(Object header, Frame frame, int at, int length);
}
