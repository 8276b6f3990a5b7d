package org.rdmadump.iwarp.build;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rdmadump.net.InternetChecksum;

/**
 * A TCP segment in an Ethernet frame with IPv4.
 *
 * @param label what it is, for tests to find it by
 * @param source IPv4 address and port
 * @param destination IPv4 address and port
 * @param sequence of the first byte
 * @param acknowledgement next byte that the sender expects
 * @param flags control bits
 * @param options TCP options, a multiple of four bytes
 * @param payload what it carries
 * @param damage bits of its checksum that are wrong; 0 if it is right
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TcpFrame(
    String label,
    Socket source,
    Socket destination,
    int sequence,
    int acknowledgement,
    int flags,
    byte[] options,
    byte[] payload,
    int damage) {
  /** Makes one without options. */
  public TcpFrame(
      String label,
      Socket source,
      Socket destination,
      int sequence,
      int acknowledgement,
      int flags,
      byte[] payload) {
    this(label, source, destination, sequence, acknowledgement, flags, new byte[0], payload, 0);
  }

  public static final int FIN = 1;
  public static final int SYN = 2;
  public static final int RST = 4;
  public static final int ACK = 16;

  /** Bytes before the payload: Ethernet, IPv4, TCP. */
  public static final int HEADERS = 14 + 20 + 20;

  private static final int IPV4 = 0x0800;
  private static final int TCP = 6;
  private static final int IPV4_HEADER = 20;
  private static final int ADDRESSES = 14 + 12;
  private static final int TRANSPORT = 14 + IPV4_HEADER;
  private static final int CHECKSUM = TRANSPORT + 16;

  /**
   * One end of a TCP connection.
   *
   * @param address IPv4 address
   * @param port TCP port
   */
  public record Socket(int address, int port) {}

  /** {@return bytes {@code [from, to)} of the payload as a segment of their own} */
  public TcpFrame part(int from, int to) {
    return new TcpFrame(
        label,
        source,
        destination,
        sequence + from,
        acknowledgement,
        flags,
        options,
        Arrays.copyOfRange(payload, from, to),
        damage);
  }

  /** {@return the same segment with another payload} */
  public TcpFrame with(byte[] other) {
    return new TcpFrame(
        label, source, destination, sequence, acknowledgement, flags, options, other, damage);
  }

  /** {@return the same segment with wrong bits in its checksum} */
  public TcpFrame damaged(int bits) {
    return new TcpFrame(
        label, source, destination, sequence, acknowledgement, flags, options, payload, bits);
  }

  /** {@return the same segment with the checksum of another} */
  public TcpFrame withChecksumOf(TcpFrame other) {
    return damaged(other.checksum() ^ damaged(0).checksum());
  }

  private int checksum() {
    return ByteBuffer.wrap(bytes()).getShort(CHECKSUM) & 0xffff;
  }

  /** {@return the same segment with other flags} */
  public TcpFrame flagged(int other) {
    return new TcpFrame(
        label, source, destination, sequence, acknowledgement, other, options, payload, damage);
  }

  /** {@return the same segment with another acknowledgement number} */
  public TcpFrame acknowledging(int next) {
    return new TcpFrame(
        label, source, destination, sequence, next, flags, options, payload, damage);
  }

  /** {@return the same segment with timestamps (RFC 7323)} */
  public TcpFrame stamped(int value, int echo) {
    return withOptions(
        ByteBuffer.allocate(12).putInt(0x0101080a).putInt(value).putInt(echo).array());
  }

  /** {@return the same segment reporting ranges, each from one sequence number to another} */
  public TcpFrame reporting(int... edges) {
    ByteBuffer option = ByteBuffer.allocate(4 + 4 * edges.length);
    option.putShort((short) 0x0101).put((byte) 5).put((byte) (2 + 4 * edges.length));
    for (int edge : edges) {
      option.putInt(edge);
    }
    return withOptions(option.array());
  }

  /** {@return the same segment with more options} */
  public TcpFrame withOptions(byte[] more) {
    byte[] all = Arrays.copyOf(options, options.length + more.length);
    System.arraycopy(more, 0, all, options.length, more.length);
    return new TcpFrame(
        label, source, destination, sequence, acknowledgement, flags, all, payload, damage);
  }

  /** {@return the same segment with a timestamp instead of its options} */
  public TcpFrame stampedAgain(int value) {
    return new TcpFrame(label, source, destination, sequence, acknowledgement, flags, payload)
        .stamped(value, 0);
  }

  /** {@return sequence number behind its payload} */
  public int end() {
    return sequence + payload.length;
  }

  /** {@return whether it opens, ends, or only acknowledges} */
  public boolean isBare() {
    return payload.length == 0;
  }

  /** {@return the frame as it is on the wire} */
  public byte[] bytes() {
    ByteBuffer frame = ByteBuffer.allocate(HEADERS + options.length + payload.length);
    frame.putInt(0x52540077).putShort((short) 1).putInt(0x52540077).putShort((short) 2);
    frame.putShort((short) IPV4);
    frame.put((byte) 0x45).put((byte) 0);
    // A length that 16 bits do not hold is 0, as with segmentation by the device.
    int ip = 40 + options.length + payload.length;
    frame.putShort((short) (ip > 0xffff ? 0 : ip)).putInt(0);
    frame.put((byte) 64).put((byte) TCP).putShort((short) 0);
    frame.putInt(source.address).putInt(destination.address);
    frame.putShort((short) source.port).putShort((short) destination.port);
    frame.putInt(sequence).putInt(acknowledgement);
    frame.put((byte) (0x50 + (options.length << 2))).put((byte) flags);
    frame.putShort((short) 0xffff).putInt(0);
    frame.put(options).put(payload);
    long pseudo = InternetChecksum.sum(TCP + ip - IPV4_HEADER, frame, ADDRESSES, TRANSPORT);
    short checksum =
        InternetChecksum.of(InternetChecksum.sum(pseudo, frame, TRANSPORT, frame.capacity()));
    frame.putShort(CHECKSUM, (short) (checksum ^ damage));
    return frame.array();
  }
}
