package org.rdmadump.analysis.conformance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Holds failures until enough replies followed on their connection to show missing packets.
 * Failures still open at the end of the capture are excused.
 */
final class Doubts {
  /** Later replies needed: by then a gap would have shown. */
  static final int WITNESSES = 2;

  /** Failures held at a time; beyond this, the oldest is decided at once. */
  private static final int MOST = 4096;

  private static final int ALL = 0;

  private final Disturbances absences = new Disturbances();
  private final Disturbances cuts = new Disturbances();
  private final Deque<Open> open = new ArrayDeque<>();

  private static final class Open {
    private final int connection;
    private final List<CaseTally> tallies;
    private final Doubt doubt;
    private int witnesses;

    Open(int connection, List<CaseTally> tallies, Doubt doubt) {
      this.connection = connection;
      this.tallies = tallies;
      this.doubt = doubt;
    }

    void settle(boolean isExcused) {
      tallies.forEach(each -> each.note(doubt.settled(isExcused)));
    }
  }

  /** Notes missing packets of a connection, found at a frame. */
  void absent(int connection, long frame) {
    absences.add(connection, frame);
  }

  /** Notes that the snap length cut a frame, of any connection. */
  void cut(long frame) {
    cuts.add(ALL, frame);
  }

  /** Holds a failure. */
  void add(int connection, List<CaseTally> tallies, Doubt doubt) {
    if (open.size() == MOST) {
      Open oldest = open.removeFirst();
      oldest.settle(isExcused(oldest, Long.MAX_VALUE));
    }
    open.addLast(new Open(connection, tallies, doubt));
  }

  /** Notes a reply, and decides the failures that it is late enough for. */
  void witness(int connection, long frame) {
    for (Iterator<Open> all = open.iterator(); all.hasNext(); ) {
      Open each = all.next();
      if (each.connection == connection
          && frame > each.doubt.span().last()
          && ++each.witnesses == WITNESSES) {
        each.settle(isExcused(each, frame));
        all.remove();
      }
    }
  }

  /** Excuses all failures still open. */
  void end() {
    open.forEach(each -> each.settle(/* isExcused= */ true));
    open.clear();
  }

  private boolean isExcused(Open each, long until) {
    long first = each.doubt.span().first();
    return absences.isWithin(each.connection, first, until)
        || cuts.isWithin(ALL, first, each.doubt.span().last());
  }
}
