package org.rdmadump.rpcrdma.call;

import org.rdmadump.bytes.Absence;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/** Why bytes of the Read chunks of a call are absent. */
public final class WhyUnread {
  private WhyUnread() {}

  /**
   * Of a call without a reply, by what ended the wait for it.
   *
   * @param over whether nothing that may have been sent for it is missing in the capture
   */
  public static ReasonForHole atEnd(
      CallInFlight call, ConnectionEvents.Ending ending, boolean over) {
    return switch (ending) {
      case CAPTURE_ENDED -> untilNow(call);
      case EVICTED -> ReasonForHole.EVICTED;
      case DISCONNECTED -> over ? new PassedOrLost(call) : untilNow(call);
    };
  }

  /** Of a call of which all is there that is going to be, or which is answered. */
  public static ReasonForHole untilNow(CallInFlight call) {
    return isReadFrom(call) ? new NotCapturedOrRefused(call) : ReasonForHole.NOT_CAPTURED;
  }

  /** What was read behind a byte says that the byte was read too. */
  public record PassedOrLost(CallInFlight call, boolean untouched) implements ReasonForHole {
    public PassedOrLost(CallInFlight call) {
      this(call, !isReadFrom(call));
    }

    @Override
    public Absence of(long address) {
      return !untouched && wasPassed(call, address) ? Absence.NOT_CAPTURED : Absence.LOST;
    }
  }

  /** Nothing says that it did not arrive but the refusal of the Read that asked for it. */
  private record NotCapturedOrRefused(CallInFlight call) implements ReasonForHole {
    @Override
    public Absence of(long address) {
      return wasRefused(call, address) && !wasPassed(call, address)
          ? Absence.LOST
          : Absence.NOT_CAPTURED;
    }
  }

  /** Whether an operation on a call's Read list was seen. */
  private static boolean isReadFrom(CallInFlight call) {
    for (int i = 0; i < call.memory().reads.size(); i++) {
      if (!call.memory().reads.get(i).subSegments().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the peer is known to have had the byte at an address of a call's Read list: a later
   * byte of the same Read, or of a later one, was seen.
   */
  private static boolean wasPassed(CallInFlight call, long address) {
    boolean requested = false;
    for (RdmaSegment segment : call.memory().reads) {
      for (RdmaSubSegment read : segment.subSegments()) {
        if (requested && read.size() > 0) {
          return true;
        }
        long relative = address - read.operation().address();
        if (segment.touches(address) && relative >= 0 && relative < read.operation().length()) {
          requested = true;
          if (address - read.reached() < 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Whether the Read that asked last for the byte at an address of a call's Read list was refused.
   */
  private static boolean wasRefused(CallInFlight call, long address) {
    boolean refused = false;
    for (RdmaSegment segment : call.memory().reads) {
      for (RdmaSubSegment read : segment.subSegments()) {
        long relative = address - read.operation().address();
        if (segment.touches(address) && relative >= 0 && relative < read.operation().length()) {
          refused = read.isRefused();
        }
      }
    }
    return refused;
  }
}
