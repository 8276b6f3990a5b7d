package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.rdma.FragmentPlace;

/** One packet of a Send, copied out of its frame; frame and time follow the copy that counts. */
final class SendPacket {
  private static final byte[] NONE = new byte[0];

  /** Extended PSN. */
  final long psn;

  final FragmentPlace place;

  private byte[] bytes;

  /** Bytes of payload that were captured. */
  final int captured;

  /** Bytes of payload on the wire. */
  final int length;

  /** Whether it has an IETH. */
  final boolean isInvalidating;

  /** The handle in that. */
  final int invalidates;

  /** Whether it carries Immediate Data. */
  final boolean isImmediate;

  final long firstFrame;
  final long firstNanos;
  final @Nullable Finding fault;

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

    /** Time of the latest copy of which it is known that those before it were dropped. */
    long neededNanos;
  }

  /** Copies a packet with an extended PSN. */
  SendPacket(TransportPacket packet, long psn) {
    Opcode opcode = packet.opcode();
    this.psn = psn;
    this.place = opcode.part().place();
    this.bytes = packet.copyPayload();
    this.captured = bytes.length;
    this.length = packet.payloadLength();
    this.isInvalidating = opcode.has(ExtensionHeader.IETH);
    this.invalidates = isInvalidating ? (int) packet.invalidatedHandle() : 0;
    this.isImmediate = opcode.has(ExtensionHeader.IMM_DT);
    this.firstFrame = packet.frameNumber();
    this.firstNanos = packet.nanos();
    this.fault = packet.fault();
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
    if (counts) {
      copies.frame = copy.frameNumber();
      copies.nanos = copy.nanos();
    }
    if (needed) {
      copies.neededNanos = copy.nanos();
    }
  }

  /** Whether it is a First or an Only. */
  boolean starts() {
    return place == FragmentPlace.ONLY || place == FragmentPlace.FIRST;
  }

  /** Whether it is a Last or an Only. */
  boolean ends() {
    return place == FragmentPlace.ONLY || place == FragmentPlace.LAST;
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
