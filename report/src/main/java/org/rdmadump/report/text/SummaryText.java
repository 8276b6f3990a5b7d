package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
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
public final class SummaryText {
  private static final int NUMBER_WIDTH = 12;

  /** In place of a number: a device that tells nothing may have lost any. */
  private static final String UNKNOWN = "unknown";

  private SummaryText() {}

  /** Prints the counts to {@code out} and flushes it. */
  public static void write(OutputStream out, CaptureSummary summary, boolean colours)
      throws IOException {
    AsciiBuffer text = new AsciiBuffer();
    put(text, summary, new Palette(colours));
    text.writeTo(out);
    out.flush();
  }

  /** Appends the lines; what did not happen has none, unless its absence is news. */
  private static void put(AsciiBuffer text, CaptureSummary summary, Palette palette) {
    for (DeviceCounts device : summary.devices()) {
      device(text, device);
    }
    frames(text, summary);
    line(text, summary.rdmaPackets(), "RDMA packet", "");
    ifAny(
        text, summary.duplicates(), "duplicate", " dropped, which two interfaces or files showed");
    each(text, summary.congestion(), "", "  of congestion: ");
    each(text, summary.mads(), "", "  of management: ");
    each(text, summary.madErrors(), "", "  of management, with an error: ");
    each(text, inWords(summary.notDecoded()), "frame", " not decoded: ");
    line(text, summary.connections(), "connection", " with RPC-over-RDMA");
    each(text, summary.refused(), "connection", " refused: ");
    each(text, summary.otherProtocols(), "connection", " with ");
    line(text, summary.calls(), "call", ofThemRepeats(summary.repeatedCalls()));
    line(text, summary.replies(), "reply", "");
    line(text, summary.unanswered(), "call", " without a reply");
    ifAny(text, summary.repliesWithoutCall(), "reply", " without a call");
    ifAny(text, summary.otherMessages(), "other message", "");
    line(text, summary.incomplete(), "incomplete message", "");
    ifAny(text, summary.nvmeCommands(), "NVMe command", "");
    if (!summary.rules().isEmpty()) {
      findings(text, summary, palette);
    }
    each(text, inWords(summary.evictions()), "", "given up by the limit on ");
  }

  /** The counts by severity, and below each those of its rules. */
  private static void findings(AsciiBuffer text, CaptureSummary summary, Palette palette) {
    RuleCatalogue catalogue = new RuleCatalogue();
    for (Severity severity : Severity.values()) {
      long count = summary.findings().getOrDefault(severity, 0L);
      Palette.Ink ink = count > 0 ? Palette.ink(severity) : Palette.Ink.USUAL;
      palette.on(text, ink);
      ifAny(text, count, Parts.name(severity), "");
      palette.off(text, ink);
      for (Map.Entry<String, Long> rule : summary.rules().entrySet()) {
        Optional<Rule> known = catalogue.find(rule.getKey());
        if (known.isPresent() && known.get().severity() == severity) {
          text.putDecimal(rule.getValue(), NUMBER_WIDTH).put("   ").put(rule.getKey()).newline();
        }
      }
    }
  }

  private static String ofThemRepeats(long repeats) {
    return repeats == 0
        ? ""
        : ", " + repeats + " of them " + (repeats == 1 ? "a repeat" : "repeats");
  }

  private static void device(AsciiBuffer text, DeviceCounts device) {
    String name = device.device();
    line(text, device.captured(), "packet", " captured on " + name);
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

  /**
   * Appends a line for each name that something was counted by.
   *
   * @param noun what is counted; empty where it is not said
   * @param rest what stands before the name
   */
  private static void each(
      AsciiBuffer text, Map<String, ? extends Number> counts, String noun, String rest) {
    for (Map.Entry<String, ? extends Number> each : counts.entrySet()) {
      line(text, each.getValue().longValue(), noun, rest + each.getKey());
    }
  }

  /** The same, under names that are words and not labels. */
  private static Map<String, Long> inWords(Map<String, Long> counts) {
    Map<String, Long> words = new LinkedHashMap<>();
    for (Map.Entry<String, Long> each : counts.entrySet()) {
      words.put(each.getKey().replace('_', ' '), each.getValue());
    }
    return words;
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
    ifAny(text, summary.backwards(), "frame", " earlier than the one before");
  }

  /** Appends a count of {@code noun}, in the plural unless it is one, and what is said of them. */
  private static void line(AsciiBuffer text, long count, String noun, String rest) {
    text.putDecimal(count, NUMBER_WIDTH).put(' ');
    if (count == 1 || noun.isEmpty()) {
      text.put(noun);
    } else {
      text.put(noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ie" : noun).put('s');
    }
    text.put(rest).newline();
  }

  private static void ifAny(AsciiBuffer text, long count, String noun, String rest) {
    if (count > 0) {
      line(text, count, noun, rest);
    }
  }
}
