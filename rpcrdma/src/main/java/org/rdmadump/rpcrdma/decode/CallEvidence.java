package org.rdmadump.rpcrdma.decode;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.review.PeerReview;

/** Whether the capture shows what looks wrong with a call, or may just lack a reply. */
record CallEvidence(FollowedConnection record, ConnectionSides sides, PeerReview review) {
  /** Answers to later calls that show that a reply did not just come late. */
  private static final int LATER_ANSWERS = 2;

  /** Whether nothing that the responder may have sent for a call is missing, or it refused it. */
  boolean isOver(CallInFlight call) {
    return !call.send.delivered()
        || (!review.isMissing() && review.isEndSeen(RdmaConnection.opposite(call.side())));
  }

  /** Whether a call had no reply when its connection ended. */
  boolean isUnanswered(CallInFlight call) {
    long answers = sides.get(call.side()).answers();
    return isOver(call) || (!review.isMissing() && answers >= call.answersBefore() + LATER_ANSWERS);
  }

  /** What was doubtful of a call, now that no reply before it is missing. */
  List<Finding> proven(CallInFlight call) {
    List<Finding> proven = new ArrayList<>(call.doubts());
    if (call.mayHaveFreeMemory()) {
      proven.removeIf(each -> each.rule().equals(RpcRdmaRules.HANDLE_REPLACED));
    }
    for (Finding each : proven) {
      if (each.rule().equals(RpcRdmaRules.CREDIT_OVERRUN)) {
        record.overran(call.side());
      }
    }
    return proven;
  }
}
