package org.rdmadump.rpcrdma.call;

import org.rdmadump.bytes.Absence;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Why bytes of the Read chunks of a call are absent. */
public final class WhyUnread {
  private static final ReasonForHole EVICTED = new ReasonForHole.Always(Absence.EVICTED);

  private WhyUnread() {}

  /** Of a call without a reply, by what ended the wait for it. */
  public static ReasonForHole atEnd(CallInFlight call, ConnectionEvents.Ending ending) {
    return switch (ending) {
      case CAPTURE_ENDED -> new NotCapturedOrRefused(call);
      case EVICTED -> EVICTED;
      case DISCONNECTED -> new PassedOrLost(call);
    };
  }

  /** What was read behind a byte says that the byte was read too. */
  public record PassedOrLost(CallInFlight call, boolean untouched) implements ReasonForHole {
    public PassedOrLost(CallInFlight call) {
      this(call, !call.isReadFrom());
    }

    @Override
    public Absence of(long address) {
      return !untouched && call.wasPassed(address) ? Absence.NOT_CAPTURED : Absence.LOST;
    }
  }

  /** Nothing says that it did not arrive but the refusal of the Read that asked for it. */
  public record NotCapturedOrRefused(CallInFlight call, boolean untouched)
      implements ReasonForHole {
    public NotCapturedOrRefused(CallInFlight call) {
      this(call, !call.isReadFrom());
    }

    @Override
    public Absence of(long address) {
      return !untouched && call.wasRefused(address) && !call.wasPassed(address)
          ? Absence.LOST
          : Absence.NOT_CAPTURED;
    }
  }
}
