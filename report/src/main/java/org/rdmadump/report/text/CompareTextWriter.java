package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.compare.Chance;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedOperation;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.compare.ValueUnit;
import org.rdmadump.analysis.compare.Verdict;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.finding.Counted;
import org.rdmadump.report.StatsTable;

/** Prints a comparison as tables for people: first what differs, then everything side by side. */
public final class CompareTextWriter implements ComparisonWriter {
  private static final String NONE = "-";
  private static final int LONGEST_NAME = 200;

  /** Columns of values that tell least, the least first. */
  private static final List<TextTable.Spare> LEAST_TELLING =
      List.of(
          new TextTable.Spare(0, "kind"),
          new TextTable.Spare(7, "test"),
          new TextTable.Spare(5, "change"));

  private final OutputStream out;
  private final Palette palette;
  private final boolean onlyDifferences;
  private final OptionalInt width;
  private final AsciiBuffer text = new AsciiBuffer();

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param onlyDifferences leave everything else out
   * @param width columns of a terminal that operations have to fit; empty to leave out no column
   */
  public CompareTextWriter(
      OutputStream out, boolean colour, boolean onlyDifferences, OptionalInt width) {
    this.out = out;
    this.palette = new Palette(colour);
    this.onlyDifferences = onlyDifferences;
    this.width = width;
  }

  @Override
  public void write(ComparisonReport report) throws IOException {
    run("A", report.a());
    run("B", report.b());
    values("Differences", report.differences());
    values("Too few calls to exclude chance", report.undecided());
    values("Not comparable", report.incomparable());
    if (!onlyDifferences) {
      operations(report.operations());
      values("Of each call", ofCalls(report));
      values("Connections", report.connections());
      values("Findings", report.findings());
    }
    text.newline();
    conclusion(report);
    text.moveTo(out);
    out.flush();
  }

  private void run(String name, RunReport run) {
    text.put(name).put("  ");
    text.putText(run.files().get(0), LONGEST_NAME);
    if (run.files().size() > 1) {
      text.put(" and ").put(Counted.of(run.files().size() - 1L, "more file"));
    }
    text.newline().put("   ");
    Quantities.putCount(text, run.summary().frames(), "frame");
    text.put(", ");
    Quantities.putCallsIn(text, run.summary());
    text.put(run.whole() ? "" : ", not read to the end").newline();
  }

  private static List<ComparedValue> ofCalls(ComparisonReport report) {
    List<ComparedValue> values = new ArrayList<>();
    for (ComparedOperation operation : report.operations()) {
      for (ComparedValue each : operation.values()) {
        if (each.kind() == CompareKind.BYTES
            || each.kind() == CompareKind.CHUNKS
            || each.kind() == CompareKind.INVALIDATION) {
          values.add(each);
        }
      }
    }
    return values;
  }

  private void values(String title, List<ComparedValue> values) {
    if (values.isEmpty()) {
      return;
    }
    TextTable table = new TextTable(title).words("").words("").words("");
    table.number("A").number("B").number("").words("").words("");
    for (ComparedValue each : values) {
      table.row(
          each.verdict() == Verdict.WORSE,
          List.of(
              inWords(each.kind().label()),
              each.about(),
              inWords(each.measure()),
              cell(each.unit(), each.a()),
              cell(each.unit(), each.b()),
              change(each),
              words(each.verdict()),
              each.verdict().isDifference() ? test(each.chance()) : ""));
    }
    if (width.isPresent()) {
      table.fit(width.getAsInt(), LEAST_TELLING);
    }
    table.put(text, palette);
  }

  /** A name as people write it, that JSON has with underscores; not that of a status. */
  private static String inWords(String name) {
    return name.equals(name.toLowerCase(Locale.ROOT)) ? name.replace('_', ' ') : name;
  }

  private static String cell(ValueUnit unit, List<Long> values) {
    List<String> cells = new ArrayList<>(values.size());
    values.forEach(each -> cells.add(cell(unit, each)));
    return cells.isEmpty() ? NONE : String.join(", ", cells);
  }

  private static String cell(ValueUnit unit, long value) {
    return unit == ValueUnit.TRANSPORT
        ? ValueUnit.transport(value)
        : Quantities.cell(StatsTable.Unit.valueOf(unit.name()), value);
  }

  private static String change(ComparedValue value) {
    if (value.verdict() == Verdict.NOT_COMPARABLE
        || value.a().size() != 1
        || value.b().size() != 1
        || value.a().equals(value.b())) {
      return "";
    }
    long a = value.a().get(0);
    long b = value.b().get(0);
    if (a == 0 || b == 0) {
      return a == 0 ? "new" : "gone";
    }
    return String.format(Locale.US, "%+.1f %%", 100.0 * (b - a) / a);
  }

  private static String words(Verdict verdict) {
    return verdict.label().replace('_', ' ');
  }

  private static String test(Optional<Chance> chance) {
    return chance.isPresent()
        ? String.format(
            Locale.US, "%s p %.1e", chance.get().test().label(), chance.get().adjusted())
        : "";
  }

  private void operations(List<ComparedOperation> operations) {
    if (operations.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("Operations").words("").words("");
    table.number("calls A").number("calls B").words("latency");
    table.number("p50 A").number("p50 B").number("p90 A").number("p90 B");
    table.number("p99 A").number("p99 B").number("failed A").number("failed B");
    for (ComparedOperation each : operations) {
      Optional<Durations> a = each.a().map(OperationStats::latency);
      Optional<Durations> b = each.b().map(OperationStats::latency);
      table.row(
          each.values().stream().anyMatch(value -> value.verdict() == Verdict.WORSE),
          List.of(
              each.key().protocolInWords(),
              each.key().operationInWords(),
              count(each.a().map(OperationStats::calls)),
              count(each.b().map(OperationStats::calls)),
              words(each.latency()),
              nanos(a.filter(some -> some.count() > 0).map(Durations::p50)),
              nanos(b.filter(some -> some.count() > 0).map(Durations::p50)),
              nanos(a.filter(some -> some.count() > 0).map(Durations::p90)),
              nanos(b.filter(some -> some.count() > 0).map(Durations::p90)),
              nanos(a.filter(some -> some.count() > 0).map(Durations::p99)),
              nanos(b.filter(some -> some.count() > 0).map(Durations::p99)),
              count(each.a().map(OperationStats::failed)),
              count(each.b().map(OperationStats::failed))));
    }
    width.ifPresent(table::fit);
    table.put(text, palette);
  }

  private static String count(Optional<Long> count) {
    return count.isPresent() ? Quantities.cell(StatsTable.Unit.COUNT, count.get()) : NONE;
  }

  private static String nanos(Optional<Long> nanos) {
    return nanos.isPresent() ? Quantities.cell(StatsTable.Unit.NANOS, nanos.get()) : NONE;
  }

  private void conclusion(ComparisonReport report) {
    AsciiBuffer line = new AsciiBuffer();
    conclusion(report, line);
    FittedLines.putProse(text, line.toString(), out);
  }

  private static void conclusion(ComparisonReport report, AsciiBuffer text) {
    Map<Verdict, Long> found = new EnumMap<>(Verdict.class);
    report.differences().forEach(each -> found.merge(each.verdict(), 1L, Long::sum));
    if (found.isEmpty()) {
      text.put(report.isExact() ? "no difference" : "no difference beyond chance");
    } else {
      Quantities.putCount(text, report.differences().size(), "difference");
      List<String> counts = new ArrayList<>(found.size());
      found.forEach((verdict, count) -> counts.add(count + " " + words(verdict)));
      text.put(": ").put(String.join(", ", counts));
    }
    if (!report.incomparable().isEmpty()) {
      text.put("; the transports differ");
    }
    if (report.withoutEnough() > 0) {
      text.put("; not enough calls to compare latencies of ");
      text.putDecimal(report.withoutEnough()).put(" of ");
      Quantities.putCount(text, report.operations().size(), "operation");
    }
  }
}
