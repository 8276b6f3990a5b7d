package org.rdmadump.cli;

import java.io.IOException;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameSink;
import org.rdmadump.analysis.frame.FrameWriter;

/** Passes frames on to a writer, and no more than were asked for. */
final class PrintedFrames implements LimitedListener, FrameSink {
  private final FrameWriter writer;
  private final long limit;
  private long count;

  PrintedFrames(FrameWriter writer, long limit) {
    this.writer = writer;
    this.limit = limit;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public void frame(FrameRecord frame) {
    if (full()) {
      return;
    }
    count++;
    try {
      writer.frame(frame);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }
}
