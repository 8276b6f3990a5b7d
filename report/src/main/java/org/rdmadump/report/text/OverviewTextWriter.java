package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.overview.ClientLoad;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.OverviewWriter;
import org.rdmadump.analysis.stats.FileStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Severity;
import org.rdmadump.report.CaptureName;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Prints the first page about a capture for people: 80 columns, a screen of lines. */
public final class OverviewTextWriter implements OverviewWriter {
  /** The width of the page; the last column stays free. */
  static final int COLUMNS = 79;

  private static final int LABEL = 10;
  private static final int LINES = 40;
  private static final int MOST_OPERATIONS = 7;

  /** Of operations, before there are more files. */
  private static final int LEAST_OPERATIONS = 3;

  private static final int MOST_FILES = 3;
  private static final int MOST_CLIENTS = 4;
  private static final int MOST_FINDINGS = 5;
  private static final String NFS = "NFS ";
  private static final String PROGRAM = "program ";
  private static final String NONE = "-";
  private static final String CUT = "\u2026";

  /** Columns of the first cell of a row. */
  private static final int NAME_COLUMNS = 22;

  /** Columns of calls, failed ones, bytes, and times. */
  private static final int[] OPERATION = {8, 7, 11, 8, 8, 8, 7};

  /** Columns of calls, failed ones, bytes read and written, and times. */
  private static final int[] FILE = {8, 7, 11, 11, 8, 8};

  /** Columns of calls, bytes and connections. */
  private static final int[] CLIENT = {8, 11, 6};

  private static final String THOUSANDS = " kMGTPE";
  private static final long THOUSAND = 1000;
  private static final long MILLION = 1_000_000;
  private static final int GAP = 2;
  private static final int COUNT = 7;
  private static final int RULE_COLUMNS = 34;

  private final OutputStream out;
  private final Palette palette;
  private final AsciiBuffer text = new AsciiBuffer();

  /** A writer to {@code out}, which it flushes but does not close. */
  public OverviewTextWriter(OutputStream out, boolean colour) {
    this.out = out;
    this.palette = new Palette(colour);
  }

  @Override
  public void write(Overview overview) throws IOException {
    title(overview);
    Verdicts.subject(overview).forEach(this::verdict);
    List<Verdict> verdicts = Verdicts.verdicts(overview);
    if (!verdicts.isEmpty()) {
      text.newline();
      verdicts.forEach(this::verdict);
    }
    long room = room(overview);
    FileUse files =
        overview
            .usedFiles()
            .first((int) Math.max(1, Math.min(MOST_FILES, room - LEAST_OPERATIONS)));
    long left = room - files.most().size();
    int rows = (int) Math.max(1, Math.min(MOST_OPERATIONS, left));
    // A last row takes no more room than to say that it is left out.
    boolean isLastLeftOut = rows < MOST_OPERATIONS && overview.operations().size() == rows + 1;
    operations(overview.operations(), isLastLeftOut ? rows + 1 : rows);
    files(files);
    clients(overview.clients());
    if (!overview.isNothingChosen()) {
      findings(overview);
    }
    text.moveTo(out);
    out.flush();
  }

  private void title(Overview overview) {
    List<String> files = overview.files();
    int more = files.size() - 1;
    String others = more > 0 ? " and " + more + " more" : "";
    palette.on(text, Palette.Ink.NAME);
    text.put(
        fitted(CaptureName.of(files.isEmpty() ? "-" : files.get(0)), COLUMNS - others.length()));
    text.put(others);
    palette.off(text, Palette.Ink.NAME);
    text.newline();
    CaptureSummary summary = overview.summary();
    Quantities.putCount(text, summary.frames(), "frame");
    text.put(", ");
    Quantities.putSize(text, summary.bytes());
    if (summary.frames() > 0) {
      text.put(", ");
      Quantities.putDuration(text, summary.lastNanos() - summary.firstNanos());
      text.put(" from ");
      CivilTime.putRfc3339(text, summary.firstNanos());
    }
    text.newline();
    if (overview.chosen().isPresent()) {
      text.put("only ");
      Quantities.putCount(text, overview.chosen().get(), "chosen exchange");
      text.put(" and the connections of those");
      int chosen = overview.withoutRpc().connections().size();
      if (chosen > 0) {
        text.put(", and ");
        Quantities.putCount(text, chosen, "connection");
        text.put(" without RPC");
      }
      text.newline();
    }
    text.newline();
  }

  /** {@return text that somebody chose, visible, and cut to some columns} */
  static String fitted(String chosen, int columns) {
    AsciiBuffer fitted = new AsciiBuffer();
    int most = columns;
    do {
      fitted.clear();
      fitted.putText(chosen, most);
      most--;
    } while (most > 0 && fitted.column() > columns);
    return fitted.toString();
  }

  // ---- sentences

  /** Appends a sentence in lines below each other, and at the right what shows more. */
  private void verdict(Verdict verdict) {
    palette.put(text, ink(verdict.tone()), verdict.label());
    int used = verdict.label().length();
    for (String line : lines(verdict.sentence(), COLUMNS - LABEL)) {
      if (used > LABEL) {
        text.newline();
        used = 0;
      }
      text.spaces(LABEL - used).put(line);
      used = LABEL + line.length();
    }
    if (!verdict.command().isEmpty()) {
      if (used + 2 + verdict.command().length() > COLUMNS) {
        text.newline();
        used = 0;
      }
      command(used, verdict.command());
    }
    text.newline();
  }

  private static Palette.Ink ink(Verdict.Tone tone) {
    return switch (tone) {
      case PLAIN -> Palette.Ink.NAME;
      case GOOD -> Palette.Ink.REPLY;
      case WARNING -> Palette.Ink.WARNING;
      case ERROR -> Palette.Ink.ERROR;
    };
  }

  /** {@return a sentence, cut between words where it can be} */
  static List<String> lines(String sentence, int columns) {
    List<String> lines = new ArrayList<>();
    String rest = sentence;
    while (rest.length() > columns) {
      int space = rest.lastIndexOf(' ', columns);
      int end = space > 0 ? space : columns;
      lines.add(rest.substring(0, end));
      rest = rest.substring(space > 0 ? end + 1 : end);
    }
    lines.add(rest);
    return lines;
  }

  // ---- tables

  /** Rows of operations and files that are left when all else has its place on the page. */
  private long room(Overview overview) {
    long used = text.toString().lines().count();
    used += lines(overview.clients().size(), MOST_CLIENTS);
    used += Math.max(2, lines(overview.findings().size(), MOST_FINDINGS));
    used += lines(Long.MAX_VALUE, 0) + lines(overview.usedFiles().most().size(), 0);
    return LINES - used;
  }

  /** Lines of a table: an empty one, its head, its rows, and one that tells of further rows. */
  private static long lines(long rows, int most) {
    return rows == 0 ? 0 : 2 + Math.min(most, rows) + (rows > most ? 1 : 0);
  }

  private void operations(List<OperationStats> operations, int most) {
    if (operations.isEmpty()) {
      return;
    }
    int shown = Math.min(most, operations.size());
    text.newline();
    row(
        Palette.Ink.NAME,
        NAME_COLUMNS,
        OPERATION,
        List.of("Operations", "calls", "failed", "bytes", "waited", "median", "longest", "wire"));
    operations.subList(0, shown).forEach(this::operation);
    long others = 0;
    for (OperationStats each : operations.subList(shown, operations.size())) {
      others += each.calls();
    }
    more(operations.size() - shown, count(others));
  }

  private void operation(OperationStats stats) {
    boolean isTimed = stats.latency().count() > 0;
    row(
        stats.failed() > 0 ? Palette.Ink.NAME : Palette.Ink.USUAL,
        NAME_COLUMNS,
        OPERATION,
        List.of(
            rowName(stats.key().inWords()),
            count(stats.calls()),
            count(stats.failed()),
            size(stats.callBytes().orElse(0) + stats.replyBytes().orElse(0)),
            isTimed ? Quantities.longDuration(stats.latency().sum()) : NONE,
            isTimed ? Quantities.longDuration(stats.latency().p50()) : NONE,
            isTimed ? Quantities.longDuration(stats.latency().greatest()) : NONE,
            isTimed ? Quantities.percent(stats.wireNanos(), stats.latency().sum()) : NONE));
  }

  /**
   * That it is NFS need not be said, except of callbacks; nor of a number that it is a program's.
   */
  private static String rowName(String name) {
    boolean isLong = name.length() > NAME_COLUMNS;
    return name.startsWith(NFS)
        ? name.substring(NFS.length())
        : isLong && name.startsWith(PROGRAM) ? name.substring(PROGRAM.length()) : name;
  }

  private void files(FileUse use) {
    if (use.most().isEmpty()) {
      return;
    }
    text.newline();
    row(
        Palette.Ink.NAME,
        NAME_COLUMNS,
        FILE,
        List.of("Files", "calls", "failed", "read", "written", "median", "longest"));
    for (FileStats each : use.most()) {
      boolean isTimed = each.latency().count() > 0;
      row(
          each.failed() > 0 ? Palette.Ink.NAME : Palette.Ink.USUAL,
          NAME_COLUMNS,
          FILE,
          List.of(
              end(each.path().text()),
              count(each.calls()),
              count(each.failed()),
              size(each.readBytes()),
              size(each.writtenBytes()),
              isTimed ? Quantities.longDuration(each.latency().p50()) : NONE,
              isTimed ? Quantities.longDuration(each.latency().greatest()) : NONE));
    }
    more(use.others(), count(use.otherCalls()));
  }

  /** The end of a path that fits its column: what is there tells files apart. */
  static String end(String path) {
    int from = path.length();
    int used = 0;
    while (from > 0) {
      int width = FittedLines.columns(path.codePointBefore(from));
      // In place of all before it there is a mark.
      if (used + width > NAME_COLUMNS - 1 && columns(path) > NAME_COLUMNS) {
        return CUT + path.substring(from);
      }
      used += width;
      from = path.offsetByCodePoints(from, -1);
    }
    return path;
  }

  private static int columns(String shown) {
    return shown.codePoints().map(FittedLines::columns).sum();
  }

  private void clients(List<ClientLoad> clients) {
    if (clients.isEmpty()) {
      return;
    }
    List<ClientLoad> shown = clients.subList(0, Math.min(MOST_CLIENTS, clients.size()));
    int width = NAME_COLUMNS;
    for (ClientLoad each : shown) {
      width = Math.max(width, each.address().length());
    }
    text.newline();
    row(Palette.Ink.NAME, width, CLIENT, List.of("Clients", "calls", "bytes", "conns", "name"));
    int room = COLUMNS - width - Arrays.stream(CLIENT).sum() - GAP;
    for (ClientLoad each : shown) {
      row(
          Palette.Ink.USUAL,
          width,
          CLIENT,
          List.of(
              each.address(),
              count(each.calls()),
              size(each.bytes()),
              count(each.connections()),
              names(each.names(), room)));
    }
    more(clients.size() - shown.size(), "");
  }

  private static String names(List<String> names, int columns) {
    String others = names.size() > 1 ? " +" + (names.size() - 1) : "";
    return names.isEmpty() ? "not known" : fitted(names.get(0), columns - others.length()) + others;
  }

  /**
   * Appends a row: a name, and cells at the right of their columns; what is beyond these, behind.
   */
  private void row(Palette.Ink ink, int width, int[] columns, List<String> cells) {
    palette.on(text, ink);
    left(cells.get(0), width);
    for (int i = 1; i < cells.size(); i++) {
      right(cells.get(i), i <= columns.length ? columns[i - 1] : cells.get(i).length() + GAP);
    }
    palette.off(text, ink);
    text.newline();
  }

  /** Says how many rows are left out, and of how many calls. */
  private void more(long rows, String calls) {
    if (rows > 0) {
      left("and " + rows + " more", NAME_COLUMNS);
      right(calls, OPERATION[0]);
      command(NAME_COLUMNS + OPERATION[0], "stats");
      text.newline();
    }
  }

  private void findings(Overview overview) {
    List<FoldedFindings.OfRule> findings = overview.findings();
    text.newline();
    if (findings.isEmpty()) {
      palette.put(text, Palette.Ink.REPLY, "Findings");
      text.put("  none").newline();
      return;
    }
    List<String> counts = new ArrayList<>();
    for (Severity severity : List.of(Severity.ERROR, Severity.WARNING, Severity.NOTE)) {
      long count =
          findings.stream()
              .filter(each -> each.rule().severity() == severity)
              .mapToLong(FoldedFindings.OfRule::count)
              .sum();
      if (count > 0) {
        counts.add(Counted.of(count, Parts.name(severity)));
      }
    }
    verdict(new Verdict("Findings", Verdict.Tone.PLAIN, String.join(", ", counts), "check"));
    for (FoldedFindings.OfRule each :
        findings.subList(0, Math.min(MOST_FINDINGS, findings.size()))) {
      finding(each);
    }
    if (findings.size() > MOST_FINDINGS) {
      text.put("and ");
      Quantities.putCount(text, findings.size() - MOST_FINDINGS, "more rule");
      text.newline();
    }
  }

  private void finding(FoldedFindings.OfRule found) {
    String severity = Parts.name(found.rule().severity());
    palette.put(text, Palette.ink(found.rule().severity()), severity);
    text.spaces(LABEL - severity.length());
    right(count(found.count()), COUNT);
    text.put("  ");
    left(found.rule().name(), RULE_COLUMNS);
    long frame = found.first().get(0).finding().frame();
    if (frame > 0) {
      text.put(found.count() > 1 ? " first in frame " : " in frame ").putDecimal(frame);
    }
    text.newline();
  }

  // ---- cells

  private static String size(long bytes) {
    AsciiBuffer size = new AsciiBuffer();
    Quantities.putSize(size, bytes);
    return size.toString();
  }

  /** A count that fits its column: from a million on, in thousands and so on. */
  private static String count(long count) {
    long rest = count;
    int unit = 0;
    while (rest >= (unit == 0 ? MILLION : THOUSAND) && unit < THOUSANDS.length() - 1) {
      rest /= THOUSAND;
      unit++;
    }
    return unit == 0 ? String.valueOf(rest) : rest + THOUSANDS.substring(unit, unit + 1);
  }

  /** Appends a word, cut to a width and filled up to it. */
  private void left(String cell, int width) {
    String cut = cell.length() > width ? cell.substring(0, width - 2) + ".." : cell;
    text.putSymbols(cut).spaces(width - columns(cut));
  }

  /** Appends a number at the right of a width, and at least a space before it. */
  private void right(String cell, int width) {
    text.spaces(Math.max(1, width - cell.length())).put(cell);
  }

  /** Appends what shows more at the right end of a line. */
  private void command(int used, String command) {
    text.spaces(COLUMNS - used - command.length());
    palette.put(text, Palette.Ink.NAME, command);
  }
}
