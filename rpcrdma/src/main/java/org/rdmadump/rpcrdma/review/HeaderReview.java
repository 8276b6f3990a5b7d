package org.rdmadump.rpcrdma.review;

import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.MessageRole;
import org.rdmadump.rpcrdma.call.ParsedHeader;

/** Tells from an RPC-over-RDMA header what a message is, and what is wrong with it. */
public final class HeaderReview {
  private static final int XDR_UNIT = 4;

  private HeaderReview() {}

  /** Adds what is to be said of a header to {@code findings}. */
  public static void judge(Send send, ParsedHeader parsed, List<Finding> findings) {
    if (parsed.hasReads()) {
      judgePositions(send, parsed, findings);
    }
    if (parsed.isOdd()) {
      judgeOdd(send, parsed, findings);
    } else if (!parsed.carriesMessage() && parsed.length() < send.payload().length()) {
      findings.add(behindHeader(send, parsed));
    }
  }

  private static Finding behindHeader(Send send, ParsedHeader parsed) {
    return send.finding(
        RpcRdmaRules.NOMSG_WITH_BYTES,
        Counted.of(send.payload().length() - parsed.length(), "byte")
            + " after the header (byte "
            + parsed.length()
            + " of the Send)");
  }

  /** {@return what is to be said of a Send whose XID is absent} */
  public static Finding withoutXid(Send send) {
    Rope payload = send.payload();
    if (payload.length() < Integer.BYTES) {
      return Finding.inFrame(
          RpcRdmaRules.MALFORMED_HEADER,
          send.firstFrame(),
          "a Send of " + Counted.of(payload.length(), "byte") + " has no XID");
    }
    Hole absent = payload.holes().get(0);
    return absent.why() == Absence.TRUNCATED
        ? Finding.inFrame(RpcRdmaRules.TRUNCATED_HEADER, send.firstFrame(), cutAt(absent.offset()))
        : Finding.inFrame(
            RpcRdmaRules.NO_HEADER,
            send.firstFrame(),
            "the packet with the header was not captured");
  }

  private static String cutAt(long offset) {
    return "cut by the snap length at byte " + offset + " of the Send";
  }

  private static void judgeOdd(Send send, ParsedHeader parsed, List<Finding> findings) {
    RpcRdmaHeader header = parsed.header();
    if (header.malformed()) {
      findings.add(
          send.finding(
              RpcRdmaRules.MALFORMED_HEADER,
              parsed.fault() + " (byte " + parsed.faultAt() + " of the Send)"));
    } else if (header.truncated()) {
      findings.add(send.finding(RpcRdmaRules.TRUNCATED_HEADER, cutAt(parsed.faultAt())));
    } else if (header.version() != ParsedHeader.VERSION && header.error().isEmpty()) {
      findings.add(
          send.finding(
              RpcRdmaRules.OTHER_VERSION,
              "version " + Integer.toUnsignedString(header.version()) + " is not decoded"));
    } else if (header.procedure().isEmpty() && header.error().isEmpty()) {
      findings.add(
          send.finding(
              RpcRdmaRules.UNKNOWN_PROCEDURE,
              "message type " + Integer.toUnsignedString(header.procedureCode())));
    } else if (header.procedure().isPresent() && isObsolete(header.procedure().get())) {
      findings.add(
          send.finding(
              RpcRdmaRules.OBSOLETE_PROCEDURE,
              header.procedure().get() + " is no longer part of the protocol"));
    }
  }

  /** Notes the first Read chunk that cannot be at the start of an XDR item. */
  private static void judgePositions(Send send, ParsedHeader parsed, List<Finding> findings) {
    for (int i = 0; i < parsed.readList().size(); i++) {
      long position = parsed.readList().position(i);
      if (position % XDR_UNIT != 0) {
        findings.add(unaligned(send, position));
        return;
      }
    }
  }

  private static Finding unaligned(Send send, long position) {
    return send.finding(
        RpcRdmaRules.UNALIGNED_POSITION,
        "a Read chunk at position " + position + ", not a multiple of 4");
  }

  private static boolean isObsolete(RdmaProcedure procedure) {
    return procedure == RdmaProcedure.RDMA_MSGP || procedure == RdmaProcedure.RDMA_DONE;
  }

  /**
   * Tells what a message is.
   *
   * @param awaited whether the receiver waits for a reply with this XID, or gets nothing else like
   *     it, which decides where the RPC message was not captured
   */
  public static MessageRole roleOf(
      Send send, ParsedHeader parsed, boolean awaited, List<Finding> findings) {
    MessageRole unseen = awaited ? MessageRole.REPLY : MessageRole.CALL;
    if (parsed.isOdd()) {
      return oddRole(send, parsed, unseen, findings);
    }
    return parsed.carriesMessage()
        ? inlineRole(send, parsed, unseen, findings)
        : roleWithoutMessage(send, parsed, unseen, findings);
  }

  private static MessageRole oddRole(
      Send send, ParsedHeader parsed, MessageRole unseen, List<Finding> findings) {
    RpcRdmaHeader header = parsed.header();
    RdmaProcedure procedure = header.procedure().orElse(null);
    // Whatever is wrong with its body, it ends the call.
    if (header.isError()) {
      return MessageRole.ERROR;
    }
    if (procedure == null || header.malformed()) {
      return MessageRole.OTHER;
    }
    return switch (procedure) {
      case RDMA_ERROR, RDMA_DONE -> MessageRole.OTHER;
      case RDMA_NOMSG -> roleWithoutMessage(send, parsed, unseen, findings);
      case RDMA_MSG, RDMA_MSGP ->
          header.truncated() ? unseen : inlineRole(send, parsed, unseen, findings);
    };
  }

  private static MessageRole roleWithoutMessage(
      Send send, ParsedHeader parsed, MessageRole unseen, List<Finding> findings) {
    if (parsed.hasPositionZero()) {
      return MessageRole.CALL;
    }
    if (parsed.isTruncated()) {
      return unseen;
    }
    if (parsed.hasReplyChunk()) {
      return MessageRole.REPLY;
    }
    findings.add(
        send.finding(RpcRdmaRules.NO_MESSAGE, "no Position-Zero Read chunk and no Reply chunk"));
    return MessageRole.OTHER;
  }

  private static MessageRole inlineRole(
      Send send, ParsedHeader parsed, MessageRole unseen, List<Finding> findings) {
    Rope payload = send.payload();
    long typeAt = parsed.messageTypeAt();
    if (!payload.has(typeAt, Integer.BYTES)) {
      return typeAt + Integer.BYTES > payload.length() ? tooShort(send, findings) : unseen;
    }
    int type = payload.getInt(typeAt);
    if (type == 0) {
      return MessageRole.CALL;
    }
    return type == 1 ? MessageRole.REPLY : malformed(send, type, findings);
  }

  private static MessageRole tooShort(Send send, List<Finding> findings) {
    return malformed(send, "no RPC message of at least 8 bytes follows the header", findings);
  }

  private static MessageRole malformed(Send send, int type, List<Finding> findings) {
    return malformed(
        send,
        "RPC message type " + Integer.toUnsignedString(type) + " is neither call nor reply",
        findings);
  }

  private static MessageRole malformed(Send send, String what, List<Finding> findings) {
    findings.add(send.finding(RpcRdmaRules.MALFORMED_HEADER, what));
    return MessageRole.OTHER;
  }
}
