package org.rdmadump.cli;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.rdmadump.capture.Frame;

/** The frames between {@code --start} and {@code --end}, as they are read. */
final class FrameWindow implements Consumer<Frame>, LongPredicate {
  /**
   * What the options say.
   *
   * @param start a frame or a time, such as {@code 10} or {@code +1.5}; empty for the beginning
   * @param end the same; empty for the end
   */
  record Limits(Optional<String> start, Optional<String> end) {
    static Limits of(Arguments arguments) {
      return new Limits(arguments.value(CommandOption.START), arguments.value(CommandOption.END));
    }

    /** {@return the frames of a run; empty for all} */
    Optional<FrameWindow> of(Inputs inputs) {
      if (start.isEmpty() && end.isEmpty()) {
        return Optional.empty();
      }
      FrameWindow window = new FrameWindow(this, inputs);
      inputs.shownTo(window);
      return Optional.of(window);
    }
  }

  private final Optional<String> start;
  private final Optional<String> end;
  private final LongSupplier firstNanos;

  /** The first frame of the window; 0 before it is read. */
  private long first;

  private long last;

  /**
   * None of its frames is read.
   *
   * @param firstNanos tells the time of the first frame of the run
   */
  private FrameWindow(Limits limits, LongSupplier firstNanos) {
    this.start = limits.start();
    this.end = limits.end();
    this.firstNanos = firstNanos;
  }

  @Override
  public void accept(Frame frame) {
    if (first == 0 && (start.isEmpty() || place(frame, start.get()) >= 0)) {
      first = frame.number();
    }
    if (end.isEmpty() || place(frame, end.get()) <= 0) {
      last = frame.number();
    }
  }

  /** {@return whether a frame that was read is in the window} */
  @Override
  public boolean test(long frame) {
    return first > 0 && first <= frame && frame <= last;
  }

  /** Below 0 if a frame is before a limit, above 0 if it is behind it. */
  private int place(Frame frame, String limit) {
    if (!Filters.isTime(Optional.of(limit))) {
      return Long.compare(frame.number(), Arguments.decimal(limit));
    }
    OptionalLong nanos = Filters.nanos(limit);
    if (nanos.isEmpty()) {
      return 0;
    }
    long since = limit.startsWith(Filters.SINCE_FIRST) ? firstNanos.getAsLong() : 0;
    return Long.compare(frame.epochNanos() - since, nanos.getAsLong());
  }
}
