package org.rdmadump.tcp;

import org.rdmadump.finding.Finding;

/** Takes what one side of a TCP connection sent, in the order of the stream. */
public interface StreamSink {
  /** Takes bytes that follow those before without a gap; they are valid during the call only. */
  void bytes(StreamBytes piece);

  /** Passes {@code length} bytes from {@code position} on that are in no captured segment. */
  void missing(long position, long length);

  /** Says that the receiver has all bytes before {@code position}. */
  void acknowledged(long position);

  /** Says that bytes {@code [from, to)}, which were taken before, were sent again. */
  void repeated(long from, long to, long frame, long epochNanos);

  /**
   * Says that what frame {@code frame} repeated of bytes {@code [from, to)}, as {@link #repeated}
   * told, brought nothing: the receiver had them already.
   */
  default void needless(long from, long to, long frame) {}

  /**
   * Says that the sender of the bytes that come next had received more of the other stream than was
   * passed on: the two are not in the order in which they were sent.
   */
  default void outOfTurn() {}

  /** Takes a finding about the stream. */
  void finding(Finding finding);
}
