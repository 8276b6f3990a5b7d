package org.rdmadump.rpcrdma.decode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.tcp.TcpSegment;

/**
 * Short records of RPC over TCP, each of one fragment, of which only the first segments came. They
 * go on in segments in order.
 *
 * <p>RFC 5531 section 11.
 */
final class PartialRecords {
  /** Records that wait for the rest; the oldest is forgotten. */
  private static final int MOST = 8;

  private static final int MARK = Integer.BYTES;

  /** Whether a fragment is the last one; the rest of a mark is its length. */
  private static final int LAST_FRAGMENT = 0x8000_0000;

  private final int shortest;
  private final int longest;
  private final List<Part> parts = new ArrayList<>(0);

  /** What came of a record. */
  private static final class Part {
    private final IpAddress source;
    private final IpAddress destination;
    private final int sourcePort;
    private final int destinationPort;
    private final ByteBuffer bytes;
    private int next;

    Part(TcpSegment segment, Datagram by, int most) {
      source = by.source();
      destination = by.destination();
      sourcePort = segment.sourcePort();
      destinationPort = segment.destinationPort();
      bytes = ByteBuffer.allocate(most);
      next = segment.sequence();
    }

    boolean isNext(TcpSegment segment, Datagram by) {
      return segment.sequence() == next
          && segment.sourcePort() == sourcePort
          && segment.destinationPort() == destinationPort
          && by.source().equals(source)
          && by.destination().equals(destination);
    }

    void add(TcpSegment segment) {
      int count = Math.min(segment.payloadCaptured(), bytes.remaining());
      bytes.put(segment.array(), segment.payloadOffset(), count);
      next += segment.payloadLength();
    }
  }

  /**
   * None yet.
   *
   * @param shortest length of a record
   * @param longest length of a record
   */
  PartialRecords(int shortest, int longest) {
    this.shortest = shortest;
    this.longest = longest;
  }

  /** {@return length of the record that a mark begins, if it may be one; else 0} */
  int length(int mark) {
    int length = mark & ~LAST_FRAGMENT;
    return (mark & LAST_FRAGMENT) != 0 && length >= shortest && length <= longest ? length : 0;
  }

  /** Whether bytes of a mark, of which some may be missing, may begin a record. */
  boolean mayBegin(byte[] bytes, int at, int present) {
    if (present >= MARK) {
      return length(NetworkOrder.intAt(bytes, at)) > 0;
    }
    return present > 0
        && bytes[at] == (byte) (LAST_FRAGMENT >>> 24)
        && (present < 2 || bytes[at + 1] == 0);
  }

  /** Takes the first segment of one, of which more is to come. */
  void begin(TcpSegment segment, Datagram by) {
    if (segment.payloadCaptured() < segment.payloadLength()) {
      return;
    }
    parts.removeIf(each -> each.isNext(segment, by));
    if (parts.size() == MOST) {
      parts.remove(0);
    }
    Part part = new Part(segment, by, MARK + longest);
    part.add(segment);
    parts.add(part);
  }

  /** {@return the record that a segment goes on with, from its mark on; null if it does not} */
  @Nullable ByteBuffer goOn(TcpSegment segment, Datagram by) {
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part.isNext(segment, by)) {
        part.add(segment);
        ByteBuffer bytes = part.bytes;
        int came = bytes.position();
        boolean isWhole = came >= MARK && came >= MARK + length(bytes.getInt(0));
        if (isWhole || segment.payloadCaptured() < segment.payloadLength()) {
          parts.remove(i);
        }
        return bytes;
      }
    }
    return null;
  }
}
