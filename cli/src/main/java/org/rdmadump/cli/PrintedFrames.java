package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameSink;
import org.rdmadump.analysis.frame.FrameWriter;

/** Passes frames on to a writer, and no more than were asked for. */
final class PrintedFrames implements LimitedListener, FrameSink {
  private final FrameWriter writer;
  private final Optional<Filter<FrameRecord>> filter;
  private final long limit;
  private long count;

  PrintedFrames(FrameWriter writer, Optional<Filter<FrameRecord>> filter, long limit) {
    this.writer = writer;
    this.filter = filter;
    this.limit = limit;
  }

  /** {@return frames that were printed} */
  long count() {
    return count;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public boolean handlesExchanges() {
    return false;
  }

  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public void frame(FrameRecord frame) {
    if (full() || (filter.isPresent() && !filter.get().matches(frame))) {
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
