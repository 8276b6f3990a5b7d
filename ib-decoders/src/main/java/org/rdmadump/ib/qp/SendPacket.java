package org.rdmadump.ib.qp;

import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.rdma.FragmentPlace;

/** One packet of a Send, copied out of its frame; frame and time follow the copy that counts. */
final class SendPacket {
  private static final byte[] NONE = new byte[0];

  private static final long NEVER = Long.MIN_VALUE;

  /** Extended PSN. */
  final long psn;

  private final Opcode opcode;

  private byte[] bytes;

  /** Bytes of payload that were captured. */
  final int captured;

  /** Bytes of payload on the wire. */
  final int length;

  final long firstFrame;
  final long firstNanos;

  /** What was wrong with it. */
  final @Nullable Finding fault;

  /** The handle in its IETH, if it has one. */
  private final int invalidates;

  /** Time of the first acknowledgement that covers it, {@link #NEVER} before there is one. */
  private long acknowledgedNanos = NEVER;

  /** What is known of copies of it that came later; null if none did. */
  private @Nullable Copies later;

  /** The packet behind it that was seen of the same Send. */
  @Nullable SendPacket next;

  /** Copies of a packet behind the first. */
  private static final class Copies {
    int count;

    /** Of the copy that counts, which may be the first. */
    long frame;

    long nanos;

    /** Of the first that has other bytes than the first copy; 0 if none has. */
    long differingFrame;

    /** Time of the latest copy of which it is known that those before it were dropped. */
    long neededNanos;
  }

  /** Copies a packet with an extended PSN. */
  SendPacket(TransportPacket packet, long psn) {
    this.psn = psn;
    this.opcode = packet.opcode();
    this.bytes = packet.copyPayload();
    this.captured = bytes.length;
    this.length = packet.payloadLength();
    this.firstFrame = packet.frameNumber();
    this.firstNanos = packet.nanos();
    this.fault = packet.fault();
    this.invalidates = packet.invalidatedHandle();
  }

  /** Notes the time of an acknowledgement that covers it, unless one did before. */
  void acknowledgedAt(long nanos) {
    if (acknowledgedNanos == NEVER) {
      acknowledgedNanos = nanos;
    }
  }

  /** Whether the time of an acknowledgement was noted. */
  boolean isAcknowledged() {
    return acknowledgedNanos != NEVER;
  }

  /** Time of the first acknowledgement that covers it, once it was noted. */
  long acknowledgedNanos() {
    return acknowledgedNanos;
  }

  /** Frame of the copy that counts. */
  long frame() {
    return later == null ? firstFrame : later.frame;
  }

  /** Time of that frame. */
  long nanos() {
    return later == null ? firstNanos : later.nanos;
  }

  /** Time of the latest copy of which it is known that those before it were dropped. */
  long neededNanos() {
    return later == null ? firstNanos : later.neededNanos;
  }

  /** How many copies came behind the first. */
  int repeats() {
    return later == null ? 0 : later.count;
  }

  /**
   * Takes note of a copy.
   *
   * @param counts whether it is the one that counts from now on
   * @param needed whether those before it are known to have been dropped
   */
  void repeatedBy(TransportPacket copy, boolean counts, boolean needed) {
    Copies copies = later;
    if (copies == null) {
      copies = new Copies();
      copies.frame = firstFrame;
      copies.nanos = firstNanos;
      copies.neededNanos = firstNanos;
      later = copies;
    }
    copies.count++;
    if (copies.differingFrame == 0 && differs(copy)) {
      copies.differingFrame = copy.frameNumber();
    }
    if (counts) {
      copies.frame = copy.frameNumber();
      copies.nanos = copy.nanos();
    }
    if (needed) {
      copies.neededNanos = copy.nanos();
    }
  }

  /** Whether a copy has other bytes, as far as both were captured whole, and nothing is wrong. */
  private boolean differs(TransportPacket copy) {
    if (bytes.length != length
        || copy.payloadCaptured() != copy.payloadLength()
        || fault != null
        || copy.fault() != null) {
      return false;
    }
    int at = copy.payloadOffset();
    return !Arrays.equals(bytes, 0, length, copy.array(), at, at + copy.payloadLength());
  }

  /** Frame of the first copy that has other bytes than the first; 0 if there is none. */
  long differingFrame() {
    return later == null ? 0 : later.differingFrame;
  }

  /** Whether it is a First or an Only. */
  boolean starts() {
    return opcode.startsMessage();
  }

  /** Whether it is a Last or an Only. */
  boolean ends() {
    return opcode.endsMessage();
  }

  /** Its place in the Send. */
  FragmentPlace place() {
    return opcode.part().place();
  }

  /** Whether it has Immediate Data. */
  boolean isImmediate() {
    return opcode.has(ExtensionHeader.IMM_DT);
  }

  /** Whether it has an IETH. */
  boolean isInvalidating() {
    return opcode.has(ExtensionHeader.IETH);
  }

  /** The handle in its IETH, if it has one. */
  OptionalInt invalidates() {
    return isInvalidating() ? OptionalInt.of(invalidates) : OptionalInt.empty();
  }

  /** Whether all of its payload was captured. */
  boolean isWhole() {
    return captured == length;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Drops the bytes. */
  void release() {
    bytes = NONE;
  }
}
