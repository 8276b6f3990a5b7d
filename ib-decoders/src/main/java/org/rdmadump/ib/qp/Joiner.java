package org.rdmadump.ib.qp;

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
 * an XID that is waited for. Only flows of one service are compared.
 */
final class Joiner {
  /** Flows of a service between two hosts that are tried; with more, evidence is not looked for. */
  private static final int MOST_CANDIDATES = 64;

  /** Answers of a flow that fit none, after which only some of them are looked at. */
  private static final int MANY_FRUITLESS = 1 << 12;

  /** Of so many one is, then. */
  private static final int ONE_OF_FRUITLESS = 1 << 6;

  /** Of each two hosts and service the flow from the one to the other that became known last. */
  private final FlowSlots<Flow> latest = new FlowSlots<>();

  void unjoined(Flow flow) {
    Flow before = latest.put(flow.key().ofHosts(), flow);
    flow.unjoinedBefore = before;
    if (before != null) {
      before.unjoinedBehind = flow;
    }
    flow.isUnjoined = true;
  }

  void forget(Flow flow) {
    if (!flow.isUnjoined) {
      return;
    }
    Flow before = flow.unjoinedBefore;
    Flow behind = flow.unjoinedBehind;
    if (before != null) {
      before.unjoinedBehind = behind;
    }
    if (behind != null) {
      behind.unjoinedBefore = before;
    } else if (before != null) {
      Flow unused = latest.put(before.key().ofHosts(), before);
    } else {
      latest.remove(flow.key().ofHosts());
    }
    flow.unjoinedBefore = null;
    flow.unjoinedBehind = null;
    flow.isUnjoined = false;
  }

  /** Joins {@code flow}, which carries a response with this PSN, to the one that asked for it. */
  void byAcknowledgement(Flow flow, int psn) {
    flow.fruitlessAnswers++;
    if (flow.fruitlessAnswers < MANY_FRUITLESS || flow.fruitlessAnswers % ONE_OF_FRUITLESS == 0) {
      join(flow, other -> other.requester().awaitsAcknowledgementOf(psn));
    }
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

  /** Whether a flow in the other direction is not joined, and so may be that of this one. */
  boolean hasCandidates(Flow flow) {
    return candidates(flow) != null;
  }

  private @Nullable Flow candidates(Flow flow) {
    IpAddress sender = flow.key().destination();
    IpAddress receiver = flow.key().source();
    return latest.get(
        sender.high(), sender.low(), receiver.high(), receiver.low(), flow.key().targetOfAny());
  }

  private void join(Flow flow, Predicate<Flow> fits) {
    Flow candidates = candidates(flow);
    if (candidates == null || isTooMany(candidates)) {
      return;
    }
    // Between queue pairs of one host, a flow is among the candidates for its own other direction.
    Flow found = onlyOne(candidates, other -> isOther(flow, other) && fits.test(other));
    if (found != null) {
      pair(found, flow);
      found.join(flow);
    }
  }

  private static boolean isTooMany(Flow latest) {
    int count = 0;
    for (Flow each = latest; each != null; each = each.unjoinedBefore) {
      count++;
      if (count > MOST_CANDIDATES) {
        return true;
      }
    }
    return false;
  }

  @SuppressWarnings("ReferenceEquality") // A flow is one thing, whatever it looks like.
  private static boolean isOther(Flow flow, Flow other) {
    return flow != other;
  }

  private static @Nullable Flow onlyOne(Flow latest, Predicate<Flow> fits) {
    Flow found = null;
    for (Flow candidate = latest; candidate != null; candidate = candidate.unjoinedBefore) {
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
