package org.rdmadump.report.text;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;

/** Prints the counts of a run, a line each, the numbers right-aligned. */
final class SummaryText {
  private static final int NUMBER_WIDTH = 12;

  /** In place of a number: a device that tells nothing may have lost any. */
  private static final String UNKNOWN = "unknown";

  private SummaryText() {}

  /** Appends the lines; what did not happen has none, unless its absence is news. */
  static void put(AsciiBuffer text, CaptureSummary summary, Palette palette) {
    for (DeviceCounts device : summary.devices()) {
      device(text, device);
    }
    frames(text, summary);
    line(text, summary.rdmaPackets(), "RDMA packet", "RDMA packets");
    ifAny(
        text,
        summary.duplicates(),
        "duplicate dropped, which two interfaces or files showed",
        "duplicates dropped, which two interfaces or files showed");
    kinds(text, summary.congestion(), "   of congestion: ");
    kinds(text, summary.mads(), "   of management: ");
    kinds(text, summary.madErrors(), "   of management, with an error: ");
    for (Map.Entry<String, Long> count : summary.notDecoded().entrySet()) {
      text.putDecimal(count.getValue(), NUMBER_WIDTH);
      text.put(count.getValue() == 1 ? " frame" : " frames").put(" not decoded: ");
      text.put(count.getKey().replace('_', ' ')).newline();
    }
    line(
        text,
        summary.connections(),
        "connection with RPC-over-RDMA",
        "connections with RPC-over-RDMA");
    for (Map.Entry<String, Long> count : summary.refused().entrySet()) {
      text.putDecimal(count.getValue(), NUMBER_WIDTH);
      text.put(count.getValue() == 1 ? " connection refused: " : " connections refused: ");
      text.put(count.getKey()).newline();
    }
    for (Map.Entry<String, Integer> count : summary.otherProtocols().entrySet()) {
      text.putDecimal(count.getValue(), NUMBER_WIDTH);
      text.put(count.getValue() == 1 ? " connection with " : " connections with ");
      text.put(count.getKey()).newline();
    }
    line(text, summary.calls(), "call", "calls");
    line(text, summary.replies(), "reply", "replies");
    line(text, summary.unanswered(), "call without a reply", "calls without a reply");
    ifAny(text, summary.repliesWithoutCall(), "reply without a call", "replies without a call");
    ifAny(text, summary.otherMessages(), "other message", "other messages");
    line(text, summary.incomplete(), "incomplete message", "incomplete messages");
    if (!summary.rules().isEmpty()) {
      findings(text, summary, palette);
    }
    for (Map.Entry<String, Long> count : summary.evictions().entrySet()) {
      text.putDecimal(count.getValue(), NUMBER_WIDTH).put(" given up by the limit on ");
      text.put(count.getKey().replace('_', ' ')).newline();
    }
  }

  /** The counts by severity, and below each those of its rules. */
  private static void findings(AsciiBuffer text, CaptureSummary summary, Palette palette) {
    RuleCatalogue catalogue = new RuleCatalogue();
    for (Severity severity : Severity.values()) {
      long count = summary.findings().getOrDefault(severity, 0L);
      Palette.Ink ink = count > 0 ? Palette.ink(severity) : Palette.Ink.USUAL;
      palette.on(text, ink);
      ifAny(text, count, Parts.name(severity), Parts.name(severity) + "s");
      palette.off(text, ink);
      for (Map.Entry<String, Long> rule : summary.rules().entrySet()) {
        Optional<Rule> known = catalogue.find(rule.getKey());
        if (known.isPresent() && known.get().severity() == severity) {
          text.putDecimal(rule.getValue(), NUMBER_WIDTH).put("   ").put(rule.getKey()).newline();
        }
      }
    }
  }

  private static void device(AsciiBuffer text, DeviceCounts device) {
    String name = device.device();
    line(text, device.captured(), "packet captured on " + name, "packets captured on " + name);
    ofDevice(text, device.received(), "received by the capture on ", name);
    ofDevice(text, device.dropped(), "dropped by the buffer of ", name);
    ofDevice(text, device.droppedByInterface(), "dropped by the device ", name);
    if (device.notDecoded() > 0) {
      text.putDecimal(device.notDecoded(), NUMBER_WIDTH);
      text.put(device.notDecoded() == 1 ? " frame of " : " frames of ").put(name);
      text.put(device.notDecoded() == 1 ? " was" : " were");
      text.put(" not decoded: the output was too slow, or the run was over").newline();
    }
  }

  private static void ofDevice(AsciiBuffer text, OptionalLong count, String what, String device) {
    if (count.isPresent()) {
      text.putDecimal(count.getAsLong(), NUMBER_WIDTH).put(' ');
    } else {
      text.put(" ".repeat(NUMBER_WIDTH - UNKNOWN.length())).put(UNKNOWN).put(' ');
    }
    text.put(what).put(device).newline();
  }

  private static void kinds(AsciiBuffer text, Map<String, Long> counts, String what) {
    for (Map.Entry<String, Long> count : counts.entrySet()) {
      text.putDecimal(count.getValue(), NUMBER_WIDTH).put(what);
      text.put(count.getKey()).newline();
    }
  }

  private static void frames(AsciiBuffer text, CaptureSummary summary) {
    text.putDecimal(summary.frames(), NUMBER_WIDTH);
    text.put(summary.frames() == 1 ? " frame, " : " frames, ");
    Quantities.putSize(text, summary.bytes());
    if (summary.frames() > 0) {
      text.put(", spanning ");
      Quantities.putDuration(text, summary.lastNanos() - summary.firstNanos());
    }
    text.newline();
    ifAny(
        text,
        summary.backwards(),
        "frame earlier than the one before",
        "frames earlier than the one before");
  }

  private static void line(AsciiBuffer text, long count, String one, String many) {
    text.putDecimal(count, NUMBER_WIDTH).put(' ').put(count == 1 ? one : many).newline();
  }

  private static void ifAny(AsciiBuffer text, long count, String one, String many) {
    if (count > 0) {
      line(text, count, one, many);
    }
  }
}
