package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.live.CaptureListener;
import org.rdmadump.report.ClosedPipeException;

/** Tells the user at once what goes wrong while devices are captured, and what status that is. */
final class LiveReport implements CaptureListener {
  private final Messages err;
  private final boolean standardOutput;
  private volatile boolean failed;
  private volatile boolean unwritable;
  private volatile boolean closedPipe;

  /**
   * A report of nothing yet.
   *
   * @param standardOutput whether the capture is written to it
   */
  LiveReport(Messages err, boolean standardOutput) {
    this.err = err;
    this.standardOutput = standardOutput;
  }

  @Override
  public void failed(String device, IOException why) {
    failed = true;
    err.say(device + ": " + Inputs.reason(why));
  }

  @Override
  public boolean unwritable(IOException why) {
    if (why instanceof ClosedPipeException) {
      closedPipe = true;
      return false;
    }
    unwritable = true;
    err.say(
        "-w: "
            + Inputs.reason(why)
            + (standardOutput ? "" : "; the file is complete up to there, and the capture ends"));
    return false;
  }

  /** {@return the status of a run that would end with {@code status}, had nothing failed} */
  int status(int status) {
    if (closedPipe) {
      return ExitStatus.CLOSED_PIPE;
    }
    if (unwritable) {
      return ExitStatus.OUTPUT;
    }
    return status == ExitStatus.DONE && failed ? ExitStatus.UNREADABLE : status;
  }
}
