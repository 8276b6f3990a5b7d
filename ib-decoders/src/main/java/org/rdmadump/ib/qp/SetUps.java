package org.rdmadump.ib.qp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.rdmadump.net.IpAddress;

/**
 * Connections that are just being made: of the request and the reply of the connection manager, one
 * was seen. What its sender sends next is on a queue pair of which the other will tell.
 */
final class SetUps {
  /** Set-ups that may be under way at once; the oldest are forgotten. */
  private static final int MOST = 64;

  private final Deque<SetUp> underWay = new ArrayDeque<>();

  private record SetUp(IpAddress sender, IpAddress receiver, int communicationId, long nanos) {}

  /** Notes a message that the other is to follow. */
  void begin(IpAddress sender, IpAddress receiver, int communicationId, long nanos) {
    end(sender, communicationId);
    if (underWay.size() == MOST) {
      underWay.removeFirst();
    }
    underWay.addLast(new SetUp(sender, receiver, communicationId, nanos));
  }

  /** Notes that the other was seen, or that none follows. */
  void end(IpAddress sender, int communicationId) {
    for (Iterator<SetUp> each = underWay.iterator(); each.hasNext(); ) {
      SetUp setUp = each.next();
      if (setUp.communicationId == communicationId && setUp.sender.equals(sender)) {
        each.remove();
      }
    }
  }

  /** Whether the sender of a flow has just begun to make a connection with its receiver. */
  boolean isUnderWay(FlowKey key, long nanos) {
    for (SetUp setUp : underWay) {
      if (setUp.sender.equals(key.source())
          && setUp.receiver.equals(key.destination())
          && Math.abs(nanos - setUp.nanos) <= CaptureOrder.PATIENCE_NANOS) {
        return true;
      }
    }
    return false;
  }
}
