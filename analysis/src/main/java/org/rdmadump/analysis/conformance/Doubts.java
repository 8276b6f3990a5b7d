package org.rdmadump.analysis.conformance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * What is not decided yet, until enough came behind it on its connection to know whether packets
 * are missing. What the capture ends too early for is excused.
 */
final class Doubts {
  /** Replies behind it that would have shown a gap before them. */
  static final int WITNESSES = 2;

  /** As many as are kept; of more, the oldest are decided at once. */
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

  /** Notes that packets of a connection are missing, which a frame showed. */
  void absent(int connection, long frame) {
    absences.add(connection, frame);
  }

  /** Notes that the snap length cut a frame, of whatever connection. */
  void cut(long frame) {
    cuts.add(ALL, frame);
  }

  /** Takes what is to be decided. */
  void add(int connection, List<CaseTally> tallies, Doubt doubt) {
    if (open.size() == MOST) {
      Open oldest = open.removeFirst();
      oldest.settle(isExcused(oldest, Long.MAX_VALUE));
    }
    open.addLast(new Open(connection, tallies, doubt));
  }

  /** Takes note of a reply, and decides what it is far enough behind. */
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

  /** Excuses the rest. */
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
