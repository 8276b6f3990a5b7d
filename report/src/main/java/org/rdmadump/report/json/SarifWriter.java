package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.RulePage;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;

/**
 * Prints findings as one SARIF 2.1.0 log (OASIS Static Analysis Results Interchange Format), as
 * they come. A frame is a logical location of kind {@code frame}. The capture is the physical
 * location, which GitHub refuses a log without. Frames of several captures are numbered over all of
 * them.
 */
public final class SarifWriter implements FindingWriter {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final JsonOutput out;
  private final String version;
  private final List<String> files;
  private final ToIntFunction<Finding> fileOf;
  private final List<Rule> rules;
  private final boolean expectsTraffic;
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param version of this program
   * @param files the captures
   * @param fileOf which of them a finding is about, from 0 on; below 0 if that is not known
   * @param rules those that are checked, in the order to list them in
   * @param expectsTraffic whether to notify of captures without RPC-over-RDMA
   */
  public SarifWriter(
      OutputStream target,
      String version,
      List<String> files,
      ToIntFunction<Finding> fileOf,
      List<Rule> rules,
      boolean expectsTraffic) {
    this.out = new JsonOutput(target, /* array= */ false);
    this.version = version;
    this.files = List.copyOf(files);
    this.fileOf = fileOf;
    this.rules = List.copyOf(rules);
    this.expectsTraffic = expectsTraffic;
    for (Rule rule : rules) {
      indexes.put(rule.name(), indexes.size());
    }
  }

  @Override
  public void begin() throws IOException {
    out.beginObject();
    out.put("$schema", SCHEMA);
    out.put("version", "2.1.0");
    out.beginArray("runs");
    out.beginObject();
    tool();
    out.put("columnKind", "utf16CodeUnits");
    out.beginArray("artifacts");
    for (String file : files) {
      out.beginObject();
      location(file);
      out.endObject();
    }
    out.endArray();
    out.beginArray("results");
  }

  private void tool() throws IOException {
    RulePages pages = RulePages.read();
    out.beginObject("tool");
    out.beginObject("driver");
    out.put("name", "rdmadump");
    out.put("version", version);
    out.beginArray("rules");
    for (Rule rule : rules) {
      out.beginObject();
      out.put("id", rule.name());
      RulePage page = pages.page(rule.name());
      text("shortDescription", page.meaning());
      text("help", page.advice());
      out.beginObject("defaultConfiguration");
      out.put("level", Parts.name(rule.severity()));
      out.endObject();
      out.beginObject("properties");
      out.put("source", rule.source());
      out.endObject();
      out.endObject();
    }
    out.endArray();
    out.endObject();
    out.endObject();
  }

  private void text(String name, String text) {
    out.beginObject(name);
    out.put("text", text);
    out.endObject();
  }

  /** An artifact's place, as a relative or absolute URI reference. */
  private void location(String file) {
    out.beginObject("location");
    out.put("uri", uri(file));
    out.endObject();
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
    out.beginObject();
    out.put("ruleId", finding.rule().name());
    Integer index = indexes.get(finding.rule().name());
    if (index != null) {
      out.put("ruleIndex", index);
    }
    out.put("level", Parts.name(finding.rule().severity()));
    text("message", finding.message());
    locations(finding);
    out.beginObject("properties");
    out.put("source", finding.rule().source());
    out.put("connection", checked.connection());
    if (checked.xid().isPresent()) {
      out.putHex("xid", checked.xid().getAsInt());
    }
    out.put("number", checked.message());
    if (checked.path().isPresent()) {
      out.put("path", checked.path().get().text());
    }
    if (checked.ends().isPresent()) {
      out.put("ends", checked.ends().get());
    }
    out.endObject();
    out.endObject();
    out.newline();
    out.passOnIfFull();
  }

  private void locations(Finding finding) {
    out.beginArray("locations");
    out.beginObject();
    int file = fileOf.applyAsInt(finding);
    int named = Math.max(0, file);
    if (!files.isEmpty()) {
      out.beginObject("physicalLocation");
      out.beginObject("artifactLocation");
      out.put("uri", uri(files.get(named)));
      out.put("index", named);
      out.endObject();
      out.endObject();
    }
    if (files.size() > 1) {
      String over = "frames are numbered over all " + files.size() + " captures";
      text("message", file < 0 ? "the capture is not known; " + over : over);
    }
    if (finding.frame() > 0) {
      out.beginArray("logicalLocations");
      out.beginObject();
      out.put("name", "frame " + finding.frame());
      out.put("kind", "frame");
      out.endObject();
      out.endArray();
    }
    out.endObject();
    out.endArray();
  }

  @Override
  public void end(CheckReport report) throws IOException {
    out.endArray();
    out.beginArray("invocations");
    out.beginObject();
    out.put("executionSuccessful", report.whole());
    if (expectsTraffic && !report.summary().hasRpcRdma()) {
      out.beginArray("toolExecutionNotifications");
      out.beginObject();
      out.put("level", "error");
      text("message", "no RPC-over-RDMA message");
      out.endObject();
      out.endArray();
    }
    out.endObject();
    out.endArray();
    out.endObject();
    out.endArray();
    out.endObject();
    out.newline();
    out.flush();
  }
}
