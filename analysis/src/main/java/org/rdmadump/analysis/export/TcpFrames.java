package org.rdmadump.analysis.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.Direction;

/**
 * Messages as segments of TCP connections, in bare IP packets.
 *
 * <p>There is no handshake, because there was none. Whatever goes towards the server comes from the
 * connection's client port and goes to port 2049, calls and the replies to callbacks alike.
 *
 * <p>A message that is cut is one packet that was captured in part, so a reader shows what it holds
 * and says that there was more. Segments behind it are left out like packets that were not
 * captured.
 */
final class TcpFrames implements MessageFrames {
  /** Bytes of a segment at most: with its headers it fits an IP packet. */
  static final int SEGMENT = 60 << 10;

  /** LINKTYPE_RAW: IPv4 or IPv6, no link. */
  private static final int RAW_IP = 101;

  private final TcpStreams streams = new TcpStreams();
  private final ByteBuffer packet = ByteBuffer.allocate(IpTcpHeaders.LONGEST + SEGMENT);

  @Override
  public int linkType() {
    return RAW_IP;
  }

  @Override
  public void write(HeldMessage message, PcapngWriter out) throws IOException {
    Rope record = RecordMarking.record(message.stream(), message.length());
    String comment = message.comment();
    if (message.isCut()) {
      writeCut(message, record, out);
      return;
    }
    long segments = (record.length() + SEGMENT - 1) / SEGMENT;
    for (long i = 0; i < segments; i++) {
      long from = i * SEGMENT;
      int count = (int) Math.min(SEGMENT, record.length() - from);
      String note = segments == 1 ? "" : "; segment " + (i + 1) + " of " + segments;
      int length = segment(message, record, from, count);
      out.write(0, message.nanos(), length, packet, 0, length, comment + note);
    }
  }

  /** A reader would wait for more segments if it did not see that this one is cut. */
  private void writeCut(HeldMessage message, Rope record, PcapngWriter out) throws IOException {
    long whole = RecordMarking.length(message.length());
    int count = (int) Math.min(SEGMENT, whole);
    int captured = (int) Math.min(record.length(), count - 1L);
    Rope.Builder padded = Rope.builder();
    padded.add(record, 0, captured).add(new byte[count - captured]);
    int length = segment(message, padded.build(), 0, count);
    int headers = length - count;
    out.write(0, message.nanos(), length, packet, 0, headers + captured, message.comment());
    streams.advance(message.connection(), message.direction(), (int) (whole - count));
  }

  /** Makes a segment of {@code count} bytes of the record, and returns the packet's length. */
  private int segment(HeldMessage message, Rope record, long from, int count) {
    int connection = message.connection();
    boolean forward = message.direction() == Direction.FORWARD;
    Direction back = forward ? Direction.BACKWARD : Direction.FORWARD;
    int client = TcpStreams.clientPort(connection);
    IpAddress source = message.source();
    IpAddress destination = message.destination();
    int headers = IpTcpHeaders.length(IpTcpHeaders.isIpv4(source, destination));
    record.copyTo(from, packet.array(), headers, count);
    IpTcpHeaders.put(
        packet,
        source,
        destination,
        forward ? client : TcpStreams.SERVER_PORT,
        forward ? TcpStreams.SERVER_PORT : client,
        streams.sequence(connection, message.direction()),
        streams.sequence(connection, back),
        count);
    streams.advance(connection, message.direction(), count);
    return headers + count;
  }
}
