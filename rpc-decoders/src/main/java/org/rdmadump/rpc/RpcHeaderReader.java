package org.rdmadump.rpc;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;

/**
 * Reads RPC headers, one after the other: the discriminated unions of RFC 5531 section 9. Nothing
 * in them makes it throw.
 *
 * <pre>{@code
 * RpcReading reading = new RpcHeaderReader().read(message.stream());
 * }</pre>
 */
public final class RpcHeaderReader {
  /** Bound of the body of credentials and verifiers (RFC 5531 section 8.2). */
  private static final int MOST_AUTH_BYTES = 400;

  // Where the words behind the type are.
  private static final int REPLY_STAT_AT = 8;
  private static final int RPC_VERSION_AT = 8;
  private static final int CREDENTIAL_AT = 24;

  /** Length of a header with results and without a verifier, and the least one of a call. */
  private static final int USUAL_REPLY = 24;

  private static final int LEAST_CALL = 40;

  private static final int MSG_ACCEPTED = 0;
  private static final int MSG_DENIED = 1;
  private static final int REJECT_RPC_MISMATCH = 0;
  private static final int REJECT_AUTH_ERROR = 1;
  private static final int ACCEPT_PROG_MISMATCH = 2;
  private static final int LAST_ACCEPT_STAT = 5;

  /** Of nearly all replies. */
  private static final Optional<AuthFlavor> NO_VERIFIER = Optional.of(AuthFlavor.AUTH_NONE);

  private final XdrReader in = new XdrReader(Rope.empty());
  private Rope message = Rope.empty();

  /** A reader that has read nothing yet. */
  public RpcHeaderReader() {}

  /**
   * {@return the header at the start of a message, or why it is none}
   *
   * @param start the message; what is absent of it, because it was cut or lost, is a hole; where
   *     the rope ends, the message ends
   */
  public RpcReading read(Rope start) {
    RpcReading usual = start.isComplete() ? usual(start) : null;
    return usual == null ? any(start) : usual;
  }

  /** Most are of two kinds, of which a few words tell all; null for others. */
  private static @Nullable RpcReading usual(Rope message) {
    if (message.length() < USUAL_REPLY) {
      return null;
    }
    int type = message.getInt(Integer.BYTES);
    if (type == RpcMessageType.REPLY.number()) {
      return usualReply(message);
    }
    return type == RpcMessageType.CALL.number() && message.length() >= LEAST_CALL
        ? usualCall(message)
        : null;
  }

  /** With results and without a verifier: all words behind the type are 0. */
  private static @Nullable RpcReading usualReply(Rope message) {
    return message.getLong(REPLY_STAT_AT) == 0 && message.getLong(REPLY_STAT_AT + Long.BYTES) == 0
        ? new RpcReplyHeader(
            message.getInt(0), RpcStatus.of(RpcStatusCode.SUCCESS), NO_VERIFIER, USUAL_REPLY)
        : null;
  }

  /** With AUTH_NONE or AUTH_SYS, and without a verifier. */
  private static @Nullable RpcReading usualCall(Rope message) {
    long credential = message.getLong(CREDENTIAL_AT);
    long flavor = credential >>> Integer.SIZE;
    long length = credential & 0xffff_ffffL;
    long verifierAt = CREDENTIAL_AT + Long.BYTES + XdrReader.padded(length);
    if (flavor > AuthFlavor.AUTH_SYS.number()
        || length > MOST_AUTH_BYTES
        || verifierAt + Long.BYTES > message.length()
        || message.getLong(verifierAt) != 0) {
      return null;
    }
    long version = message.getLong(RPC_VERSION_AT);
    return new RpcCallHeader(
        message.getInt(0),
        version >>> Integer.SIZE,
        version & 0xffff_ffffL,
        Integer.toUnsignedLong(message.getInt(RPC_VERSION_AT + Long.BYTES)),
        Integer.toUnsignedLong(message.getInt(CREDENTIAL_AT - Integer.BYTES)),
        AuthFlavor.of(flavor),
        Optional.empty(),
        AuthFlavor.AUTH_NONE,
        verifierAt + Long.BYTES);
  }

  private RpcReading any(Rope start) {
    message = start;
    in.restart(start);
    RpcReading reading = read();
    message = Rope.empty();
    in.restart(message);
    return reading;
  }

  /** Whether what follows the word after the type fits a call. */
  static boolean plausibleCall(XdrReader in, long rpcVersion) {
    in.skip(3 * Integer.BYTES);
    skipAuth(in);
    skipAuth(in);
    return rpcVersion == RpcCallHeader.RPC_VERSION;
  }

  /** Whether what follows the word after the type fits a reply. */
  static boolean plausibleReply(XdrReader in, long replyStat) {
    if (replyStat == MSG_ACCEPTED) {
      skipAuth(in);
      return in.u32() <= LAST_ACCEPT_STAT;
    }
    return replyStat == MSG_DENIED && in.u32() <= REJECT_AUTH_ERROR;
  }

  private RpcReading read() {
    int xid = in.i32();
    long typeAt = in.position();
    long type = in.u32();
    if (!in.ok()) {
      return stopped();
    }
    if (type == RpcMessageType.CALL.number()) {
      return call(xid);
    }
    return type == RpcMessageType.REPLY.number()
        ? reply(xid)
        : malformed(typeAt, "message type " + type + ", neither call (0) nor reply (1)");
  }

  private RpcReading call(int xid) {
    long rpcVersion = in.u32();
    long program = in.u32();
    long version = in.u32();
    long procedure = in.u32();
    long credentialAt = in.position() + Integer.BYTES;
    AuthFlavor credential = skipAuth(in);
    AuthFlavor verifier = skipAuth(in);
    if (!in.ok()) {
      return stopped();
    }
    Optional<GssCredential> gss =
        credential.equals(AuthFlavor.RPCSEC_GSS) ? gss(credentialAt) : Optional.empty();
    return new RpcCallHeader(
        xid, rpcVersion, program, version, procedure, credential, gss, verifier, in.position());
  }

  private Optional<GssCredential> gss(long at) {
    XdrReader credential = new XdrReader(message, at, message.length());
    return GssCredential.read(credential.within(credential.opaque()));
  }

  private RpcReading reply(int xid) {
    long at = in.position();
    long replyStat = in.u32();
    if (!in.ok()) {
      return stopped();
    }
    if (replyStat == MSG_ACCEPTED) {
      return accepted(xid);
    }
    return replyStat == MSG_DENIED
        ? denied(xid)
        : malformed(at, "reply_stat " + replyStat + ", neither accepted (0) nor denied (1)");
  }

  private RpcReading accepted(int xid) {
    AuthFlavor verifier = skipAuth(in);
    long at = in.position();
    long acceptStat = in.u32();
    if (acceptStat > LAST_ACCEPT_STAT) {
      return malformed(at, "invalid accept_stat " + acceptStat);
    }
    RpcStatus status =
        acceptStat == ACCEPT_PROG_MISMATCH
            ? new RpcStatus(RpcStatusCode.PROG_MISMATCH, in.u32(), in.u32(), 0)
            : RpcStatus.of(acceptStatus((int) acceptStat));
    return in.ok()
        ? whole(
            xid,
            status,
            verifier.equals(AuthFlavor.AUTH_NONE) ? NO_VERIFIER : Optional.of(verifier))
        : stopped();
  }

  private RpcReading denied(int xid) {
    long at = in.position();
    long rejectStat = in.u32();
    if (rejectStat > REJECT_AUTH_ERROR) {
      return malformed(at, "invalid reject_stat " + rejectStat);
    }
    RpcStatus status =
        rejectStat == REJECT_RPC_MISMATCH
            ? new RpcStatus(RpcStatusCode.RPC_MISMATCH, in.u32(), in.u32(), 0)
            : new RpcStatus(RpcStatusCode.AUTH_ERROR, 0, 0, in.u32());
    return in.ok() ? whole(xid, status, Optional.empty()) : stopped();
  }

  private RpcReading whole(int xid, RpcStatus status, Optional<AuthFlavor> verifier) {
    return new RpcReplyHeader(xid, status, verifier, in.position());
  }

  private RpcReading stopped() {
    return switch (in.stop()) {
      case NOT_AVAILABLE -> new RpcReading.Partial(RpcPrefix.read(message), in.position());
      case BAD_VALUE ->
          malformed(
              in.position(), "credential or verifier of more than " + MOST_AUTH_BYTES + " bytes");
      case BEYOND_END, NONE ->
          malformed(
              in.position(),
              "the message of " + message.length() + " bytes ends in its RPC header");
    };
  }

  private RpcReading malformed(long at, String why) {
    return new RpcReading.Malformed(RpcPrefix.read(message), at, why);
  }

  private static AuthFlavor skipAuth(XdrReader in) {
    AuthFlavor flavor = AuthFlavor.of(in.u32());
    in.skipOpaque(MOST_AUTH_BYTES);
    return flavor;
  }

  private static RpcStatusCode acceptStatus(int number) {
    return switch (number) {
      case 0 -> RpcStatusCode.SUCCESS;
      case 1 -> RpcStatusCode.PROG_UNAVAIL;
      case 2 -> RpcStatusCode.PROG_MISMATCH;
      case 3 -> RpcStatusCode.PROC_UNAVAIL;
      case 4 -> RpcStatusCode.GARBAGE_ARGS;
      default -> RpcStatusCode.SYSTEM_ERR;
    };
  }
}
