package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import org.rdmadump.finding.Finding;

/** Writes what was noticed, as the array {@code findings}. */
final class FindingJson {
  private static final SerializedString FINDINGS = new SerializedString("findings");
  private static final SerializedString RULE = new SerializedString("rule");
  private static final SerializedString SEVERITY = new SerializedString("severity");
  private static final SerializedString FRAME = new SerializedString("frame");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString TEXT = new SerializedString("message");

  private final JsonGenerator out;
  private final JsonFields fields;

  FindingJson(JsonGenerator out, JsonFields fields) {
    this.out = out;
    this.fields = fields;
  }

  void write(List<Finding> findings) throws IOException {
    out.writeFieldName(FINDINGS);
    out.writeStartArray();
    for (int i = 0; i < findings.size(); i++) {
      Finding finding = findings.get(i);
      out.writeStartObject();
      fields.label(RULE, finding.rule().name());
      fields.label(SEVERITY, JsonFields.severity(finding.rule().severity()));
      if (finding.frame() > 0) {
        fields.number(FRAME, finding.frame());
      }
      if (finding.offset() >= 0) {
        fields.number(OFFSET, finding.offset());
      }
      fields.string(TEXT, finding.message());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
