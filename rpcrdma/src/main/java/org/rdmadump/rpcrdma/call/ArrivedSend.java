package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;

/**
 * A Send with an RPC-over-RDMA message, of which it is not known yet whether it was delivered.
 *
 * @param send the Send
 * @param parsed its header
 * @param role what the message is
 * @param call the call that it is, or that it repeats; null if it is no call
 * @param findings what was noticed so far, mostly nothing
 * @param peerEnd of a reply without a call: the place behind all requests of the caller that were
 *     seen when it arrived
 */
public record ArrivedSend(
    Send send,
    ParsedHeader parsed,
    MessageRole role,
    @Nullable CallInFlight call,
    List<Finding> findings,
    long peerEnd) {
  /** Segments that it lists, if it is no call, which is charged for its own. */
  int listed() {
    return role == MessageRole.CALL ? 0 : parsed.segments();
  }

  /** Whether it is the first Send of a call. */
  @SuppressWarnings("ReferenceEquality") // Each is one call.
  boolean begins(CallInFlight which) {
    return role == MessageRole.CALL && call == which;
  }

  /** The same once its call was given up: nothing is to be said of it any more. */
  ArrivedSend withoutCall() {
    return new ArrivedSend(
        send, parsed.withoutLists(), role, null, Collections.emptyList(), peerEnd);
  }

  /** The same with one more finding. */
  public ArrivedSend with(Finding finding) {
    List<Finding> more = new ArrayList<>(findings);
    more.add(finding);
    return new ArrivedSend(send, parsed, role, call, more, peerEnd);
  }

  /** Begins to put it together, if it is neither call nor reply, or was not delivered. */
  public Draft draft() {
    Draft draft = new Draft(send, parsed);
    draft.readChunks = SegmentsByPosition.chunks(parsed.readList());
    draft.note(findings);
    return draft;
  }
}
