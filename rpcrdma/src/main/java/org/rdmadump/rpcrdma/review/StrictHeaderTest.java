package org.rdmadump.rpcrdma.review;

import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.ReadList;
import org.rdmadump.xdr.XdrReader;

/**
 * Tells RPC-over-RDMA version 1 from other uses of Sends, where no connection manager named the
 * service: every value that can have only a few must have one of them.
 *
 * <p>Any number of credits is allowed (RFC 8166 section 3.3). One that a peer hardly grants counts
 * against a Send only where no RPC message follows that has the same XID.
 */
public final class StrictHeaderTest {
  private static final int SMALLEST = 28;

  /** More than a peer usually grants. */
  private static final int MOST_CREDITS = 1 << 15;

  /** RPC headers without credential, verifier or anything behind them (RFC 5531 section 9). */
  private static final int SHORTEST_CALL = 40;

  private static final int SHORTEST_REPLY = 24;

  private StrictHeaderTest() {}

  /** Whether a Send can only be an RPC-over-RDMA message. */
  public static boolean passes(Rope send, ParsedHeader parsed) {
    RpcRdmaHeader header = parsed.header();
    Optional<RdmaProcedure> procedure = header.procedure();
    if (send.length() < SMALLEST || header.malformed() || procedure.isEmpty()) {
      return false;
    }
    boolean usual = header.credits() > 0 && header.credits() <= MOST_CREDITS;
    return switch (procedure.get()) {
      case RDMA_MSG ->
          header.truncated()
              ? usual && parsed.hasChunks()
              : (usual || header.xid() != 0)
                  && RpcHeader.looksLikeRpc(
                      new XdrReader(send, header.length(), send.length()), header.xid());
      case RDMA_NOMSG ->
          usual
              && !header.truncated()
              && header.length() == send.length()
              && (positionZeroLength(parsed) >= SHORTEST_CALL
                  || replyChunkLength(parsed) >= SHORTEST_REPLY);
      case RDMA_MSGP, RDMA_DONE, RDMA_ERROR -> false;
    };
  }

  private static long positionZeroLength(ParsedHeader parsed) {
    long length = 0;
    ReadList list = parsed.readList();
    for (int i = 0; i < list.size(); i++) {
      length += list.position(i) == 0 ? list.length(i) : 0;
    }
    return length;
  }

  private static long replyChunkLength(ParsedHeader parsed) {
    long length = 0;
    if (parsed.hasReplyChunk()) {
      for (ChunkSegment segment : parsed.replyChunk().get().segments()) {
        length += segment.length();
      }
    }
    return length;
  }
}
