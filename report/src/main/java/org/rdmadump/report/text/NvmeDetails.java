package org.rdmadump.report.text;

import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.ConnectResult;
import org.rdmadump.nvme.Parameter;
import org.rdmadump.nvme.Parameters;
import org.rdmadump.nvme.SglDescriptor;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.NvmeCapsule;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;

/** Prints the queue entries of an NVMe command below its line. */
final class NvmeDetails {
  private static final int LAYER = 8;
  private static final int PART = 12;
  private static final int COLUMNS = 79;
  private static final List<String> FUSED = List.of("not fused", "fused first", "fused second");
  private static final int HEX_FROM = 10;

  private final NvmeFieldText fields = new NvmeFieldText();
  private final boolean everyField;

  /**
   * A printer of entries.
   *
   * @param everyField whether each entry is followed by all its fields
   */
  NvmeDetails(boolean everyField) {
    this.everyField = everyField;
  }

  /** Appends the entries; every line ends with a line feed. */
  void put(AsciiBuffer text, NvmeExchange exchange) {
    if (exchange.command().isPresent()) {
      command(text, exchange, exchange.command().get());
      if (everyField) {
        fields.putLines(text, exchange, /* isResponse= */ false);
      }
    }
    if (exchange.response().isPresent()) {
      response(text, exchange.response().get());
      exchange.connectResult().ifPresent(each -> connect(text, each));
      if (everyField) {
        fields.putLines(text, exchange, /* isResponse= */ true);
      }
    }
    exchange.data().ifPresent(data -> data(text, data));
  }

  private static void command(
      AsciiBuffer text, NvmeExchange exchange, NvmeCapsule<SubmissionEntry> command) {
    SubmissionEntry entry = command.entry();
    frames(text.spaces(LAYER).put("command"), command);
    text.put(", opcode 0x").putHexDigits(entry.opcode(), 2);
    if (entry.isFabrics()) {
      text.put(", Fabrics type 0x").putHexDigits(entry.fabricsType(), 2);
    }
    text.put(", CID 0x").putHexDigits(entry.identifier(), 4);
    text.put(", ").put(fused(entry.fuse()));
    text.put(", PSDT ").putDecimal(entry.dataPointers());
    if (!entry.isFabrics()) {
      text.put(", NSID ").putDecimal(Integer.toUnsignedLong(entry.namespaceOrType()));
    }
    text.newline();
    descriptor(text, entry.descriptor());
    if (entry.metadata() != 0) {
      text.spaces(PART).put("metadata at ").putHex(entry.metadata()).newline();
    }
    parameters(text, Parameters.of(entry, exchange.set()));
  }

  private static String fused(int fuse) {
    return fuse < FUSED.size() ? FUSED.get(fuse) : "fused 3";
  }

  private static void frames(AsciiBuffer text, NvmeCapsule<?> capsule) {
    boolean isOne = capsule.firstFrame() == capsule.lastFrame();
    text.put(isOne ? " in frame " : " in frames ").putDecimal(capsule.firstFrame());
    if (!isOne) {
      text.put(" to ").putDecimal(capsule.lastFrame());
    }
  }

  private static void descriptor(AsciiBuffer text, SglDescriptor sgl) {
    text.spaces(PART).put("SGL ").put(sgl.typeName());
    text.put(": ");
    Quantities.putCount(text, sgl.length(), "byte");
    text.put(sgl.isInCapsule() || sgl.isSegment() ? " at offset " : " at ").putHex(sgl.address());
    if (sgl.isKeyed()) {
      text.put(", key ").putHex(sgl.key());
    }
    text.newline();
  }

  /** Appends those that are not 0, in lines below each other. */
  private static void parameters(AsciiBuffer text, List<Parameter> parameters) {
    int used = 0;
    for (Parameter each : parameters) {
      if (each.value() != 0) {
        String part = each.name() + " " + number(each.value());
        if (used > 0 && used + 2 + part.length() > COLUMNS) {
          text.put(',').newline();
          used = 0;
        }
        if (used == 0) {
          text.spaces(PART).put(part);
          used = PART + part.length();
        } else {
          text.put(", ").put(part);
          used += 2 + part.length();
        }
      }
    }
    if (used > 0) {
      text.newline();
    }
  }

  private static String number(long value) {
    return value >= 0 && value < HEX_FROM
        ? String.valueOf(value)
        : Long.toUnsignedString(value) + " (0x" + Long.toHexString(value) + ")";
  }

  private static void response(AsciiBuffer text, NvmeCapsule<CompletionEntry> response) {
    CompletionEntry entry = response.entry();
    frames(text.spaces(LAYER).put("response"), response);
    text.put(", CID 0x").putHexDigits(entry.identifier(), 4);
    text.put(", SQHD ").putDecimal(entry.queueHead());
    text.put(", result 0x").put(Long.toHexString(entry.result())).newline();
    text.spaces(PART).put("SCT ").putDecimal(entry.codeType());
    text.put(", SC 0x").putHexDigits(entry.code(), 2);
    text.put(", CRD ").putDecimal(entry.retryDelay());
    text.put(", M ").putDecimal(entry.hasMore() ? 1 : 0);
    text.put(", DNR ").putDecimal(entry.isFinal() ? 1 : 0);
    text.put(", P ").putDecimal(entry.phase()).newline();
  }

  private static void connect(AsciiBuffer text, ConnectResult result) {
    text.spaces(PART);
    if (result.isAccepted()) {
      text.put("CNTLID ").put(number(result.controller().orElseThrow()));
      text.put(", AUTHREQ 0x").putHexDigits(result.authentication().orElseThrow(), 4).newline();
    } else {
      text.put("IPO ").put(number(result.offset().orElseThrow()));
      text.put(", IATTR 0x").putHexDigits(result.attributes().orElseThrow(), 2);
      text.put(": ").put(result.parameter().orElseThrow()).newline();
    }
  }

  private static void data(AsciiBuffer text, NvmeData data) {
    text.spaces(LAYER).put("data, ");
    Quantities.putCount(text, data.length(), "byte");
    text.put(data.toController() ? " to the controller" : " to the host").newline();
    for (MissingRange range : data.missing()) {
      text.spaces(PART).put("missing ").putDecimal(range.length());
      text.put(" at ").putDecimal(range.offset());
      text.put(" (").put(range.reason().text()).put(')').newline();
    }
  }
}
