package org.rdmadump.rpcrdma.call;

import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SentOrder;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/**
 * Calls and replies of a run while they are put together: one of each serves for all, as they are
 * handed out one after the other.
 */
public final class Drafts {
  private final MessageReading reading;
  private @Nullable CallDraft spareCall;
  private @Nullable ReplyDraft spareReply;

  Drafts(MessageReading reading) {
    this.reading = reading;
  }

  /**
   * Begins to put a call together that is to be handed out.
   *
   * @param reason why bytes of its Read chunks are absent
   */
  public CallDraft call(CallInFlight call, ReasonForHole reason) {
    CallDraft free = spareCall;
    if (free == null) {
      return new CallDraft(reading, call, reason);
    }
    spareCall = null;
    free.begin(call, reason);
    return free;
  }

  /**
   * Begins to put a reply together that was delivered.
   *
   * @param call the call that it answers, or answers again; null if that is not known
   * @param caller the side of the caller
   * @param responders in what order the other side sent
   * @param acknowledged whether all that was sent before the reply is known to have arrived
   * @param allSeen whether all that was sent before it is in the capture
   */
  public ReplyDraft reply(
      ArrivedSend message,
      @Nullable KnownCall call,
      ConnectionSide caller,
      SentOrder responders,
      boolean acknowledged,
      boolean allSeen) {
    ReplyDraft draft = spareReply;
    Send send = message.send();
    if (draft == null) {
      draft =
          new ReplyDraft(
              reading, send, message.parsed(), call, caller, responders, acknowledged, allSeen);
    } else {
      spareReply = null;
      draft.begin(send, message.parsed(), call, caller, responders, acknowledged, allSeen);
    }
    draft.note(message.findings());
    return draft;
  }

  /** Takes back what was handed out, for another message. */
  public void done(Draft draft) {
    draft.end();
    if (draft instanceof CallDraft call) {
      spareCall = call;
    } else if (draft instanceof ReplyDraft reply) {
      spareReply = reply;
    }
  }
}
