package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.net.IpAddress;

/** Reads exported TCP the way a receiver would, and fails where that would drop a segment. */
final class ExportedTcp {
  private static final int RAW_IP = 101;
  private static final int TCP = 6;

  /** A message as it comes out of a stream. */
  record Message(String way, long nanos, ByteBuffer bytes) {}

  /** One direction of a connection. */
  private static final class Stream {
    private int next = 1;
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
  }

  private final Map<String, Stream> streams = new HashMap<>();
  private final List<Message> messages = new ArrayList<>();

  /** Reads a whole capture: messages in the order of their last segments. */
  static List<Message> read(FrameSource source) throws IOException {
    ExportedTcp tcp = new ExportedTcp();
    Frame frame = new Frame();
    while (source.next(frame)) {
      assertThat(frame.linkType()).isEqualTo(RAW_IP);
      assertThat(frame.captured()).isEqualTo(frame.original());
      byte[] packet = new byte[frame.captured()];
      frame.bytes().get(frame.offset(), packet);
      tcp.packet(packet, frame.epochNanos());
    }
    assertThat(source.damage()).isEmpty();
    assertThat(tcp.streams.values()).allMatch(stream -> stream.unread.size() == 0);
    source.close();
    return tcp.messages;
  }

  private void packet(byte[] bytes, long nanos) {
    ByteBuffer packet = ByteBuffer.wrap(bytes);
    int length = bytes.length;
    boolean ipv4 = packet.get(0) >>> 4 == 4;
    int tcp = ipv4 ? 20 : 40;
    if (ipv4) {
      assertThat(Short.toUnsignedInt(packet.getShort(2))).isEqualTo(length);
      assertThat(packet.get(9)).isEqualTo((byte) TCP);
      assertThat(sum(packet, 0, tcp)).isEqualTo(0xffff);
    } else {
      assertThat(Short.toUnsignedInt(packet.getShort(4))).isEqualTo(length - tcp);
      assertThat(packet.get(6)).isEqualTo((byte) TCP);
    }
    int addresses = sum(packet, ipv4 ? 12 : 8, tcp);
    int segment = sum(packet, tcp, length);
    assertThat(fold(addresses + TCP + length - tcp + segment)).isEqualTo(0xffff);

    String source = end(packet, ipv4 ? 12 : 8, ipv4, packet.getShort(tcp));
    String destination = end(packet, ipv4 ? 16 : 24, ipv4, packet.getShort(tcp + 2));
    String way = source + " > " + destination;
    Stream stream = streams.computeIfAbsent(way, each -> new Stream());
    Stream back = streams.computeIfAbsent(destination + " > " + source, each -> new Stream());
    assertThat(packet.getInt(tcp + 4)).as("sequence number").isEqualTo(stream.next);
    assertThat(packet.getInt(tcp + 8)).as("acknowledged").isEqualTo(back.next);
    int payload = tcp + 4 * (packet.get(tcp + 12) >>> 4);
    stream.unread.write(bytes, payload, length - payload);
    stream.next += length - payload;
    records(way, stream, nanos);
  }

  private void records(String way, Stream stream, long nanos) {
    ByteBuffer unread = ByteBuffer.wrap(stream.unread.toByteArray());
    if (unread.limit() < 4) {
      return;
    }
    int mark = unread.getInt();
    assertThat(mark).as("record mark of a last fragment").isNegative();
    if (unread.remaining() == (mark & 0x7fff_ffff)) {
      byte[] bytes = new byte[unread.remaining()];
      unread.get(bytes);
      messages.add(new Message(way, nanos, ByteBuffer.wrap(bytes)));
      stream.unread.reset();
    }
  }

  private static String end(ByteBuffer packet, int at, boolean ipv4, short port) {
    IpAddress address =
        ipv4
            ? IpAddress.ofIpv4(packet.getInt(at))
            : new IpAddress(packet.getLong(at), packet.getLong(at + 8));
    return address + ":" + Short.toUnsignedInt(port);
  }

  private static int sum(ByteBuffer packet, int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum += (packet.get(i) & 0xff) << ((i - from) % 2 == 0 ? 8 : 0);
      sum = fold(sum);
    }
    return sum;
  }

  private static int fold(int sum) {
    int folded = sum;
    while (folded >>> 16 != 0) {
      folded = (folded & 0xffff) + (folded >>> 16);
    }
    return folded;
  }
}
