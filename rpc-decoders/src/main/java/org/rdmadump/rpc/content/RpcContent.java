package org.rdmadump.rpc.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.KnownBytes;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.GssCredential;
import org.rdmadump.rpc.GssProcedure;
import org.rdmadump.rpc.GssService;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcMessageType;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.xdr.XdrOpaque;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.decode.DdpOutcome;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;

/** What is in an RPC message. */
public final class RpcContent {
  private static final int XID_AND_TYPE = 8;
  private static final int NONE = -1;

  /** Where the parts of a header are (RFC 5531 section 9). */
  private static final int TYPE_AT = 4;

  private static final int REPLY_STATUS_AT = 8;
  private static final int MSG_ACCEPTED = 0;
  private static final int REPLY_VERIFIER_AT = 12;
  private static final int CREDENTIAL_AT = 24;
  private static final int MOST_OF_BODY = 400;

  private static final String HEADERS = "rpc";
  private static final String GSS = "rpcsec-gss";

  private final RpcProtocols protocols;
  private final Rope message;
  private final RpcReading reading;

  /** The header, if it could be read to its end. */
  private final @Nullable RpcHeader header;

  /** Of a reply, its call's. */
  private final @Nullable RpcCallHeader call;

  private final RpcBodyKind kind;
  private final Optional<XdrProcedure> procedure;

  private Optional<XdrContent> body = Optional.empty();
  private boolean bodyIsKnown;

  RpcContent(RpcProtocols protocols, Rope message, @Nullable RpcCallHeader answered) {
    this(protocols, message, reading(message, answered), answered);
  }

  RpcContent(
      RpcProtocols protocols, Rope message, RpcReading reading, @Nullable RpcCallHeader answered) {
    this.protocols = protocols;
    this.message = message;
    this.reading = reading;
    this.header = reading instanceof RpcHeader whole ? whole : null;
    this.call = reading instanceof RpcCallHeader own ? own : answered;
    this.procedure =
        call == null
            ? Optional.empty()
            : protocols.procedure(call.program(), call.version(), call.procedure());
    this.kind = header == null ? RpcBodyKind.UNKNOWN : kind(header);
  }

  /** Reads the header, unless this is the call whose header is known already. */
  private static RpcReading reading(Rope message, @Nullable RpcCallHeader known) {
    return known != null
            && message.has(0, XID_AND_TYPE)
            && message.getInt(0) == known.xid()
            && message.getInt(Integer.BYTES) == RpcMessageType.CALL.number()
            && known.bodyOffset() <= message.length()
        ? known
        : RpcHeader.read(message);
  }

  /** {@return what came of reading the header} */
  public RpcReading reading() {
    return reading;
  }

  /** {@return the header, if it could be read to its end} */
  public Optional<RpcHeader> header() {
    return Optional.ofNullable(header);
  }

  /** {@return all of the header, or as much as there is: xid, credential, verifier, status} */
  public XdrContent headerContent() {
    return new XdrContent(protocols.type(HEADERS, "rpc_msg"), message, 0, bodyOffset());
  }

  /**
   * {@return where the part of the header begins that a sender mostly repeats: the credential of a
   * call, the status of a reply}
   */
  public long authenticationStart() {
    return isCall() ? CREDENTIAL_AT : REPLY_STATUS_AT;
  }

  /** {@return flavour and body of the credential of a call, as far as it is there} */
  public Optional<XdrContent> credential() {
    return word(TYPE_AT) == RpcMessageType.CALL.number()
        ? inHeader("opaque_auth_cred", CREDENTIAL_AT)
        : Optional.empty();
  }

  /** {@return flavour and body of the verifier of a call or an accepted reply, likewise} */
  public Optional<XdrContent> verifier() {
    int type = word(TYPE_AT);
    if (type == RpcMessageType.REPLY.number()) {
      return word(REPLY_STATUS_AT) == MSG_ACCEPTED
          ? inHeader("opaque_auth", REPLY_VERIFIER_AT)
          : Optional.empty();
    }
    if (type != RpcMessageType.CALL.number()
        || !message.has(CREDENTIAL_AT + Integer.BYTES, Integer.BYTES)) {
      return Optional.empty();
    }
    XdrReader in = new XdrReader(message, CREDENTIAL_AT + Integer.BYTES, message.length());
    XdrOpaque credential = in.opaque(MOST_OF_BODY);
    return in.ok()
        ? inHeader("opaque_auth", credential.start() + XdrReader.padded(credential.length()))
        : Optional.empty();
  }

  private Optional<XdrContent> inHeader(String type, long at) {
    return at <= message.length()
        ? Optional.of(new XdrContent(protocols.type(HEADERS, type), message, at, message.length()))
        : Optional.empty();
  }

  /** A word of the header, or one that none has. */
  private int word(long at) {
    return message.has(at, Integer.BYTES) ? message.getInt(at) : NONE;
  }

  /** {@return what stands behind the header} */
  public RpcBodyKind kind() {
    return kind;
  }

  /** {@return the procedure that is called or answered, if it is declared} */
  public Optional<XdrProcedure> procedure() {
    return procedure;
  }

  /** {@return what RPCSEC_GSS made of the body, or put in its place} */
  public Optional<XdrContent> wrapping() {
    return switch (kind) {
      case GSS_INTEGRITY -> behindHeader("rpc_gss_integ_data");
      case GSS_PRIVACY -> behindHeader("rpc_gss_priv_data");
      case GSS_CONTEXT -> behindHeader(isCall() ? "rpc_gss_init_arg" : "rpc_gss_init_res");
      case PLAIN, NOTHING, UNKNOWN -> Optional.empty();
    };
  }

  /** {@return where the sequence number of a body under integrity protection is, if it has one} */
  public long sequenceStart() {
    return bodyOffset() + Integer.BYTES;
  }

  /**
   * {@return how the sequence number of a body under integrity protection differs from the one in
   * the credential of the call, for a person; empty if it does not, or is not there}
   *
   * <p>A higher number in a reply is none that differs: the client may have sent the call again,
   * which takes a higher one (RFC 2203 section 5.3.3.1), and the copy may not be captured yet.
   */
  public Optional<String> otherSequence() {
    GssCredential credential =
        kind == RpcBodyKind.GSS_INTEGRITY && call != null ? call.gss().orElse(null) : null;
    long at = sequenceStart();
    if (credential == null
        || !message.has(bodyOffset(), 2L * Integer.BYTES)
        || Integer.toUnsignedLong(message.getInt(bodyOffset())) < Integer.BYTES) {
      return Optional.empty();
    }
    long sequence = Integer.toUnsignedLong(message.getInt(at));
    boolean mayBe =
        isCall() ? sequence == credential.sequence() : sequence >= credential.sequence();
    return mayBe
        ? Optional.empty()
        : Optional.of(
            "sequence number "
                + sequence
                + " in the protected body, the credential has "
                + credential.sequence());
  }

  /** {@return the arguments or results, unless they are encrypted, not declared or not there} */
  public Optional<XdrContent> body() {
    if (!bodyIsKnown) {
      body = findBody();
      bodyIsKnown = true;
    }
    return body;
  }

  private Optional<XdrContent> findBody() {
    XdrField field = bodyField();
    if (field == null) {
      return Optional.empty();
    }
    long start = bodyOffset();
    if (kind == RpcBodyKind.PLAIN) {
      return Optional.of(new XdrContent(field, message, start, message.length()));
    }
    if (kind != RpcBodyKind.GSS_INTEGRITY) {
      return Optional.empty();
    }
    XdrReader in = new XdrReader(message, start, message.length());
    XdrOpaque inside = in.opaque();
    return in.ok() && inside.length() >= Integer.BYTES
        ? Optional.of(new XdrContent(field, message, inside.start() + Integer.BYTES, inside.end()))
        : Optional.empty();
  }

  /**
   * Shows the DDP-eligible items of a message that was reduced, or may have been. What RPCSEC_GSS
   * has wrapped is one opaque for RPC-over-RDMA: nothing in it is eligible (RFC 8166 section
   * 8.2.2.3).
   *
   * @return how far the items are known; nothing if it is not known what stands behind the header
   */
  public Optional<DdpOutcome> walkReduced(DdpWalker ddp) {
    Optional<XdrContent> plain = kind == RpcBodyKind.PLAIN ? body() : Optional.empty();
    if (plain.isPresent()) {
      return Optional.of(plain.get().walkReduced(ddp));
    }
    return kind == RpcBodyKind.UNKNOWN
        ? Optional.empty()
        : Optional.of(new DdpOutcome(XdrEnd.COMPLETE, bodyOffset()));
  }

  /**
   * {@return whether {@link #walkReduced} can have something to show of a message that has no
   * chunks: a number that is to be compared with the length of an item}
   */
  public boolean holdsCounts() {
    XdrField field = kind == RpcBodyKind.PLAIN ? bodyField() : null;
    return field != null && field.type().holdsCounts();
  }

  /** Decodes everything, only to see whether it can be, to the last byte. */
  public XdrOutcome check() {
    return checkWith(null);
  }

  /**
   * Decodes everything but the arguments or results, only to see whether it can be.
   *
   * @param bodyOutcome what came of decoding these
   */
  public XdrOutcome check(XdrOutcome bodyOutcome) {
    return checkWith(bodyOutcome);
  }

  private XdrOutcome checkWith(@Nullable XdrOutcome bodyOutcome) {
    XdrOutcome ofHeader = checkHeader();
    if (header == null || ofHeader.end() == XdrEnd.BAD) {
      return ofHeader;
    }
    XdrContent wrapping = kind == RpcBodyKind.PLAIN ? null : wrapping().orElse(null);
    XdrContent arguments = body().orElse(null);
    XdrOutcome outcome = ofHeader;
    if (wrapping != null) {
      outcome = both(outcome, protocols.check(wrapping));
    }
    if (arguments != null) {
      outcome = both(outcome, bodyOutcome == null ? protocols.check(arguments) : bodyOutcome);
    }
    boolean undecoded =
        wrapping == null && arguments == null && ofHeader.position() < message.length();
    return undecoded
        ? new XdrOutcome(XdrEnd.TRAILING, ofHeader.position(), outcome.holes(), outcome.problems())
        : outcome;
  }

  private XdrOutcome checkHeader() {
    if (header == null) {
      return protocols.check(headerContent());
    }
    long from = authenticationStart();
    long end = bodyOffset();
    KnownBytes<XdrOutcome> right = protocols.rightHeaders(isCall());
    XdrOutcome known = right.find(message, from, end).orElse(null);
    return known != null ? known : checkHeader(right, from, end);
  }

  private XdrOutcome checkHeader(KnownBytes<XdrOutcome> right, long from, long end) {
    XdrOutcome outcome = protocols.check(headerContent());
    if (outcome.end() == XdrEnd.COMPLETE
        && outcome.problems().isEmpty()
        && !outcome.holes()
        && outcome.position() == end) {
      right.add(message, from, end, outcome);
    }
    return outcome;
  }

  /** The worse of two ends, and all problems. */
  private static XdrOutcome both(XdrOutcome one, XdrOutcome other) {
    boolean isOneRight = one.end() == XdrEnd.COMPLETE && !one.holes() && one.problems().isEmpty();
    if (isOneRight && (other.end() != XdrEnd.COMPLETE || other.position() >= one.position())) {
      return other;
    }
    List<XdrProblem> problems = new ArrayList<>(one.problems());
    problems.addAll(other.problems());
    boolean otherIsWorse = other.end().compareTo(one.end()) > 0;
    return new XdrOutcome(
        otherIsWorse ? other.end() : one.end(),
        otherIsWorse
            ? other.position()
            : one.end() == XdrEnd.COMPLETE
                ? Math.max(one.position(), other.position())
                : one.position(),
        one.holes() || other.holes(),
        problems);
  }

  private boolean isCall() {
    return header instanceof RpcCallHeader;
  }

  private long bodyOffset() {
    return header == null ? message.length() : header.bodyOffset();
  }

  private Optional<XdrContent> behindHeader(String type) {
    return Optional.of(new XdrContent(gss(type), message, bodyOffset(), message.length()));
  }

  private XdrField gss(String type) {
    return protocols.type(GSS, type);
  }

  private @Nullable XdrField bodyField() {
    GssProcedure gss = gssProcedure();
    if (gss == GssProcedure.CREATE) {
      return gss(isCall() ? "rgss3_create_args" : "rgss3_create_res");
    }
    if (gss == GssProcedure.LIST) {
      return gss(isCall() ? "rgss3_list_args" : "rgss3_list_res");
    }
    XdrProcedure known = procedure.orElse(null);
    return known == null ? null : isCall() ? known.arguments() : known.results();
  }

  /** What the call is for; DATA if it has another credential. */
  private GssProcedure gssProcedure() {
    GssCredential credential = call == null ? null : call.gss().orElse(null);
    return credential == null ? GssProcedure.DATA : credential.procedure();
  }

  private RpcBodyKind kind(RpcHeader known) {
    if (known instanceof RpcReplyHeader reply && !reply.status().isSuccess()) {
      return RpcBodyKind.NOTHING;
    }
    if (call == null) {
      return RpcBodyKind.UNKNOWN;
    }
    if (!call.credential().equals(AuthFlavor.RPCSEC_GSS)) {
      return procedure.isPresent() ? RpcBodyKind.PLAIN : RpcBodyKind.UNKNOWN;
    }
    return call.gss().isPresent() ? kind(call.gss().get()) : RpcBodyKind.UNKNOWN;
  }

  private RpcBodyKind kind(GssCredential credential) {
    return switch (credential.procedure()) {
      case INIT, CONTINUE_INIT -> RpcBodyKind.GSS_CONTEXT;
      // Formatted as data (RFC 2203 section 5.4); Linux leaves out what would protect nothing.
      case DESTROY -> bodyOffset() < message.length() ? kind(credential.service()) : unwrapped();
      case BIND_CHANNEL, UNKNOWN -> RpcBodyKind.UNKNOWN;
      case CREATE, LIST, DATA -> kind(credential.service());
    };
  }

  private RpcBodyKind kind(GssService service) {
    return switch (service) {
      case INTEGRITY -> RpcBodyKind.GSS_INTEGRITY;
      case PRIVACY -> RpcBodyKind.GSS_PRIVACY;
      case NONE, CHANNEL_PROTECTION -> unwrapped();
      case UNKNOWN -> RpcBodyKind.UNKNOWN;
    };
  }

  private RpcBodyKind unwrapped() {
    return bodyField() != null ? RpcBodyKind.PLAIN : RpcBodyKind.UNKNOWN;
  }
}
