package org.rdmadump.link;

import org.rdmadump.capture.Frame;

/** Is shown the headers that decoding a frame passes, from the outermost inwards. */
public interface HeaderSink {
  /** Takes headers that nobody wants. */
  HeaderSink NONE = new Nobody();

  /**
   * Takes a header.
   *
   * @param header what was read of it
   * @param frame the frame that it lies in: the captured one, or one put together of fragments
   * @param at index of its first byte in the buffer of that frame
   * @param length its bytes, with options where it has such
   */
  void header(Record header, Frame frame, int at, int length);

  /** Wants none. */
  final class Nobody implements HeaderSink {
    private Nobody() {}

    @Override
    public void header(Record header, Frame frame, int at, int length) {}
  }
}
