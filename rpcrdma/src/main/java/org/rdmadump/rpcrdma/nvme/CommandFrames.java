package org.rdmadump.rpcrdma.nvme;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.call.FrameShares;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/**
 * Tells which frames carry what of which command, where frames are shown.
 *
 * @param shares null where they are not
 */
record CommandFrames(@Nullable FrameShares shares) {
  /** What takes the packets of an operation. */
  FragmentSink placed(RdmaOperation operation, RdmaSubSegment placed) {
    if (shares == null) {
      return placed;
    }
    FragmentSink sink = shares.follow(placed, operation, null);
    Contribution contribution = placed.contribution();
    if (contribution != null && !isListed(placed)) {
      // No command takes it later.
      contribution.drop();
    }
    return sink;
  }

  /** Whether advertised memory lists an operation that has just begun. */
  @SuppressWarnings("ReferenceEquality") // Each is one operation.
  private static boolean isListed(RdmaSubSegment placed) {
    List<RdmaSubSegment> all = placed.segment().subSegments();
    return placed.segment().kind() != RdmaSegment.Kind.UNKNOWN
        && !all.isEmpty()
        && all.get(all.size() - 1) == placed;
  }

  /** Whether they are shown. */
  boolean areShown() {
    return shares != null;
  }

  /**
   * Tells of a capsule; its command is handed out with the response.
   *
   * @param isDue whether a response has to come
   */
  void arrived(Send capsule, NvmeCapsuleHeader header, boolean isDue) {
    if (shares != null) {
      shares.waits(capsule, header, isDue);
    }
  }

  /** Tells of a Send that is of no command. */
  void ofNone(Send send) {
    if (shares != null) {
      shares.ofNone(send);
    }
  }

  /** Tells which frame shows that a Send was delivered, or refused. */
  void settled(Send send) {
    if (shares != null && send.acknowledged()) {
      shares.proven(send);
    }
  }

  /**
   * Tells of the frames of a command that is handed out.
   *
   * @param command null if it was not captured
   * @param response null if none was delivered
   */
  void emitted(NvmeExchange exchange, @Nullable CommandInFlight command, @Nullable Send response) {
    if (shares == null) {
      return;
    }
    NvmeExchange kept = exchange.outline();
    NvmeCapsuleHeader answer = new NvmeCapsuleHeader(kept, /* isResponse= */ true);
    if (command != null) {
      NvmeCapsuleHeader entry = new NvmeCapsuleHeader(kept, /* isResponse= */ false);
      for (RdmaSubSegment moved : command.data().moved()) {
        Contribution contribution = moved.contribution();
        if (contribution != null) {
          contribution.settle(kept.number(), entry);
        }
      }
      shares.emitted(command.send(), kept.number(), entry);
      for (Send refused : command.refused()) {
        shares.emitted(refused, kept.number(), answer);
      }
    }
    if (response != null) {
      shares.emitted(response, kept.number(), answer);
    }
  }
}
