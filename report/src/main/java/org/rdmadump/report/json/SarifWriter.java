package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.RulePage;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

/**
 * Prints findings as one SARIF 2.1.0 log (OASIS Static Analysis Results Interchange Format), as
 * they come. A frame is a logical location of kind {@code frame}; where there is one capture, it is
 * the physical location.
 */
public final class SarifWriter implements FindingWriter {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final JsonGenerator out;
  private final String version;
  private final List<String> files;
  private final List<Rule> rules;
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param version of this program
   * @param files the captures
   * @param rules those that are checked, in the order to list them in
   */
  public SarifWriter(OutputStream target, String version, List<String> files, List<Rule> rules)
      throws IOException {
    this.out = JsonRecordWriter.generator(target);
    this.version = version;
    this.files = List.copyOf(files);
    this.rules = List.copyOf(rules);
    for (Rule rule : rules) {
      indexes.put(rule.name(), indexes.size());
    }
  }

  @Override
  public void begin() throws IOException {
    out.writeStartObject();
    out.writeStringField("$schema", SCHEMA);
    out.writeStringField("version", "2.1.0");
    out.writeArrayFieldStart("runs");
    out.writeStartObject();
    tool();
    out.writeStringField("columnKind", "utf16CodeUnits");
    out.writeArrayFieldStart("artifacts");
    for (String file : files) {
      out.writeStartObject();
      location(file);
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("results");
  }

  private void tool() throws IOException {
    RulePages pages = RulePages.read();
    out.writeObjectFieldStart("tool");
    out.writeObjectFieldStart("driver");
    out.writeStringField("name", "rdmadump");
    out.writeStringField("version", version);
    out.writeArrayFieldStart("rules");
    for (Rule rule : rules) {
      out.writeStartObject();
      out.writeStringField("id", rule.name());
      RulePage page = pages.page(rule.name());
      text("shortDescription", page.meaning());
      text("help", page.advice());
      out.writeObjectFieldStart("defaultConfiguration");
      out.writeStringField("level", JsonFields.severity(rule.severity()));
      out.writeEndObject();
      out.writeObjectFieldStart("properties");
      out.writeStringField("source", rule.source());
      out.writeEndObject();
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndObject();
  }

  private void text(String name, String text) throws IOException {
    out.writeObjectFieldStart(name);
    out.writeStringField("text", text);
    out.writeEndObject();
  }

  /** An artifact's place, as a relative or absolute URI reference. */
  private void location(String file) throws IOException {
    out.writeObjectFieldStart("location");
    out.writeStringField("uri", uri(file));
    out.writeEndObject();
  }

  /** {@return a file name as a URI reference (RFC 3986), what is not allowed in one encoded} */
  static String uri(String file) {
    StringBuilder uri = new StringBuilder(file.length());
    if (file.startsWith("/")) {
      uri.append("file://");
    }
    for (byte each : file.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || "/-._~".indexOf(c) >= 0) {
        uri.append(c);
      } else {
        uri.append('%');
        uri.append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
        uri.append(Character.toUpperCase(Character.forDigit(c & 0xf, 16)));
      }
    }
    return uri.toString();
  }

  @Override
  public void finding(CheckFinding checked) throws IOException {
    Finding finding = checked.finding();
    out.writeStartObject();
    out.writeStringField("ruleId", finding.rule().name());
    Integer index = indexes.get(finding.rule().name());
    if (index != null) {
      out.writeNumberField("ruleIndex", index);
    }
    out.writeStringField("level", JsonFields.severity(finding.rule().severity()));
    text("message", finding.message());
    locations(finding);
    out.writeObjectFieldStart("properties");
    out.writeStringField("source", finding.rule().source());
    if (checked.connection().isPresent()) {
      out.writeNumberField("connection", checked.connection().getAsInt());
    }
    if (checked.xid().isPresent()) {
      out.writeStringField("xid", String.format(Locale.ROOT, "0x%08x", checked.xid().getAsInt()));
    }
    if (checked.message().isPresent()) {
      out.writeNumberField("number", checked.message().getAsLong());
    }
    out.writeEndObject();
    out.writeEndObject();
    out.writeRaw('\n');
  }

  private void locations(Finding finding) throws IOException {
    out.writeArrayFieldStart("locations");
    out.writeStartObject();
    if (files.size() == 1) {
      out.writeObjectFieldStart("physicalLocation");
      out.writeObjectFieldStart("artifactLocation");
      out.writeStringField("uri", uri(files.get(0)));
      out.writeNumberField("index", 0);
      out.writeEndObject();
      out.writeEndObject();
    }
    if (finding.frame() > 0) {
      out.writeArrayFieldStart("logicalLocations");
      out.writeStartObject();
      out.writeStringField("name", "frame " + finding.frame());
      out.writeStringField("kind", "frame");
      out.writeEndObject();
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeEndArray();
  }

  @Override
  public void end(CheckReport report) throws IOException {
    out.writeEndArray();
    out.writeArrayFieldStart("invocations");
    out.writeStartObject();
    out.writeBooleanField("executionSuccessful", report.whole());
    out.writeEndObject();
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
    out.writeEndObject();
    out.writeRaw('\n');
    out.flush();
  }
}
