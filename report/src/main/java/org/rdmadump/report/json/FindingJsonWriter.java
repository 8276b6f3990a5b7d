package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;

/** Prints every finding as a JSON object on a line of its own; optionally all in one array. */
public final class FindingJsonWriter implements FindingWriter {
  private final JsonOutput out;
  private final JsonMembers<Finding> members;
  private final boolean summaryOnly;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param summaryOnly write only the counts of the run
   */
  public FindingJsonWriter(OutputStream target, boolean array, boolean summaryOnly) {
    this.out = new JsonOutput(target, array);
    this.members = new JsonMembers<>(out, Parts::findings, "");
    this.summaryOnly = summaryOnly;
  }

  @Override
  public void begin() {
    out.begin();
  }

  @Override
  public void finding(CheckFinding checked) throws IOException {
    if (summaryOnly) {
      return;
    }
    Finding finding = checked.finding();
    out.beginRecord("finding");
    members.writeInPlace(finding);
    out.put("connection", checked.connection());
    out.putHex("xid", checked.xid());
    out.put("number", checked.message());
    if (checked.path().isPresent()) {
      out.put("path", checked.path().get().text());
    }
    if (checked.ends().isPresent()) {
      out.put("ends", checked.ends().get());
    }
    members.writeBehind(finding);
    out.put("source", finding.rule().source());
    out.endRecord();
  }

  @Override
  public void end(CheckReport report) throws IOException {
    if (summaryOnly) {
      SummaryJson.write(out, report.summary());
    }
    out.end();
  }
}
