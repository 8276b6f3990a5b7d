package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import org.rdmadump.iwarp.MpaStartUp;
import org.rdmadump.tcp.ReceiptListener;
import org.rdmadump.tcp.StreamEvents;

/**
 * Takes what one side of an MPA connection sent, in order, and what TCP shows of it. Findings are
 * those that belong to no FPDU.
 */
public interface FpduSink extends StreamEvents, ReceiptListener {
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

  /**
   * {@return how many Sends before that with this number did not come yet; negative if it did, or
   * none came}
   */
  default int sendsBefore(int messageSequence) {
    return -1;
  }

  /** Says that the stream does not carry MPA. */
  void notMpa();

  /** Says that bytes of the stream were captured, and given up as too many had to wait. */
  default void gaveUp(long from, long to) {}

  /** Says that bytes of the stream were passed over without a finding that tells of it. */
  default void missed() {}

  /** Says that the snap length cut off what follows in the segment. */
  default void cut() {}

  /** Says that bytes of the stream were not captured. */
  default void passed() {}
}
