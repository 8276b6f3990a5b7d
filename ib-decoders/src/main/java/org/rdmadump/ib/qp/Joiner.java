package org.rdmadump.ib.qp;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.ib.Reth;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Send;

/**
 * Finds which two flows are the directions of one queue pair, where no connection manager said so.
 *
 * <p>Each kind of evidence counts only if it fits exactly one flow: an acknowledgement or Read
 * response of a PSN that is waited for, an RDMA operation on memory that was advertised, a reply to
 * an XID that is waited for.
 */
final class Joiner {
  /** Flows between two hosts that are tried; with more, evidence is not looked for. */
  private static final int MOST_CANDIDATES = 64;

  private final Map<Hosts, Candidates> unjoined = new HashMap<>();

  // A key of a map, so without the method handles of a record's own hashCode, as IpAddress.
  private record Hosts(IpAddress source, IpAddress destination) {
    static Hosts of(Flow flow) {
      return new Hosts(flow.key().source(), flow.key().destination());
    }

    Hosts swapped() {
      return new Hosts(/* source= */ destination, /* destination= */ source);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Hosts that
          && source.equals(that.source)
          && destination.equals(that.destination);
    }

    @Override
    public int hashCode() {
      return 31 * source.hashCode() + destination.hashCode();
    }
  }

  /** The flows between two hosts, linked by themselves: there may be ten thousands. */
  private static final class Candidates {
    private @Nullable Flow latest;
    private int size;
  }

  void unjoined(Flow flow) {
    Hosts hosts = Hosts.of(flow);
    Candidates candidates = unjoined.get(hosts);
    if (candidates == null) {
      candidates = new Candidates();
      unjoined.put(hosts, candidates);
    }
    Flow before = candidates.latest;
    flow.unjoinedBefore = before;
    if (before != null) {
      before.unjoinedBehind = flow;
    }
    flow.isUnjoined = true;
    candidates.latest = flow;
    candidates.size++;
  }

  void forget(Flow flow) {
    Hosts hosts = Hosts.of(flow);
    Candidates candidates = unjoined.get(hosts);
    if (candidates == null || !flow.isUnjoined) {
      return;
    }
    Flow before = flow.unjoinedBefore;
    Flow behind = flow.unjoinedBehind;
    if (before != null) {
      before.unjoinedBehind = behind;
    }
    if (behind != null) {
      behind.unjoinedBefore = before;
    } else {
      candidates.latest = before;
    }
    flow.unjoinedBefore = null;
    flow.unjoinedBehind = null;
    flow.isUnjoined = false;
    candidates.size--;
    if (candidates.size == 0) {
      unjoined.remove(hosts);
    }
  }

  /** Joins {@code flow}, which carries a response with this PSN, to the one that asked for it. */
  void byAcknowledgement(Flow flow, int psn) {
    join(flow, other -> other.requester().awaitsAcknowledgementOf(psn));
  }

  /** Joins {@code flow}, which reads or writes memory, to the one that advertised it. */
  void byAdvertisement(Flow flow, Reth reth) {
    join(flow, other -> other.advertises(reth));
  }

  /** Joins {@code flow}, which carries what may be a reply, to the one that called. */
  void byReply(Flow flow, Send send) {
    if (send.payload().has(0, Integer.BYTES)) {
      int xid = send.payload().getInt(0);
      join(flow, other -> other.awaitsReply(xid));
    }
  }

  private void join(Flow flow, Predicate<Flow> fits) {
    Candidates candidates = unjoined.get(Hosts.of(flow).swapped());
    if (candidates == null || candidates.size > MOST_CANDIDATES) {
      return;
    }
    // Between queue pairs of one host, a flow is among the candidates for its own other direction.
    Flow found = onlyOne(candidates, other -> isOther(flow, other) && fits.test(other));
    if (found != null) {
      pair(found, flow);
      found.join(flow);
    }
  }

  @SuppressWarnings("ReferenceEquality") // A flow is one thing, whatever it looks like.
  private static boolean isOther(Flow flow, Flow other) {
    return flow != other;
  }

  private static @Nullable Flow onlyOne(Candidates candidates, Predicate<Flow> fits) {
    Flow found = null;
    for (Flow candidate = candidates.latest;
        candidate != null;
        candidate = candidate.unjoinedBefore) {
      if (fits.test(candidate)) {
        if (found != null) {
          return null;
        }
        found = candidate;
      }
    }
    return found;
  }

  /** Says that two flows are joined. */
  void pair(Flow one, Flow other) {
    forget(one);
    forget(other);
  }
}
