package org.rdmadump.analysis.conformance;

import java.util.Arrays;
import java.util.Map;
import org.rdmadump.order.RecentMap;

/**
 * The frames in which packets of a connection were retransmitted, refused or found to be missing.
 * Exchanges in flight at such a frame may be out of order; earlier and later exchanges may not.
 *
 * <p>It keeps the latest {@value #MOST} frames of a connection, as many as calls can be in flight
 * over. Exchanges that began before the oldest kept frame count as disturbed if frames were
 * dropped.
 */
final class Disturbances {
  /** Frames kept of a connection. */
  static final int MOST = 64;

  /** Connections known at a time. */
  private static final int MOST_CONNECTIONS = 1 << 14;

  private final Map<Integer, Frames> connections = new RecentMap<>(MOST_CONNECTIONS);

  /** Frames of a connection, in ascending order. */
  private static final class Frames {
    private long[] frames = new long[4];
    private int count;

    /** The latest dropped frame; 0 if none, as frames count from 1. */
    private long forgotten;

    void add(long frame) {
      int at = Arrays.binarySearch(frames, 0, count, frame);
      if (at >= 0 || frame <= forgotten) {
        return;
      }
      if (count == MOST) {
        forgotten = Math.min(frames[0], frame);
        if (frame == forgotten) {
          return;
        }
        System.arraycopy(frames, 1, frames, 0, --count);
        at++;
      } else if (count == frames.length) {
        frames = Arrays.copyOf(frames, 2 * count);
      }
      int place = -at - 1;
      System.arraycopy(frames, place, frames, place + 1, count - place);
      frames[place] = frame;
      count++;
    }

    boolean isWithin(long first, long last) {
      int at = Arrays.binarySearch(frames, 0, count, first);
      int next = at >= 0 ? at : -at - 1;
      return first <= forgotten || (next < count && frames[next] <= last);
    }
  }

  /** Notes a disturbance of a connection in a frame. */
  void add(int connection, long frame) {
    Frames frames = connections.get(connection);
    if (frames == null) {
      frames = new Frames();
      connections.put(connection, frames);
    }
    frames.add(frame);
  }

  /** {@return whether a connection was disturbed in a range of frames, both ends included} */
  boolean isWithin(int connection, long first, long last) {
    Frames frames = connections.get(connection);
    return frames != null && frames.isWithin(first, last);
  }
}
