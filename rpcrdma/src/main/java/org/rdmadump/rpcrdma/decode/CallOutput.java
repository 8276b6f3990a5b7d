package org.rdmadump.rpcrdma.decode;

import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.call.AnsweredCall;
import org.rdmadump.rpcrdma.call.CallDraft;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.CallOwner;
import org.rdmadump.rpcrdma.call.CallsInFlight;
import org.rdmadump.rpcrdma.call.Draft;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.call.SameCall;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Hands out the calls of a connection as messages. */
record CallOutput(
    RunState run,
    RdmaConnection connection,
    FollowedConnection record,
    MessageOutput output,
    CallOwner owner) {
  /**
   * Hands out a call whose reply was seen before all its bytes.
   *
   * @param unsettled what ends the wait for proof of its delivery, if there was none yet
   */
  void early(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    decide(call, true);
    handOut(call, reason, unsettled);
  }

  /** Hands out a call all bytes of which were seen; the rest as {@link #early}. */
  void whole(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    decide(call, false);
    handOut(call, reason, unsettled);
  }

  private static void decide(CallInFlight call, boolean last) {
    if (call.parsed.hasReads()) {
      for (RdmaSegment segment : call.memory().distinctReads()) {
        segment.decide(last);
      }
    }
  }

  private void handOut(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    CallDraft draft = run.drafts().call(call, reason);
    draft.build();
    if (call.isInFlight()) {
      // It is given up before anything proves it.
      draft.unsettled = unsettled;
    }
    if (draft.isRpc()) {
      if (call.isBehindAnswered()) {
        compareWithAnswered(call, draft);
      }
      if (connection.index().isEmpty() || !run.unansweredCalls().isEmpty()) {
        compareWithOtherConnections(call, draft);
      }
      draft.isCall();
    }
    noteServer(call);
    output.emit(draft);
    draft.tellCall();
    if (call.isNoticed()) {
      run.callsInFlight().shrink(call, repeats(call, draft.stream()));
    }
    keepShort(call, draft);
    run.drafts().done(draft);
  }

  /** Notes if it was answered before. */
  private void compareWithAnswered(CallInFlight call, Draft draft) {
    AnsweredCall answered = run.answered().get(owner, call.side(), call.xid);
    if (answered != null) {
      SameCall.compare(call, answered, draft);
    }
  }

  /** Notes if it was sent before over another connection, and not answered there. */
  private void compareWithOtherConnections(CallInFlight call, Draft draft) {
    IpAddress client = connection.endpoint(call.side()).address();
    IpAddress server = connection.endpoint(RdmaConnection.opposite(call.side())).address();
    if (connection.index().isEmpty()) {
      run.callsInFlight().tellOfOthers(client, server, run.unansweredCalls());
    }
    run.unansweredCalls().compare(call, draft, client, server, owner);
  }

  /** Keeps of a call that was handed out what its exchange will need, and no bytes. */
  private void keepShort(CallInFlight call, CallDraft draft) {
    if (call.parsed.hasReads()) {
      for (int i = 0; i < call.memory().reads.size(); i++) {
        call.memory().reads.get(i).release();
      }
    }
    if (run.keepsStreams()) {
      RpcMessage message = draft.message();
      call.keep(message);
      run.callsInFlight().shrink(call, -message.content().names().held());
    } else {
      RpcMessage kept = run.kept().untilAnswered(draft);
      call.keep(kept);
      long inline = call.send.payload().present();
      run.callsInFlight().shrink(call, kept == null ? inline : inline - held(kept));
      call.release();
    }
  }

  private static long held(RpcMessage kept) {
    return kept.stream().present() + kept.content().names().held();
  }

  /**
   * Hands out the Sends that brought a call again which is handed out.
   *
   * @param stream what is kept of its stream
   * @return what they held
   */
  long repeats(CallInFlight call, Rope stream) {
    long held = 0;
    for (CallInFlight.Repeat each : call.takeRepeats()) {
      held += CallsInFlight.cost(each);
      output.emit(CallDraft.repeat(call, each, stream));
    }
    return held;
  }

  private void noteServer(CallInFlight call) {
    if (!record.knowsServer()) {
      record.serverIs(call.head.isBackward() ? call.side() : RdmaConnection.opposite(call.side()));
    }
  }
}
