package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.analysis.frame.LayerChoice;

/** Prints every frame as a line for people, and what is below it if asked. */
public final class FrameTextWriter implements FrameWriter {
  private final OutputStream out;
  private final TextOptions options;
  private final AsciiBuffer text = new AsciiBuffer();
  private final HexDump dump = new HexDump(text);
  private final FrameLine line;
  private final FrameDetails details;
  private final MessageDetails noticed;

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param choice layers that are shown below the lines
   * @param origin time of the first frame, in nanoseconds since the epoch; asked with every record
   */
  public FrameTextWriter(
      OutputStream out, TextOptions options, LayerChoice choice, LongSupplier origin) {
    this(out, options, choice, origin, /* isBrief= */ false);
  }

  /**
   * The same.
   *
   * @param isBrief whether hosts are introduced once, on lines of their own, so that there is room
   *     for the rest
   */
  public FrameTextWriter(
      OutputStream out,
      TextOptions options,
      LayerChoice choice,
      LongSupplier origin,
      boolean isBrief) {
    Palette palette = new Palette(options.colour());
    TimeColumn time = new TimeColumn(options.time(), options.zone(), origin);
    this.out = out;
    this.options = options;
    this.line = new FrameLine(time, palette, isBrief);
    this.details = new FrameDetails(choice, options.verbosity() > 1);
    this.noticed = new MessageDetails(palette, /* everyField= */ false, options.textSize());
  }

  @Override
  public void frame(FrameRecord frame) throws IOException {
    line.put(text, frame);
    text.newline();
    if (options.verbosity() > 0) {
      details.put(text, frame.layers());
      noticed.putFindings(text, frame.findings());
    }
    if (options.hex()) {
      dump.put(text, frame.bytes());
    }
    text.moveTo(out);
    if (options.flushEachLine()) {
      out.flush();
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
