package org.rdmadump.rpcrdma.decode;

import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.call.CallBuilder;
import org.rdmadump.rpcrdma.call.CallInFlight;
import org.rdmadump.rpcrdma.call.CallOwner;
import org.rdmadump.rpcrdma.call.Draft;
import org.rdmadump.rpcrdma.call.MessageOutput;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Hands out the calls of a connection as messages. */
record CallOutput(
    RunState run,
    RdmaConnection connection,
    ConnectionRecord record,
    MessageOutput output,
    CallOwner owner) {
  /**
   * Hands out a call whose reply was seen before all its bytes.
   *
   * @param unsettled what ends the wait for proof of its delivery, if there was none yet
   */
  RpcMessage early(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    decide(call, true);
    return handOut(call, reason, unsettled);
  }

  /** Hands out a call all bytes of which were seen; the rest as {@link #early}. */
  RpcMessage whole(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    decide(call, false);
    return handOut(call, reason, unsettled);
  }

  private static void decide(CallInFlight call, boolean last) {
    if (!call.readSegments.isEmpty()) {
      for (RdmaSegment segment : call.distinctReads()) {
        segment.decide(last);
      }
    }
  }

  private RpcMessage handOut(CallInFlight call, ReasonForHole reason, SettledBy unsettled) {
    CallBuilder builder = new CallBuilder(run, call, reason);
    builder.build();
    Draft draft = builder.draft();
    if (call.isInFlight()) {
      // It is given up before anything proves it.
      draft.unsettled = unsettled;
    }
    if (builder.isRpc()) {
      compareWithOtherConnections(call, draft);
      builder.summarise();
    }
    noteServer(call);
    RpcMessage message = output.emit(draft);
    repeats(call, message);
    keepShort(call, message);
    return message;
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
  private void keepShort(CallInFlight call, RpcMessage message) {
    for (int i = 0; i < call.readSegments.size(); i++) {
      call.readSegments.get(i).release();
    }
    if (run.keepsStreams()) {
      call.message = message;
    } else {
      call.message = run.untilAnswered(message);
      long inline = call.send.payload().present();
      run.callsInFlight().shrink(call, inline - call.message.stream().present());
      call.release();
    }
  }

  /** Hands out the Sends that brought it again since. */
  void repeats(CallInFlight call, RpcMessage first) {
    for (CallInFlight.Repeat each : call.takeRepeats()) {
      output.emit(CallBuilder.repeat(call, each, first));
    }
  }

  private void noteServer(CallInFlight call) {
    if (!record.knowsServer()) {
      record.serverIs(call.head.isBackward() ? call.side() : RdmaConnection.opposite(call.side()));
    }
  }
}
