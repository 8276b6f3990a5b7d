package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
      case DISCONNECTED -> over ? passedOrLost(call) : untilNow(call);
    };
  }

  /** Of a call of which all is there that is going to be, or which is answered. */
  public static ReasonForHole untilNow(CallInFlight call) {
    if (call.memory().hasGivenUpResponses()) {
      return ReasonForHole.EVICTED;
    }
    return isReadFrom(call)
        ? new NotCapturedOrRefused(new Reads(call.memory().reads))
        : ReasonForHole.NOT_CAPTURED;
  }

  /** Of a call of which the peer is not known to have read all: as far as is known, it did not. */
  public static ReasonForHole passedOrLost(CallInFlight call) {
    return isReadFrom(call) ? new PassedOrLost(new Reads(call.memory().reads)) : ReasonForHole.LOST;
  }

  /** What was read behind a byte says that the byte was read too. */
  private record PassedOrLost(Reads reads) implements ReasonForHole {
    @Override
    public Absence of(int handle, long address) {
      return reads.passed(handle, address) ? Absence.NOT_CAPTURED : Absence.LOST;
    }
  }

  /** Nothing says that it did not arrive but the refusal of the Read that asked for it. */
  private record NotCapturedOrRefused(Reads reads) implements ReasonForHole {
    @Override
    public Absence of(int handle, long address) {
      return reads.refused(handle, address) && !reads.passed(handle, address)
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
   * The RDMA Reads of a call's Read list, found by handle: a list of thousands of segments may have
   * as many holes.
   */
  private static final class Reads {
    private final List<RdmaSegment> segments;

    /** Where in the list segments are, by handle. Not made before a byte is absent. */
    private @Nullable Map<Integer, List<Integer>> places;

    /** Where in the list the last segment is of which bytes were seen. */
    private int lastSeen = -1;

    Reads(List<RdmaSegment> segments) {
      this.segments = segments;
    }

    /**
     * Whether the peer is known to have had a byte: a later byte of the same Read, or of a later
     * one, was seen.
     */
    boolean passed(int handle, long address) {
      for (int place : places(handle)) {
        RdmaSegment segment = segments.get(place);
        boolean requested = false;
        for (RdmaSubSegment read : readsAt(segment, address)) {
          boolean asks = asksFor(read, address);
          if ((requested && read.size() > 0) || (asks && address - read.reached() < 0)) {
            return true;
          }
          requested |= asks;
        }
        if (requested && place < lastSeen) {
          return true;
        }
      }
      return false;
    }

    /** Whether the Read that asked last for a byte was refused. */
    boolean refused(int handle, long address) {
      boolean refused = false;
      for (int place : places(handle)) {
        for (RdmaSubSegment read : readsAt(segments.get(place), address)) {
          refused = asksFor(read, address) ? read.isRefused() : refused;
        }
      }
      return refused;
    }

    private static List<RdmaSubSegment> readsAt(RdmaSegment segment, long address) {
      return segment.touches(address) ? segment.subSegments() : List.of();
    }

    private static boolean asksFor(RdmaSubSegment read, long address) {
      long relative = address - read.operation().address();
      return relative >= 0 && relative < read.operation().length();
    }

    private List<Integer> places(int handle) {
      Map<Integer, List<Integer>> known = places;
      if (known == null) {
        known = new HashMap<>();
        for (int i = 0; i < segments.size(); i++) {
          RdmaSegment segment = segments.get(i);
          known.computeIfAbsent(segment.handle(), none -> new ArrayList<>(1)).add(i);
          for (RdmaSubSegment read : segment.subSegments()) {
            lastSeen = read.size() > 0 ? i : lastSeen;
          }
        }
        places = known;
      }
      return known.getOrDefault(handle, List.of());
    }
  }
}
