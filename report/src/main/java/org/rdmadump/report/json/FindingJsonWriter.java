package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.finding.Finding;

/** Prints every finding as a JSON object on a line of its own; optionally all in one array. */
public final class FindingJsonWriter implements FindingWriter {
  private static final SerializedString FINDING = new SerializedString("finding");
  private static final SerializedString RULE = new SerializedString("rule");
  private static final SerializedString SEVERITY = new SerializedString("severity");
  private static final SerializedString FRAME = new SerializedString("frame");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString CONNECTION = new SerializedString("connection");
  private static final SerializedString XID = new SerializedString("xid");
  private static final SerializedString NUMBER = new SerializedString("number");
  private static final SerializedString MESSAGE = new SerializedString("message");
  private static final SerializedString SOURCE = new SerializedString("source");

  private final JsonGenerator out;
  private final JsonFields fields;
  private final SummaryJsonWriter summaries;
  private final JsonRecords records;
  private final boolean summaryOnly;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param summaryOnly write only the counts of the run
   */
  public FindingJsonWriter(OutputStream target, boolean array, boolean summaryOnly)
      throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.fields = new JsonFields(out);
    this.summaries = new SummaryJsonWriter(out);
    this.records = new JsonRecords(out, array);
    this.summaryOnly = summaryOnly;
  }

  @Override
  public void begin() throws IOException {
    records.begin();
  }

  @Override
  public void finding(CheckFinding checked) throws IOException {
    if (summaryOnly) {
      return;
    }
    Finding finding = checked.finding();
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, FINDING);
    fields.string(RULE, finding.rule().name());
    fields.string(SEVERITY, JsonFields.severity(finding.rule().severity()));
    if (finding.frame() > 0) {
      fields.number(FRAME, finding.frame());
    }
    if (finding.offset() >= 0) {
      fields.number(OFFSET, finding.offset());
    }
    fields.number(CONNECTION, checked.connection());
    fields.hex(XID, checked.xid());
    fields.number(NUMBER, checked.message());
    fields.string(MESSAGE, finding.message());
    fields.string(SOURCE, finding.rule().source());
    out.writeEndObject();
    records.endOfRecord();
  }

  @Override
  public void end(CheckReport report) throws IOException {
    if (summaryOnly) {
      records.separate();
      summaries.write(report.summary());
      records.endOfRecord();
    }
    records.end();
  }
}
