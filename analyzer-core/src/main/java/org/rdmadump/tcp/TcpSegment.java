package org.rdmadump.tcp;

import java.nio.ByteBuffer;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;
import org.rdmadump.net.Datagram;

/**
 * The TCP segment that is being decoded; a decoding loop owns one instance and sets it with every
 * packet. Its bytes are valid as long as those of the frame.
 */
public final class TcpSegment {
  /** How far a segment could be read. */
  public enum Reading {
    /** Its header is whole; its payload may be cut. */
    WHOLE,
    /** The snap length cut its header. */
    TRUNCATED,
    /** Its header contradicts itself; a finding says how. */
    MALFORMED
  }

  private Frame frame = new Frame();
  private Datagram datagram = new Datagram();
  private int sourcePort;
  private int destinationPort;
  private int sequence;
  private int acknowledgement;
  private int flags;
  private int headerOffset;
  private int headerLength;
  private boolean optionsRead;
  private int timestampsAt;
  private int mostOfSegment;
  private int blocksAt;
  private int blocks;
  private int payloadOffset;
  private int payloadLength;
  private int payloadCaptured;

  /** Makes an empty one. */
  public TcpSegment() {}

  /** Reads the segment that {@code datagram}, whose outcome is TCP, found in {@code frame}. */
  public Reading read(Frame frame, Datagram datagram, FindingSink findings) {
    int at = datagram.payloadOffset();
    int length = datagram.payloadLength();
    int captured = datagram.payloadCaptured();
    if (length < TcpHeader.LENGTH) {
      return malformed(TcpRules.SHORT_HEADER, frame, at, length, TcpHeader.LENGTH, findings);
    }
    if (captured < TcpHeader.LENGTH) {
      return Reading.TRUNCATED;
    }
    // Field by field, because a header of its own is an object for each segment.
    byte[] bytes = frame.array();
    int header = TcpHeader.headerLength(bytes[at + TcpHeader.OFFSET]);
    if (header < TcpHeader.LENGTH || header > length) {
      return malformed(TcpRules.HEADER_LENGTH, frame, at, length, header, findings);
    }
    this.frame = frame;
    this.datagram = datagram;
    sourcePort = NetworkOrder.shortAt(bytes, at + TcpHeader.SOURCE_PORT);
    destinationPort = NetworkOrder.shortAt(bytes, at + TcpHeader.DESTINATION_PORT);
    sequence = NetworkOrder.intAt(bytes, at + TcpHeader.SEQUENCE);
    acknowledgement = NetworkOrder.intAt(bytes, at + TcpHeader.ACKNOWLEDGEMENT);
    flags = bytes[at + TcpHeader.FLAGS];
    headerOffset = at;
    headerLength = Math.min(header, captured);
    optionsRead = false;
    payloadOffset = at + header;
    payloadLength = length - header;
    payloadCaptured = Math.max(0, captured - header);
    return Reading.WHOLE;
  }

  private static Reading malformed(
      Rule rule, Frame frame, int at, int had, int header, FindingSink findings) {
    findings.accept(
        new Finding(
            rule,
            frame.number(),
            at - frame.offset(),
            "a header of " + header + " bytes in a packet of " + had));
    return Reading.MALFORMED;
  }

  /** Port that it comes from. */
  public int sourcePort() {
    return sourcePort;
  }

  /** Port that it goes to. */
  public int destinationPort() {
    return destinationPort;
  }

  /** Sequence number of its first byte. */
  public int sequence() {
    return sequence;
  }

  /** Next byte that its sender expects, if {@link #isAck()}. */
  public int acknowledgement() {
    return acknowledgement;
  }

  /** Whether it is the sender's last. */
  public boolean isFin() {
    return (flags & TcpHeader.FIN) != 0;
  }

  /** Whether it opens a connection. */
  public boolean isSyn() {
    return (flags & TcpHeader.SYN) != 0;
  }

  /** Whether it breaks the connection off. */
  public boolean isRst() {
    return (flags & TcpHeader.RST) != 0;
  }

  /** Whether it acknowledges something. */
  public boolean isAck() {
    return (flags & TcpHeader.ACK) != 0;
  }

  /**
   * Whether it is one in the middle of a connection: it acknowledges and neither opens nor ends.
   */
  boolean isInMiddle() {
    return (flags & (TcpHeader.ACK | TcpHeader.SYN | TcpHeader.FIN | TcpHeader.RST))
        == TcpHeader.ACK;
  }

  // ---- the checksum

  /** What its checksum says, computed with each call. */
  TcpChecksum checksum() {
    return TcpChecksum.of(frame.bytes(), datagram);
  }

  // ---- options (RFC 9293 section 3.2), read when one is asked for

  /** Whether it has options beside timestamps in their usual place. */
  boolean hasUnusualOptions() {
    return headerLength > TcpHeader.LENGTH
        && (headerLength != TcpHeader.WITH_ALIGNED_TIMESTAMPS
            || NetworkOrder.intAt(frame.array(), headerOffset + TcpHeader.LENGTH)
                != TcpHeader.ALIGNED_TIMESTAMPS);
  }

  /** Whether it has timestamps (RFC 7323). */
  boolean hasTimestamps() {
    readOptions();
    return timestampsAt != 0;
  }

  /** Bytes that a segment to its sender has at most (RFC 9293 section 3.7.1); 0 if not given. */
  int mostOfSegment() {
    readOptions();
    return mostOfSegment;
  }

  /** The sender's timestamp; 0 without timestamps. */
  int timestamp() {
    readOptions();
    return timestampsAt == 0 ? 0 : NetworkOrder.intAt(frame.array(), timestampsAt);
  }

  /** The timestamp that its sender echoes; 0 without timestamps. */
  int timestampEcho() {
    readOptions();
    return timestampsAt == 0 ? 0 : NetworkOrder.intAt(frame.array(), timestampsAt + Integer.BYTES);
  }

  /** Ranges that its sender reports beside the acknowledgement (RFC 2018, RFC 2883). */
  int selectiveBlocks() {
    readOptions();
    return blocks;
  }

  /** Sequence number of the first byte of such a range. */
  int selectiveFrom(int index) {
    return NetworkOrder.intAt(frame.array(), blocksAt + index * TcpHeader.BLOCK_LENGTH);
  }

  /** Sequence number behind the last byte of such a range. */
  int selectiveTo(int index) {
    return NetworkOrder.intAt(
        frame.array(), blocksAt + index * TcpHeader.BLOCK_LENGTH + Integer.BYTES);
  }

  /** Whether it reports bytes behind those that it acknowledges: its sender lacks some between. */
  public boolean reportsGap() {
    int reported = selectiveBlocks();
    for (int i = 0; i < reported; i++) {
      // A range before the acknowledgement came twice (RFC 2883).
      if (selectiveFrom(i) - acknowledgement() > 0) {
        return true;
      }
    }
    return false;
  }

  private void readOptions() {
    if (optionsRead) {
      return;
    }
    optionsRead = true;
    timestampsAt = 0;
    mostOfSegment = 0;
    blocksAt = 0;
    blocks = 0;
    byte[] bytes = frame.array();
    int at = headerOffset + TcpHeader.LENGTH;
    int end = headerOffset + headerLength;
    while (at + 1 < end && bytes[at] != TcpHeader.OPTION_END) {
      int kind = bytes[at] & 0xff;
      if (kind == TcpHeader.OPTION_NONE) {
        at++;
        continue;
      }
      int length = bytes[at + 1] & 0xff;
      if (length < 2 || length > end - at) {
        return;
      }
      if (kind == TcpHeader.OPTION_TIMESTAMPS && length == TcpHeader.TIMESTAMPS_LENGTH) {
        timestampsAt = at + 2;
      } else if (kind == TcpHeader.OPTION_MOST_OF_SEGMENT
          && length == TcpHeader.MOST_OF_SEGMENT_LENGTH) {
        mostOfSegment = NetworkOrder.shortAt(bytes, at + 2);
      } else if (kind == TcpHeader.OPTION_SACK) {
        blocksAt = at + 2;
        blocks = (length - 2) / TcpHeader.BLOCK_LENGTH;
      }
      at += length;
    }
  }

  /** Buffer that holds the payload. */
  public ByteBuffer bytes() {
    return frame.bytes();
  }

  /** The array behind {@link #bytes()}, with the same indexes; it is only read. */
  public byte[] array() {
    return frame.array();
  }

  /** Index of the first byte of the payload. */
  public int payloadOffset() {
    return payloadOffset;
  }

  /** Bytes of payload on the wire. */
  public int payloadLength() {
    return payloadLength;
  }

  /** Bytes of payload that were captured. */
  public int payloadCaptured() {
    return payloadCaptured;
  }

  /** 1-based number of the frame. */
  public long frameNumber() {
    return frame.number();
  }

  /** Time of the frame. */
  public long epochNanos() {
    return frame.epochNanos();
  }

  /** {@return a finding about a byte of its frame, or none of them if {@code offset} is -1} */
  Finding finding(Rule rule, int offset, String message) {
    return new Finding(rule, frame.number(), offset, message);
  }

  /** Where the acknowledgement stands in its frame. */
  int acknowledgementOffset() {
    return headerOffset + TcpHeader.ACKNOWLEDGEMENT - frame.offset();
  }

  /** Where the sequence number stands in its frame. */
  int sequenceOffset() {
    return headerOffset + TcpHeader.SEQUENCE - frame.offset();
  }

  /** Where the payload begins in its frame. */
  int frameOffset() {
    return payloadOffset - frame.offset();
  }
}
