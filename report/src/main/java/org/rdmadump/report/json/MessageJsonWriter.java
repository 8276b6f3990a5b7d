package org.rdmadump.report.json;

import java.util.List;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.RpcMessage;

/** Writes messages as objects with {@code "record": "message"}. */
final class MessageJsonWriter {
  private static final byte[] HEADER = JsonText.key("rpcrdma");
  static final byte[] FINDINGS = JsonText.key("findings");

  private final JsonOutput out;
  private final JsonMembers<RpcMessage> own;
  private final JsonMembers<RpcMessage> header;
  private final JsonMembers<Finding> findings;
  private final RpcJson rpc;
  private final ContentJson content;

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param form how bulk data is written
   * @param digest write SHA-256 of bulk data whose bytes were kept
   */
  MessageJsonWriter(JsonOutput out, DataForm form, boolean digest) {
    XdrJson values = new XdrJson(out, new DataJson(out, form, digest));
    this.out = out;
    this.own = new JsonMembers<>(out, MessageFields.own(), "");
    this.header = new JsonMembers<>(out, MessageFields.header(), "rpcrdma.");
    this.findings = new JsonMembers<>(out, Parts.findings(), "");
    this.rpc = new RpcJson(out, values);
    this.content = new ContentJson(out, values);
  }

  /** Writes the fields of a message into the object that is open. */
  void write(RpcMessage message) {
    own.writeInPlace(message);
    out.beginObject(HEADER);
    header.write(message);
    out.endObject();
    own.writeBehind(message);
    if (message.rpc().isPresent()) {
      rpc.write(message);
      content.write(message);
    }
    findings(message.findings());
  }

  /** Writes what was noticed, as the array {@code findings}. */
  void findings(List<Finding> noticed) {
    findings.writeArray(FINDINGS, noticed);
  }
}
