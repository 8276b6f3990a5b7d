package org.rdmadump.ib.qp;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentPlace;

/** One packet of a Send, copied out of its frame; frame and time follow the copy that counts. */
final class SendPacket {
  private static final byte[] NONE = new byte[0];

  final long psn;
  final boolean starts;
  final boolean ends;
  private byte[] bytes;

  /** Bytes of payload that were captured. */
  final int captured;

  final int length;
  final OptionalInt invalidates;
  final long firstFrame;
  final long firstNanos;
  long frame;
  long nanos;

  /** Time of the latest copy of which it is known that those before it were dropped. */
  long neededNanos;

  int repeats;
  @Nullable Finding fault;

  /**
   * A packet.
   *
   * @param psn extended PSN
   * @param starts whether it is a First or an Only
   * @param ends whether it is a Last or an Only
   * @param bytes what was captured of its payload
   * @param length bytes of payload on the wire
   * @param invalidates handle in its IETH
   * @param frame number of its frame
   * @param nanos time of its frame
   */
  SendPacket(
      long psn,
      boolean starts,
      boolean ends,
      byte[] bytes,
      int length,
      OptionalInt invalidates,
      long frame,
      long nanos) {
    this.psn = psn;
    this.starts = starts;
    this.ends = ends;
    this.bytes = bytes;
    this.captured = bytes.length;
    this.length = length;
    this.invalidates = invalidates;
    this.firstFrame = frame;
    this.firstNanos = nanos;
    this.frame = frame;
    this.nanos = nanos;
    this.neededNanos = nanos;
  }

  /** Whether all of its payload was captured. */
  boolean isWhole() {
    return captured == length;
  }

  byte[] bytes() {
    return bytes;
  }

  /** What its opcode says of its place in the Send. */
  FragmentPlace place() {
    if (starts) {
      return ends ? FragmentPlace.ONLY : FragmentPlace.FIRST;
    }
    return ends ? FragmentPlace.LAST : FragmentPlace.MIDDLE;
  }

  /** Drops the bytes. */
  void release() {
    bytes = NONE;
  }
}
