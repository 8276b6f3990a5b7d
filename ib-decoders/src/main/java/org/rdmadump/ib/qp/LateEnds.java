package org.rdmadump.ib.qp;

import java.util.ArrayList;
import org.rdmadump.net.IpAddress;

/**
 * Flows that the connection manager took down, and that are closed a little later: the packets of
 * one queue pair and those of the connection manager take different ways to the sniffer, and what
 * was sent before a DREQ may be captured behind it.
 */
final class LateEnds {
  /** How long a flow is kept, in time of the capture. */
  private static final long LATE_NANOS = 2_000_000_000L;

  /** Connections that are kept; with more, the one that was taken down first is closed. */
  private static final int MOST = 256;

  private final ArrayList<End> ends = new ArrayList<>(0);
  private boolean atOnce;

  /** What is closed late. */
  interface TakenDown {
    FlowKey key();

    /**
     * Closes it.
     *
     * @param told whether to tell first of packets that are not in the capture: none comes any more
     */
    void closeLate(boolean told);
  }

  private record End(TakenDown flow, int hosts, long nanos) {
    private FlowKey key() {
      return flow.key();
    }

    void close() {
      flow.closeLate(/* told= */ true);
    }

    boolean isBetween(IpAddress one, IpAddress other) {
      return (key().source().equals(one) && key().destination().equals(other))
          || (key().source().equals(other) && key().destination().equals(one));
    }
  }

  /** Takes over a flow that was taken down, with its peer, at a time of the capture. */
  void add(TakenDown flow, long nanos) {
    FlowKey key = flow.key();
    End end = new End(flow, hosts(key.source(), key.destination()), nanos);
    if (atOnce) {
      end.close();
      return;
    }
    if (ends.size() == MOST) {
      closeFirst();
    }
    ends.add(end);
  }

  private void closeFirst() {
    ends.remove(0).close();
  }

  /** A number that two hosts have in common, and few others: most ends are passed by it. */
  private static int hosts(IpAddress one, IpAddress other) {
    return one.hashCode() ^ other.hashCode();
  }

  /** Says that somebody may be waiting for what is decoded: no flow is kept from here on. */
  void closeAtOnce() {
    atOnce = true;
  }

  /** Closes the flows that have been kept long enough. */
  void closeOverdue(long now) {
    while (!ends.isEmpty() && now - ends.get(0).nanos >= LATE_NANOS) {
      closeFirst();
    }
  }

  /**
   * Closes those between two hosts: they made a new connection, over which calls without a reply
   * are sent again. If directions are captured in blocks, it may be the same one.
   */
  void closeBetween(IpAddress one, IpAddress other) {
    int hosts = hosts(one, other);
    int at = 0;
    while (at < ends.size()) {
      End end = ends.get(at);
      if (end.hosts == hosts && end.isBetween(one, other)) {
        ends.remove(at);
        end.flow.closeLate(/* told= */ false);
      } else {
        at++;
      }
    }
  }

  /** Closes all of them, in the order in which they were taken down. */
  void closeAll() {
    while (!ends.isEmpty()) {
      closeFirst();
    }
  }
}
