package org.rdmadump.rpcrdma.call;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.CallStructure;
import org.rdmadump.rpcrdma.DecodedCalls;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;

/** What is kept of messages that were handed out, as far as the listener takes it. */
public final class KeptMessages {
  private final boolean takesContent;
  private final boolean takesCalls;
  private final boolean handlesExchanges;
  private final boolean takesExchanges;
  private final boolean digests;
  private final CallsInFlight callsInFlight;
  private final DecodedCalls decodedCalls = new DecodedCalls();
  private long cutCalls;

  KeptMessages(MessageListener listener, boolean digests, CallsInFlight callsInFlight) {
    this.takesContent = listener.takesContent();
    this.takesCalls = listener.takesCalls();
    this.handlesExchanges = listener.handlesExchanges();
    this.takesExchanges = handlesExchanges && listener.takesExchanges();
    this.digests = digests;
    this.callsInFlight = callsInFlight;
  }

  /** A message without its bytes. */
  public RpcMessage of(RpcMessage message) {
    return takesExchanges ? message.withoutStream() : message.shortened();
  }

  /** The same of a call that was answered; null if nobody takes it. */
  public @Nullable RpcMessage ofAnswered(RpcMessage call) {
    if (!takesCalls) {
      return null;
    }
    // Its bytes were handed out.
    return call.stream().length() > 0 ? of(call) : call;
  }

  /** The same of a call until it is answered; null if nobody asks for it. */
  public @Nullable RpcMessage untilAnswered(CallDraft draft) {
    if (takesContent) {
      return structured(draft);
    }
    return handlesExchanges ? of(draft.message()) : null;
  }

  private RpcMessage structured(CallDraft draft) {
    RpcMessage call = draft.message();
    CallStructure structure =
        CallStructure.of(call.content(), call.stream(), digests && takesExchanges);
    if (!callsInFlight.hasRoomFor(structure.stream().present())) {
      structure = new CallStructure(CallStructure.head(call.stream()), Map.of());
      cutCalls++;
    }
    RpcMessage whole = takesExchanges ? call.with(structure) : call.shortened(structure);
    decodedCalls.keep(whole.content(), call.content());
    return whole;
  }

  /** Calls of which only the beginning was kept for their replies. */
  public long cutCalls() {
    return cutCalls;
  }
}
