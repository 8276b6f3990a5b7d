package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Part;

/** Payloads that came before the packet that says where they belong. */
final class HeldFragments extends Yielding<HeldFragments> {
  private static final int MOST = 2048;

  private final Limits limits;

  private @Nullable ArrayDeque<Held> fragments;

  private record Held(
      long psn,
      Part part,
      ByteBuffer bytes,
      int length,
      long frame,
      long nanos,
      @Nullable Finding fault) {
    boolean endsMessage() {
      return part == Part.LAST || part == Part.ONLY;
    }
  }

  HeldFragments(Limits limits) {
    this.limits = limits;
  }

  /** Keeps a copy of the packet's payload; the oldest go first when there are too many. */
  void hold(TransportPacket packet, long psn) {
    ArrayDeque<Held> present = fragments;
    if (present != null && present.size() == MOST) {
      limits.release(present.removeFirst().bytes.capacity());
      limits.lostFragments(1);
    }
    limits.hold(packet.payloadCaptured(), this);
    if (fragments == null) {
      fragments = new ArrayDeque<>(1);
    }
    fragments.add(
        new Held(
            psn,
            packet.opcode().part(),
            ByteBuffer.wrap(packet.copyPayload()),
            packet.payloadLength(),
            packet.frameNumber(),
            packet.nanos(),
            packet.fault()));
  }

  /**
   * Hands what belongs to {@code transfer} to its sink.
   *
   * @param read whether it is a Read, of which only responses say how they were cut
   */
  void placeInto(Transfer transfer, boolean read) {
    ArrayDeque<Held> present = fragments;
    if (present == null) {
      return;
    }
    for (Iterator<Held> each = present.iterator(); each.hasNext(); ) {
      Held held = each.next();
      if (transfer.covers(held.psn)) {
        transfer.learnMtu(held.endsMessage(), held.psn, held.length);
        if (read) {
          transfer.relearnMtu(held.part, held.psn, held.length, 0);
        }
        // With the path MTU, it may take fewer PSNs.
        if (transfer.canPlace(held.psn) && transfer.covers(held.psn)) {
          each.remove();
          limits.release(held.bytes.capacity());
          transfer.respond(held.psn, limits.isCrowded());
          int inside = transfer.inside(held.psn, held.length);
          transfer.sink.packet(
              held.part.place(), held.length, PsnSequence.onWire(held.psn), held.frame);
          transfer.sink.fragment(
              transfer.addressOf(held.psn),
              held.bytes,
              0,
              Math.min(held.bytes.capacity(), inside),
              inside,
              PsnSequence.onWire(held.psn),
              held.frame,
              held.nanos);
          Finding fault = held.fault;
          if (fault != null) {
            transfer.sink.finding(fault);
          }
        }
      }
    }
  }

  /** Whether a payload with this PSN waits. */
  boolean holds(long psn) {
    ArrayDeque<Held> present = fragments;
    if (present != null) {
      for (Held held : present) {
        if (held.psn == psn) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  protected HeldFragments self() {
    return this;
  }

  @Override
  void giveUp() {
    limits.lostFragments(fragments == null ? 0 : fragments.size());
    clear();
  }

  /** Forgets everything. */
  void clear() {
    ArrayDeque<Held> present = fragments;
    if (present != null) {
      for (Held held : present) {
        limits.release(held.bytes.capacity());
      }
      fragments = null;
      leave();
    }
  }
}
