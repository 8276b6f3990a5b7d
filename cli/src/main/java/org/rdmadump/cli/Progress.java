package org.rdmadump.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.AsciiBuffer;

/** A line on standard error that says how far a long run is. */
final class Progress {
  private static final long BEGIN_NANOS = 500_000_000L;

  /** Before that, the time that is left is a guess: the JVM is still warming up. */
  private static final long GUESS_NANOS = 3_000_000_000L;

  private static final long INTERVAL_NANOS = 100_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** Of a few hundred frames each at most. */
  private static final int TICKS_BETWEEN_LOOKS = 64;

  private static final long MIB = 1 << 20;
  private static final byte[] ERASE = {'\r', 0x1b, '[', 'K'};

  private final PrintStream err;
  private final boolean enabled;
  private final int columns;
  private final List<Inputs> inputs;
  private final AsciiBuffer text = new AsciiBuffer();
  private final long start = System.nanoTime();
  private long due = start + BEGIN_NANOS;
  private int ticks;
  private boolean shown;

  /**
   * A line that is not shown yet.
   *
   * @param columns width of the terminal; the line leaves the last one free
   * @param inputs what is read, together
   */
  Progress(PrintStream err, boolean enabled, int columns, Inputs... inputs) {
    this.err = err;
    this.enabled = enabled;
    this.columns = columns;
    this.inputs = List.of(inputs);
  }

  /** Called while frames are taken, with one or some; mostly does nothing. */
  void tick() {
    if (enabled && ++ticks % TICKS_BETWEEN_LOOKS == 0) {
      look();
    }
  }

  private void look() {
    long now = System.nanoTime();
    if (now - due >= 0) {
      show(now);
      due = now + INTERVAL_NANOS;
    }
  }

  /** Takes the line away. */
  void erase() {
    if (shown) {
      err.write(ERASE, 0, ERASE.length);
      err.flush();
      shown = false;
    }
  }

  /** Shows the line as of {@code now}, a time of {@link System#nanoTime}. */
  void show(long now) {
    long position = sum(Inputs::position);
    boolean isSizeKnown = inputs.stream().allMatch(each -> each.size() != Long.MAX_VALUE);
    long size = isSizeKnown ? sum(Inputs::size) : Long.MAX_VALUE;
    long frames = sum(Inputs::frames);
    long elapsed = Math.max(1, now - start);
    text.clear();
    text.putInvisible(ERASE).put("rdmadump: ");
    if (size != Long.MAX_VALUE && size > 0) {
      double done = Math.min(1.0, (double) position / size);
      text.putDecimal((long) (done * 100)).put(" %, ");
    }
    text.putDecimal(position / MIB).put(" MiB, ");
    text.putDecimal(frames).put(frames == 1 ? " frame" : " frames");
    long rate = (long) ((double) position / MIB * NANOS_PER_SECOND / elapsed);
    if (rate > 0) {
      text.put(", ").putDecimal(rate).put(" MiB/s");
    }
    if (size != Long.MAX_VALUE && position > 0 && elapsed >= GUESS_NANOS) {
      double rest = (double) Math.max(0, size - position) / position * elapsed;
      text.put(", ").putDecimal((long) (rest / NANOS_PER_SECOND) + 1).put(" s left");
    }
    // All of it is ASCII: a byte is a column.
    err.write(text.array(), 0, Math.min(text.length(), ERASE.length + columns - 1));
    err.flush();
    shown = true;
  }

  private long sum(ToLongFunction<Inputs> value) {
    return inputs.stream().mapToLong(value).sum();
  }
}
