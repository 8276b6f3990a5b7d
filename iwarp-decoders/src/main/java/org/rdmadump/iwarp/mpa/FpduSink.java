package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.MpaStartUp;

/** Takes what one side of an MPA connection sent, in order. */
public interface FpduSink {
  /**
   * Takes a start-up frame.
   *
   * @param privateData what follows it, as far as it was captured
   */
  void startUp(MpaStartUp frame, ByteBuffer privateData, long frameNumber);

  /** Takes an FPDU. */
  void fpdu(Fpdu fpdu);

  /** Says that FPDUs may be missing between the last one and the next. */
  void interrupted();

  /** Says that framing was proven by what the stream holds, as no start-up frame was seen. */
  void framingFound();

  /** Says that the stream does not carry MPA. */
  void notMpa();

  /** Says that the receiver has all bytes before {@code position}. */
  void acknowledged(long position);

  /** Says that bytes {@code [from, to)}, which were seen before, were sent again. */
  void repeated(long from, long to, long frame, long epochNanos);

  /**
   * Says that what frame {@code frame} repeated of bytes {@code [from, to)}, as {@link #repeated}
   * told, brought nothing: the receiver had them already.
   */
  default void needless(long from, long to, long frame) {}

  /**
   * Says that something was passed over, or comes in another order than it was sent in, of which no
   * finding tells.
   */
  default void missed() {}

  /** Takes a finding that belongs to no FPDU. */
  void finding(Finding finding);
}
