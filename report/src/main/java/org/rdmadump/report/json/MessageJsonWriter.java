package org.rdmadump.report.json;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.message.HeaderFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
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
  private final KnownFields known;

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
    this.findings = new JsonMembers<>(out, Parts::findings, "");
    this.rpc = new RpcJson(out, values);
    this.content = new ContentJson(out, values);
    this.known = new KnownFields(out, KNOWN_BITS);
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
    if (!known.again(message.outline().route(), 0)) {
      route.write(message);
      known.keep();
    }
  }

  private void header(RpcMessage message) {
    RpcRdmaHeader header = message.header();
    boolean isPlain = isPlain(message, header);
    long key =
        (long) header.credits() << Integer.SIZE | Integer.toUnsignedLong(header.procedureCode());
    if (isPlain && known.again(HEADER, key)) {
      return;
    }
    fixed.writeInPlace(header);
    lists.write(message);
    fixed.writeBehind(header);
    if (isPlain) {
      known.keep();
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
