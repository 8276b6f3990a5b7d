package org.rdmadump.analysis.export;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rdmadump.capture.PcapngWriter;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpcrdma.Direction;

/**
 * A message as one frame of the link type WIRESHARK_UPPER_PDU: tags that name the protocol and the
 * addresses, then the bytes of the message.
 *
 * <p>A tag is a number and a length of two bytes each, then the value, padded to four bytes.
 * Readers take frames of up to 262,144 bytes; a longer message is cut there, and its frame says how
 * long it was.
 */
final class UpperPduFrames implements MessageFrames {
  private static final int WIRESHARK_UPPER_PDU = 252;
  private static final int LONGEST_FRAME = 262_144;

  private static final short END = 0;
  private static final short DISSECTOR = 12;
  private static final short IPV4_SOURCE = 20;
  private static final short IPV4_DESTINATION = 21;
  private static final short IPV6_SOURCE = 22;
  private static final short IPV6_DESTINATION = 23;
  private static final short PORT_TYPE = 24;
  private static final short SOURCE_PORT = 25;
  private static final short DESTINATION_PORT = 26;
  private static final short ORIGINAL_FRAME = 30;
  private static final int TCP_PORTS = 2;
  private static final byte[] RPC = "rpc\0".getBytes(StandardCharsets.US_ASCII);
  private static final int IPV6_LENGTH = 16;

  private final ByteBuffer frame = ByteBuffer.allocate(LONGEST_FRAME);

  @Override
  public int linkType() {
    return WIRESHARK_UPPER_PDU;
  }

  @Override
  public void write(HeldMessage message, PcapngWriter out) throws IOException {
    frame.clear();
    tag(DISSECTOR, RPC.length).put(RPC);
    addresses(message.source(), message.destination());
    boolean forward = message.direction() == Direction.FORWARD;
    int client = TcpStreams.clientPort(message.connection());
    number(PORT_TYPE, TCP_PORTS);
    number(SOURCE_PORT, forward ? client : TcpStreams.SERVER_PORT);
    number(DESTINATION_PORT, forward ? TcpStreams.SERVER_PORT : client);
    number(ORIGINAL_FRAME, (int) message.lastFrame());
    tag(END, 0);
    int tags = frame.position();
    int count = (int) Math.min(message.stream().length(), LONGEST_FRAME - tags);
    message.stream().copyTo(0, frame.array(), tags, count);
    int original = (int) Math.min(tags + message.length(), Integer.MAX_VALUE);
    out.write(0, message.nanos(), original, frame, 0, tags + count, message.comment());
  }

  private void addresses(IpAddress source, IpAddress destination) {
    if (IpTcpHeaders.isIpv4(source, destination)) {
      number(IPV4_SOURCE, (int) source.low());
      number(IPV4_DESTINATION, (int) destination.low());
    } else {
      tag(IPV6_SOURCE, IPV6_LENGTH).putLong(source.high()).putLong(source.low());
      tag(IPV6_DESTINATION, IPV6_LENGTH).putLong(destination.high()).putLong(destination.low());
    }
  }

  private void number(short tag, int value) {
    tag(tag, Integer.BYTES).putInt(value);
  }

  private ByteBuffer tag(short number, int length) {
    return frame.putShort(number).putShort((short) length);
  }
}
