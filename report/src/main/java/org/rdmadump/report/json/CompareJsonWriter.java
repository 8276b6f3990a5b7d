package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.compare.Chance;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.compare.ValueUnit;
import org.rdmadump.analysis.compare.Verdict;

/** Prints a comparison as JSON objects, one on a line; optionally all in one array. */
public final class CompareJsonWriter implements ComparisonWriter {
  private final JsonOutput out;
  private final boolean onlyDifferences;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param onlyDifferences leave out values that do not differ
   */
  public CompareJsonWriter(OutputStream target, boolean array, boolean onlyDifferences) {
    this.out = new JsonOutput(target, array);
    this.onlyDifferences = onlyDifferences;
  }

  @Override
  public void write(ComparisonReport report) throws IOException {
    out.begin();
    for (ComparedValue each : onlyDifferences ? report.unequal() : report.values()) {
      value(each);
    }
    out.beginRecord("comparison");
    run("a", report.a());
    run("b", report.b());
    out.put("exact", report.isExact());
    out.beginObject("verdicts");
    for (Verdict verdict : Verdict.values()) {
      out.put(
          verdict.label(),
          report.values().stream().filter(each -> each.verdict() == verdict).count());
    }
    out.endObject();
    out.put("operations", report.operations().size());
    out.put("operations_not_enough", report.withoutEnough());
    out.endRecord();
    out.end();
  }

  private void run(String name, RunReport run) {
    out.beginObject(name);
    out.put("files", run.files());
    out.put("whole", run.whole());
    out.put("frames", run.summary().frames());
    out.put("connections", run.summary().connections());
    out.put("calls", run.summary().calls());
    out.put("replies", run.summary().replies());
    out.put("duration_ns", run.summary().lastNanos() - run.summary().firstNanos());
    out.endObject();
  }

  private void value(ComparedValue value) throws IOException {
    out.beginRecord("compared");
    out.putLabel("kind", value.kind().label());
    if (value.kind() == CompareKind.FINDINGS) {
      out.putLabel("rule", value.subject());
    } else if (!value.subject().isEmpty()) {
      out.put("protocol", value.protocol());
      out.put("op", value.subject());
    }
    out.put("measure", value.measure());
    out.putLabel("unit", value.unit().label());
    values("a", value.unit(), value.a());
    values("b", value.unit(), value.b());
    if (value.chance().isPresent()) {
      Chance chance = value.chance().get();
      out.putLabel("test", chance.test().label());
      out.put("p", chance.p());
      out.put("p_adjusted", chance.adjusted());
    }
    out.putLabel("verdict", value.verdict().label());
    out.endRecord();
  }

  private void values(String name, ValueUnit unit, List<Long> values) {
    boolean areNames = unit == ValueUnit.TRANSPORT;
    if (values.size() > 1) {
      List<String> all = new ArrayList<>(values.size());
      values.forEach(each -> all.add(areNames ? ValueUnit.transport(each) : Long.toString(each)));
      out.put(name + "_all", all);
    } else if (!values.isEmpty() && areNames) {
      out.putLabel(name, ValueUnit.transport(values.get(0)));
    } else if (!values.isEmpty() && unit == ValueUnit.HUNDREDTHS) {
      out.put(name, values.get(0) / 100.0);
    } else if (!values.isEmpty()) {
      out.put(name, values.get(0));
    }
  }
}
