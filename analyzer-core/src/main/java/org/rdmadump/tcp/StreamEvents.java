package org.rdmadump.tcp;

import org.rdmadump.finding.Finding;

/** Is told what TCP shows of the bytes of a stream, apart from the bytes. */
public interface StreamEvents {
  /** Says that bytes {@code [from, to)}, which were taken before, were sent again. */
  void repeated(long from, long to, long frame, long epochNanos);

  /** Says that the segment has new bytes behind those that were told as {@link #repeated} last. */
  default void repeatedInPart() {}

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
