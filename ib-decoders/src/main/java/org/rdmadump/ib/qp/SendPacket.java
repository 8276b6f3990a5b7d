package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.ExtensionHeader;
import org.rdmadump.ib.Opcode;
import org.rdmadump.rdma.FragmentPlace;

/** One packet of a Send, copied out of its frame; frame and time follow the copy that counts. */
final class SendPacket {
  /** In place of a handle. */
  static final long NO_HANDLE = -1;

  private static final byte[] NONE = new byte[0];

  /** Extended PSN. */
  final long psn;

  final FragmentPlace place;

  private byte[] bytes;

  /** Bytes of payload that were captured. */
  final int captured;

  /** Bytes of payload on the wire. */
  final int length;

  /** Handle in its IETH, unsigned; {@link #NO_HANDLE} without one. */
  final long invalidates;

  /** Whether it carries Immediate Data. */
  final boolean isImmediate;

  final long firstFrame;
  final long firstNanos;
  long frame;
  long nanos;

  /** Time of the latest copy of which it is known that those before it were dropped. */
  long neededNanos;

  int repeats;
  final @Nullable Finding fault;

  /** The packet behind it that was seen of the same Send. */
  @Nullable SendPacket next;

  /** Copies a packet with an extended PSN. */
  SendPacket(TransportPacket packet, long psn) {
    Opcode opcode = packet.opcode();
    this.psn = psn;
    this.place = opcode.part().place();
    this.bytes = packet.copyPayload();
    this.captured = bytes.length;
    this.length = packet.payloadLength();
    this.invalidates = opcode.has(ExtensionHeader.IETH) ? packet.invalidatedHandle() : NO_HANDLE;
    this.isImmediate = opcode.has(ExtensionHeader.IMM_DT);
    this.firstFrame = packet.frameNumber();
    this.firstNanos = packet.nanos();
    this.frame = firstFrame;
    this.nanos = firstNanos;
    this.neededNanos = firstNanos;
    this.fault = packet.fault();
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
