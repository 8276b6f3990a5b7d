package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;
import org.rdmadump.tcp.TcpHeader;

/**
 * Numbers TCP connections as Wireshark does, from 0 on, and tells segments that were sent before:
 * those with bytes that were captured, or that fill a gap later than the network reorders.
 */
final class TcpStreams {
  /** Connections that are remembered; of more the oldest go, and get another number. */
  static final int MOST_STREAMS = 16_384;

  /** Gaps of one direction; of more the oldest go. */
  private static final int MOST_GAPS = 64;

  /** What arrives so little behind its successor was overtaken; Wireshark takes as much. */
  private static final long OVERTAKEN_NANOS = 3_000_000;

  /** Acknowledgements of the same number behind the first one that ask for a segment. */
  private static final int ASKED = 2;

  private final Map<HostPorts, Stream> streams = new RecentMap<>(MOST_STREAMS);
  private int count;

  /** Sequence numbers that were passed over. */
  private record Gap(int from, int to) {}

  private static final class Stream {
    private final int number;
    private final Way up = new Way();
    private final Way down = new Way();

    Stream(int number) {
      this.number = number;
    }
  }

  /** One direction. */
  private static final class Way {
    private boolean begun;
    private int first;
    private int next;
    private long nextNanos;
    private final List<Gap> gaps = new ArrayList<>(0);

    /** What the other side waits for, and how often it said so again. */
    private int wanted;

    private int timesWanted;

    /** Takes an acknowledgement of the other side. */
    void acknowledge(int number, int payload) {
      if (number != wanted) {
        wanted = number;
        timesWanted = 0;
      } else if (payload == 0) {
        timesWanted++;
      }
    }

    /** Takes a segment; returns whether it was sent before. */
    boolean take(int from, int to, int payload, long nanos) {
      if (!begun) {
        begun = true;
        first = from;
        next = from;
      }
      if (to - next > 0) {
        boolean isAgain = from - next < 0;
        if (from - next > 0) {
          add(new Gap(next, from));
        }
        next = to;
        nextNanos = nanos;
        return isAgain;
      }
      if (from == to) {
        return false;
      }
      boolean isKeepAlive = payload <= 1 && to == next && from == next - 1;
      boolean isAsked = timesWanted >= ASKED && from == wanted;
      boolean isOvertaken = fills(from, to) && nanos - nextNanos < OVERTAKEN_NANOS && !isAsked;
      return !isKeepAlive && !isOvertaken;
    }

    private void add(Gap gap) {
      if (gaps.size() == MOST_GAPS) {
        gaps.remove(0);
      }
      gaps.add(gap);
    }

    private boolean fills(int from, int to) {
      for (int i = 0; i < gaps.size(); i++) {
        Gap gap = gaps.get(i);
        if (from - gap.from >= 0 && gap.to - to >= 0) {
          gaps.remove(i);
          if (from != gap.from) {
            add(new Gap(gap.from, from));
          }
          if (to != gap.to) {
            add(new Gap(to, gap.to));
          }
          return true;
        }
      }
      return false;
    }
  }

  /**
   * {@return where a frame stands that has this segment}
   *
   * @param payload its bytes behind the header, on the wire
   * @param nanos when it was captured
   * @param place where the frame stands that has it
   */
  FramePlace of(
      IpAddress source,
      IpAddress destination,
      TcpHeader header,
      int payload,
      long nanos,
      FramePlace place) {
    HostPorts key =
        HostPorts.of(source, header.sourcePort(), destination, header.destinationPort());
    boolean isUp = key.isLow(source, header.sourcePort());
    Stream stream = streams.get(key);
    if (stream == null || isAnother(header, isUp ? stream.up : stream.down)) {
      stream = new Stream(count++);
      streams.put(key, stream);
    }
    Way way = isUp ? stream.up : stream.down;
    int to = header.sequence() + payload + (header.isSyn() ? 1 : 0) + (header.isFin() ? 1 : 0);
    if (header.isAck()) {
      (isUp ? stream.down : stream.up).acknowledge(header.acknowledgement(), payload);
    }
    boolean isAgain = way.take(header.sequence(), to, payload, nanos);
    return new FramePlace(place.sincePreviousNanos(), OptionalInt.of(stream.number), isAgain);
  }

  /** Whether a connection begins between ports that had one before. */
  private static boolean isAnother(TcpHeader header, Way way) {
    return header.isSyn() && !header.isAck() && way.begun && header.sequence() != way.first;
  }
}
