package org.rdmadump.report.json;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.message.HeaderFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
import org.rdmadump.report.KeptTexts;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;

/** Writes messages as objects with {@code "record": "message"}. */
final class MessageJsonWriter {
  private static final byte[] HEADER = JsonText.key("rpcrdma");
  static final byte[] FINDINGS = JsonText.key("findings");

  /** So many routes and headers are known, as the exponent of 2. */
  private static final int KNOWN_BITS = 11;

  private final JsonOutput out;
  private final JsonMembers<RpcMessage> frames;
  private final JsonMembers<RpcMessage> route;
  private final JsonMembers<RpcMessage> delivery;
  private final JsonMembers<RpcRdmaHeader> identity;
  private final JsonMembers<RpcRdmaHeader> fixed;
  private final JsonMembers<RpcMessage> lists;
  private final JsonMembers<Finding> findings;
  private final RpcJson rpc;
  private final ContentJson content;

  /** How routes, and the fixed parts of headers without chunks, were written. */
  private final KeptTexts<byte[]> known = new KeptTexts<>(KNOWN_BITS);

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param form how bulk data is written
   * @param digest write SHA-256 of bulk data whose bytes were kept
   */
  MessageJsonWriter(JsonOutput out, DataForm form, boolean digest) {
    XdrJson values = new XdrJson(out, new DataJson(out, form, digest));
    this.out = out;
    this.frames = new JsonMembers<>(out, MessageFields.frames(), "");
    this.route = new JsonMembers<>(out, MessageFields.route(), "");
    this.delivery = new JsonMembers<>(out, MessageFields.delivery(), "");
    this.identity = new JsonMembers<>(out, HeaderFields.identity(), "");
    this.fixed = new JsonMembers<>(out, HeaderFields.fixed(), "");
    this.lists = new JsonMembers<>(out, HeaderFields.lists(), "rpcrdma.");
    this.findings = new JsonMembers<>(out, Parts.findings(), "");
    this.rpc = new RpcJson(out, values);
    this.content = new ContentJson(out, values);
  }

  /** Writes the fields of a message into the object that is open. */
  void write(RpcMessage message) {
    frames.write(message);
    route(message);
    delivery.writeInPlace(message);
    out.beginObject(HEADER);
    identity.write(message.header());
    header(message);
    out.endObject();
    delivery.writeBehind(message);
    Optional<RpcSummary> summary = message.rpc();
    if (summary.isPresent()) {
      rpc.write(message, summary.get());
      content.write(message);
    }
    findings(message.findings());
  }

  private void route(RpcMessage message) {
    MessageRoute way = message.outline().route();
    byte[] before = known.find(way, 0);
    if (before != null) {
      out.again(before);
      return;
    }
    int begin = out.length();
    route.write(message);
    known.keep(way, 0, out.since(begin));
  }

  private void header(RpcMessage message) {
    RpcRdmaHeader header = message.header();
    boolean isPlain = isPlain(message, header);
    long key =
        (long) header.credits() << Integer.SIZE | Integer.toUnsignedLong(header.procedureCode());
    byte[] before = isPlain ? known.find(HEADER, key) : null;
    if (before != null) {
      out.again(before);
      return;
    }
    int begin = out.length();
    fixed.writeInPlace(header);
    lists.write(message);
    fixed.writeBehind(header);
    if (isPlain) {
      known.keep(HEADER, key, out.since(begin));
    }
  }

  /** Whether a header says no more than credits and procedure. */
  private static boolean isPlain(RpcMessage message, RpcRdmaHeader header) {
    return header.version() == 1
        && header.hasProcedureCode()
        && !header.truncated()
        && !header.malformed()
        && header.error().isEmpty()
        && message.readChunks().isEmpty()
        && message.writeChunks().isEmpty()
        && message.replyChunk().isEmpty();
  }

  /** Writes what was noticed, as the array {@code findings}. */
  void findings(List<Finding> noticed) {
    findings.writeArray(FINDINGS, noticed);
  }
}
