package org.rdmadump.rpcrdma;

import org.rdmadump.bytes.Absence;
import org.rdmadump.rdma.ConnectionEvents;

/** Why bytes of the Read chunks of a call are absent. */
final class WhyUnread {
  private static final RdmaSegment.ReasonForHole EVICTED = new RdmaSegment.Always(Absence.EVICTED);

  private WhyUnread() {}

  /** Of a call without a reply, by what ended the wait for it. */
  static RdmaSegment.ReasonForHole atEnd(CallInFlight call, ConnectionEvents.Ending ending) {
    return switch (ending) {
      case CAPTURE_ENDED -> new NotCapturedOrRefused(call);
      case EVICTED -> EVICTED;
      case DISCONNECTED -> new PassedOrLost(call);
    };
  }

  /** What was read behind a byte says that the byte was read too. */
  record PassedOrLost(CallInFlight call, boolean untouched) implements RdmaSegment.ReasonForHole {
    PassedOrLost(CallInFlight call) {
      this(call, !call.isReadFrom());
    }

    @Override
    public Absence of(long address) {
      return !untouched && call.wasPassed(address) ? Absence.NOT_CAPTURED : Absence.LOST;
    }
  }

  /** Nothing says that it did not arrive but the refusal of the Read that asked for it. */
  record NotCapturedOrRefused(CallInFlight call, boolean untouched)
      implements RdmaSegment.ReasonForHole {
    NotCapturedOrRefused(CallInFlight call) {
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
