package org.rdmadump.report.xml;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.OptionalInt;
import org.rdmadump.analysis.VisibleText;
import org.rdmadump.rpcrdma.CaptureSummary;

/** A JUnit report with one suite, which is kept until all of its cases are counted. */
final class JunitReport {
  private final StringBuilder cases = new StringBuilder();
  private int tests;
  private int failures;
  private int errors;
  private int skipped;

  /** Adds that all of a capture, or of a run, was read: a case of its own. */
  void whole(String name, boolean whole) {
    if (whole) {
      passed("input", name, "");
    } else {
      errors++;
      add("input", name, "error", " message=\"not read to its end\" type=\"input\"", "");
    }
  }

  /** Adds that there is RPC-over-RDMA in a capture, or in a run, where that is expected. */
  void traffic(String name, CaptureSummary summary) {
    if (summary.hasRpcRdma()) {
      passed("input", name, "");
    } else {
      failed("input", name, "input", "no RPC-over-RDMA message", "");
    }
  }

  /** Adds a case that passes, with what there is to say of it. */
  void passed(String kind, String name, String said) {
    add(kind, name, said.isEmpty() ? "" : "system-out", "", said);
  }

  /** Adds a case that fails. */
  void failed(String kind, String name, String type, String message, String said) {
    failures++;
    String attributes = " message=\"" + escaped(message) + "\" type=\"" + escaped(type) + "\"";
    add(kind, name, "failure", attributes, said);
  }

  /** Adds a case that the captures do not have. */
  void skipped(String kind, String name, String message) {
    skipped++;
    add(kind, name, "skipped", " message=\"" + escaped(message) + "\"", "");
  }

  private void add(String kind, String name, String element, String attributes, String said) {
    tests++;
    // Names are tokens to some readers.
    String token = name.replaceAll("[^A-Za-z0-9._:-]", "-");
    cases.append("    <testcase classname=\"rdmadump.").append(kind);
    cases.append("\" name=\"").append(token).append('"');
    if (element.isEmpty()) {
      cases.append("/>\n");
      return;
    }
    cases.append(">\n      <").append(element).append(attributes);
    if (said.isEmpty()) {
      cases.append("/>");
    } else {
      cases.append('>').append(escaped(said)).append("</").append(element).append('>');
    }
    cases.append("\n    </testcase>\n");
  }

  /**
   * Writes all of it, and flushes but does not close.
   *
   * @param verb of the command
   * @param suite what it is about, such as the names of captures
   */
  void write(OutputStream out, String verb, String suite) throws IOException {
    String counts =
        String.format(
            Locale.US, " tests=\"%d\" failures=\"%d\" errors=\"%d\"", tests, failures, errors);
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    text.append("<testsuites name=\"rdmadump ").append(verb).append('"').append(counts);
    text.append(">\n  <testsuite name=\"").append(escaped(suite)).append('"').append(counts);
    text.append(" skipped=\"").append(skipped).append("\">\n").append(cases);
    text.append("  </testsuite>\n</testsuites>\n");
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Where something was found; the frame is 0 if none is known. */
  static String place(long frame, OptionalInt connection, OptionalInt xid) {
    StringBuilder place = new StringBuilder();
    if (frame > 0) {
      place.append("frame ").append(frame);
    }
    if (connection.isPresent()) {
      place.append(" connection ").append(connection.getAsInt());
    }
    if (xid.isPresent()) {
      place.append(String.format(Locale.US, " XID 0x%08x", xid.getAsInt()));
    }
    return place.toString();
  }

  /** The name of a suite about several captures. */
  static String names(Collection<String> files) {
    return String.join(" ", files);
  }

  /**
   * {@return text for XML 1.0: markup and what is not visible escaped, question marks for
   * characters that it does not have}
   */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> {
                  boolean allowed =
                      c == '\t'
                          || c == '\n'
                          || (c >= 0x20 && c <= 0xd7ff)
                          || (c >= 0xe000 && c <= 0xfffd)
                          || c >= 0x10000;
                  if (allowed && c >= 0x7f && !VisibleText.isVisible(c)) {
                    escaped.append("&#x").append(Integer.toHexString(c)).append(';');
                  } else {
                    escaped.appendCodePoint(allowed ? c : '?');
                  }
                }
              }
            });
    return escaped.toString();
  }
}
