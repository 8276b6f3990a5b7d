package org.rdmadump.report.text;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * Draws an exchange as a tree: the call, its chunks, their segments, the RDMA operations that moved
 * them, and the reply. In front of each row a bar shows when it moved, from the call to the reply.
 *
 * <p>What repeats is folded, {@code ... 60 more RDMA Reads}, unless every row is asked for.
 * Findings and missing bytes stand below the row they belong to, as far as that is certain.
 */
public final class ExchangeTree {
  private static final int LEAST_BAR = 10;
  private static final int MOST_BAR = 60;
  private static final int TIME_WIDTH = 8;
  private static final int LEAST_TEXT = 24;
  private static final String GAP = "  ";

  private static final byte[] VERTICAL = "\u2502".getBytes(StandardCharsets.UTF_8);
  private static final byte[] HORIZONTAL = "\u2500".getBytes(StandardCharsets.UTF_8);
  private static final byte[] BRANCH = "\u251c".getBytes(StandardCharsets.UTF_8);
  private static final byte[] CORNER = "\u2514".getBytes(StandardCharsets.UTF_8);

  private final TreeOptions options;
  private final Palette palette;
  private final ExchangeLine title;
  private final NvmeLine nvmeTitle;
  private final NvmeFieldText nvmeFields = new NvmeFieldText();
  private final int barWidth;
  private final int margin;
  private final int textWidth;
  private final TimeBar bar;
  private final AsciiBuffer line = new AsciiBuffer();

  /**
   * Trees that look as {@code options} say.
   *
   * @param origin time of the first frame, in nanoseconds since the epoch; asked with every
   *     exchange, for {@link TimeFormat#RELATIVE}
   */
  public ExchangeTree(TreeOptions options, LongSupplier origin) {
    this.options = options;
    this.palette = new Palette(options.colour());
    TimeColumn time = new TimeColumn(options.time(), options.zone(), origin);
    this.title = new ExchangeLine(time, palette, options.textSize());
    this.nvmeTitle = new NvmeLine(time, palette, /* isBrief= */ false);
    this.barWidth = Math.max(LEAST_BAR, Math.min(MOST_BAR, options.columns() / 5));
    this.margin = barWidth + 1 + TIME_WIDTH + GAP.length();
    this.textWidth = Math.max(LEAST_TEXT, options.columns() - margin);
    this.bar = new TimeBar(barWidth, options.unicode());
  }

  /**
   * {@return the lines of an exchange, without line feeds} The line of {@code --exchanges} up to
   * the outcome comes first, broken where it is too wide; then the scale of the bars.
   */
  public List<String> lines(RpcExchange exchange) {
    List<String> lines = new ArrayList<>();
    title.putHead(line, exchange);
    BrokenLine.add(line.trimEnd().toString(), margin + textWidth, lines);
    line.clear();
    draw(new ExchangeRows(exchange, options.everything()).rows(), lines);
    return lines;
  }

  /** {@return the lines of an NVMe command, without line feeds} Its own line comes first. */
  public List<String> lines(NvmeExchange exchange) {
    List<String> lines = new ArrayList<>();
    nvmeTitle.put(line, exchange);
    BrokenLine.add(line.trimEnd().toString(), margin + textWidth, lines);
    line.clear();
    draw(new NvmeRows(exchange, options.everything(), nvmeFields).rows(), lines);
    return lines;
  }

  private void draw(List<TreeRow> rows, List<String> lines) {
    Axis axis = axis(rows);
    bar.axis(axis.from(), axis.to());
    scale(axis);
    end(lines);
    for (int i = 0; i < rows.size(); i++) {
      row(rows.get(i), List.of(), axis, lines);
    }
  }

  /** When the first and the last thing of an exchange moved. */
  private record Axis(long from, long to) {}

  private static Axis axis(List<TreeRow> rows) {
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    for (int i = 0; i < rows.size(); i++) {
      TreeRow row = rows.get(i);
      for (int j = 0; j < row.spans().size(); j++) {
        from = Math.min(from, row.spans().get(j).from());
        to = Math.max(to, row.spans().get(j).to());
      }
      if (!row.below().isEmpty()) {
        Axis below = axis(row.below());
        from = Math.min(from, below.from());
        to = Math.max(to, below.to());
      }
    }
    return new Axis(from, to);
  }

  private void scale(Axis axis) {
    line.put('0');
    int from = line.length();
    if (axis.to() > axis.from()) {
      Quantities.putDuration(line, TimeBar.elapsed(axis.from(), axis.to()));
    }
    line.alignRight(from, barWidth - from);
  }

  /**
   * Prints a row and those below it.
   *
   * @param last for each level above, whether its row is the last one there
   */
  private void row(TreeRow row, List<Boolean> last, Axis axis, List<String> lines) {
    margin(row, axis);
    int from = line.column();
    rails(last, true);
    text(row, last, from, lines);
    end(lines);
    for (int i = 0; i < row.below().size(); i++) {
      List<Boolean> deeper = new ArrayList<>(last);
      deeper.add(i == row.below().size() - 1);
      row(row.below().get(i), deeper, axis, lines);
    }
  }

  private void margin(TreeRow row, Axis axis) {
    if (row.spans().isEmpty()) {
      line.spaces(barWidth + 1 + TIME_WIDTH);
    } else {
      bar.put(line, row.spans());
      line.put(' ');
      int from = line.length();
      long first = Long.MAX_VALUE;
      for (int i = 0; i < row.spans().size(); i++) {
        first = Math.min(first, row.spans().get(i).from());
      }
      long offset = TimeBar.elapsed(axis.from(), first);
      if (offset == 0) {
        line.put('0');
      } else {
        line.put('+');
        Quantities.putDuration(line, offset);
      }
      line.alignRight(from, TIME_WIDTH);
    }
    line.put(GAP);
  }

  /**
   * Prints what leads from the rows above.
   *
   * @param here whether it leads to this line, not past it
   */
  private void rails(List<Boolean> last, boolean here) {
    for (int i = 0; i < last.size(); i++) {
      boolean leads = here && i == last.size() - 1;
      boolean ends = last.get(i);
      if (ends && !leads) {
        line.put("   ");
      } else if (options.unicode()) {
        line.putSymbol(leads ? (ends ? CORNER : BRANCH) : VERTICAL);
        if (leads) {
          line.putSymbol(HORIZONTAL).put(' ');
        } else {
          line.put(GAP);
        }
      } else {
        line.put(leads ? (ends ? "`- " : "|- ") : "|  ");
      }
    }
  }

  /** Prints clauses, as many to a line as fit, words where a clause does not. */
  private void text(TreeRow row, List<Boolean> last, int from, List<String> lines) {
    int indent = line.column();
    for (int i = 0; i < row.clauses().size(); i++) {
      TreeRow.Clause clause = row.clauses().get(i);
      boolean more = i < row.clauses().size() - 1;
      int width = clause.text().length() + (more ? 1 : 0);
      if (line.column() > indent) {
        int room = textWidth - (line.column() - from + 1);
        // What is too long for any line begins where it stands, if its first word fits there.
        boolean begins = indent - from + width > textWidth && firstWord(clause, more) <= room;
        if (width <= room || begins) {
          line.put(' ');
        } else {
          next(row, last, lines);
        }
      }
      words(clause, more, row, last, from, lines);
      if (more) {
        line.put(',');
      }
    }
  }

  /** Columns of the first word, with the comma if it is the only one. */
  private static int firstWord(TreeRow.Clause clause, boolean comma) {
    int space = clause.text().indexOf(' ');
    return space < 0 ? clause.text().length() + (comma ? 1 : 0) : space;
  }

  /**
   * Prints a clause, in as many lines as it needs.
   *
   * @param comma whether one comes behind it, for which there is to be room
   */
  private void words(
      TreeRow.Clause clause,
      boolean comma,
      TreeRow row,
      List<Boolean> last,
      int from,
      List<String> lines) {
    String text = clause.text();
    int at = 0;
    palette.on(line, clause.ink());
    boolean begun = false;
    while (at < text.length()) {
      int space = text.indexOf(' ', at);
      int to = space < 0 ? text.length() : space;
      int width = to - at + (comma && to == text.length() ? 1 : 0);
      if (begun) {
        if (line.column() - from + 1 + width <= textWidth) {
          line.put(' ');
        } else {
          palette.off(line, clause.ink());
          next(row, last, lines);
          palette.on(line, clause.ink());
        }
      }
      line.put(text.substring(at, to));
      begun = true;
      at = to + 1;
    }
    palette.off(line, clause.ink());
  }

  /** Goes on in the next line, past the rows that are still to come. */
  private void next(TreeRow row, List<Boolean> last, List<String> lines) {
    end(lines);
    line.spaces(margin);
    rails(last, false);
    if (row.below().isEmpty()) {
      line.put(GAP);
    } else if (options.unicode()) {
      line.putSymbol(VERTICAL).put(' ');
    } else {
      line.put("| ");
    }
    line.put(' ');
  }

  private void end(List<String> lines) {
    lines.add(line.trimEnd().toString());
    line.clear();
  }
}
