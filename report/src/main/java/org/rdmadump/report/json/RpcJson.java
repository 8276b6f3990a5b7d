package org.rdmadump.report.json;

import java.util.Optional;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.field.message.RpcFields;
import org.rdmadump.bytes.KnownBytes;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;

/** Writes the {@code rpc} object of a message. */
final class RpcJson {
  private static final byte[] RPC = JsonText.key("rpc");
  private static final byte[] MISSING = JsonText.key("missing");

  /** So many procedures and lengths are known, as the exponent of 2. */
  private static final int KNOWN_BITS = 9;

  private final JsonOutput out;
  private final JsonMembers<RpcSummary> identity;
  private final JsonMembers<RpcSummary> procedure;
  private final JsonMembers<RpcSummary> answer;
  private final JsonMembers<RpcSummary> extent;
  private final JsonMembers<MissingRange> missing;
  private final XdrJson values;

  /**
   * How procedures were written, by what credential or status came with them, and lengths of
   * messages of which nothing is missing.
   */
  private final KnownFields known;

  /** How credential and verifier were written, by the ends of headers. */
  private final KnownBytes<byte[]> ofCalls = new KnownBytes<>();

  private final KnownBytes<byte[]> ofReplies = new KnownBytes<>();

  RpcJson(JsonOutput out, XdrJson values) {
    this.out = out;
    this.identity = new JsonMembers<>(out, RpcFields.identity(), "");
    this.procedure = new JsonMembers<>(out, RpcFields.procedure(), "");
    this.answer = new JsonMembers<>(out, RpcFields.answer(), "");
    this.extent = new JsonMembers<>(out, RpcFields.extent(), "");
    this.missing = new JsonMembers<>(out, Parts::missing, "");
    this.values = values;
    this.known = new KnownFields(out, KNOWN_BITS);
  }

  void write(RpcMessage message, RpcSummary rpc) {
    out.beginObject(RPC);
    identity.write(rpc);
    procedureOrAgain(rpc);
    if (!rpc.call() || rpc.repeatOf().isPresent()) {
      answer.write(rpc);
    }
    extent(rpc);
    Optional<RpcContent> content = message.content().rpc();
    if (content.isPresent()) {
      protectionOrAgain(message, content.get());
    }
    out.endObject();
  }

  /** Writes what was written of the same procedure with the same credential or status. */
  private void procedureOrAgain(RpcSummary rpc) {
    int program = rpc.program().orElse(-1);
    int version = rpc.version().orElse(-1);
    int number = rpc.procedure().orElse(-1);
    if (program < 0 || (version | number) >>> Short.SIZE != 0) {
      procedure.write(rpc);
      return;
    }
    String with = (rpc.call() ? rpc.auth() : rpc.status()).orElse("");
    long key = (long) program << Integer.SIZE | (long) version << Short.SIZE | number;
    if (!known.again(with, key)) {
      procedure.write(rpc);
      known.keep();
    }
  }

  private void extent(RpcSummary rpc) {
    boolean isPlain = rpc.complete() && rpc.missing().isEmpty() && rpc.sha256().isEmpty();
    if (isPlain && known.again(MISSING, rpc.length().orElse(-1))) {
      return;
    }
    extent.write(rpc);
    missing.writeArray(MISSING, rpc.missing());
    if (isPlain) {
      known.keep();
    }
  }

  /** Writes what a header with the same credential and verifier said, if there was one. */
  private void protectionOrAgain(RpcMessage message, RpcContent content) {
    if (!(content.reading() instanceof RpcHeader header) || content.wrapping().isPresent()) {
      protection(message, content);
      return;
    }
    KnownBytes<byte[]> known = header instanceof RpcCallHeader ? ofCalls : ofReplies;
    long from = content.authenticationStart();
    Optional<byte[]> written = known.find(message.stream(), from, header.bodyOffset());
    if (written.isPresent()) {
      out.again(written.get(), written.get().length);
      return;
    }
    int begin = out.length();
    protection(message, content);
    known.add(message.stream(), from, header.bodyOffset(), out.since(begin));
  }

  /** Writes who says that he sends it, and what RPCSEC_GSS does to the body. */
  private void protection(RpcMessage message, RpcContent content) {
    authentication("credential", message, content.credential());
    authentication("verifier", message, content.verifier());
    Optional<XdrContent> wrapping = content.wrapping();
    if (wrapping.isPresent()) {
      out.beginObject("gss");
      out.put(
          "body",
          switch (content.kind()) {
            case GSS_INTEGRITY -> "integrity";
            case GSS_PRIVACY -> "privacy";
            default -> "context";
          });
      values.write(wrapping.get(), message);
      out.endObject();
    }
  }

  private void authentication(
      String name, RpcMessage message, Optional<XdrContent> authentication) {
    if (authentication.isEmpty()
        || isNone(authentication.get())
        || !(authentication.get().tree() instanceof XdrStruct parts)) {
      return;
    }
    XdrValue flavor = parts.get(0);
    XdrValue body = parts.get(1);
    if (!(flavor instanceof XdrNumber number) || body instanceof XdrUnreadable) {
      return;
    }
    boolean bare = body instanceof XdrBytes bytes && bytes.length() == 0;
    out.beginObject(name);
    out.putLabel("flavor", number.text());
    if (!bare) {
      values.write(new XdrContent(body.field(), body.rope(), body.start(), body.end()), message);
    }
    out.endObject();
  }

  /** Whether it is AUTH_NONE without a body: flavour and length are 0. */
  private static boolean isNone(XdrContent authentication) {
    return authentication.rope().has(authentication.start(), Long.BYTES)
        && authentication.rope().getLong(authentication.start()) == 0;
  }
}
