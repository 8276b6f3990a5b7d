package org.rdmadump.rpcrdma.nvme;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;
import org.rdmadump.rpcrdma.memory.SharedMemory;

/**
 * The data of a command: pieces in its capsule and in memory that it advertises, in the order of
 * its SGL descriptors.
 */
final class CommandData {
  private final List<Piece> pieces = new ArrayList<>(1);

  /** Whether bytes of it may be those of another command. */
  private boolean ambiguous;

  /** A piece: in the capsule, or in memory if that is not null. */
  private static final class Piece {
    private final Rope capsule;
    private @Nullable RdmaSegment memory;

    Piece(Rope capsule, @Nullable RdmaSegment memory) {
      this.capsule = capsule;
      this.memory = memory;
    }

    long length() {
      return memory == null ? capsule.length() : memory.length();
    }

    /** Up to where bytes were seen. */
    long reached() {
      if (memory == null) {
        return capsule.length();
      }
      long highest = 0;
      for (RdmaSubSegment moved : memory.subSegments()) {
        highest = Math.max(highest, moved.reached() - memory.offset());
      }
      return Math.min(highest, memory.length());
    }

    void addTo(Rope.Builder rope, long count, ReasonForHole why) {
      if (memory == null) {
        rope.add(capsule, 0, count);
      } else {
        memory.addBytes(rope, memory.offset(), count, why);
      }
    }
  }

  /** Adds data in the capsule. */
  void add(Rope inCapsule) {
    pieces.add(new Piece(inCapsule, null));
  }

  /** Adds data in memory. */
  void add(RdmaSegment memory) {
    pieces.add(new Piece(Rope.empty(), memory));
  }

  /** Whether all of it, which is not nothing, is in the capsule. */
  boolean isInCapsule() {
    return !pieces.isEmpty() && memory().isEmpty();
  }

  /** The memory that it has, in order. */
  List<RdmaSegment> memory() {
    List<RdmaSegment> memory = new ArrayList<>(pieces.size());
    for (Piece piece : pieces) {
      if (piece.memory != null) {
        memory.add(piece.memory);
      }
    }
    return memory;
  }

  /** RDMA operations that moved it. */
  List<RdmaSubSegment> moved() {
    List<RdmaSubSegment> moved = new ArrayList<>(1);
    for (RdmaSegment each : memory()) {
      moved.addAll(each.subSegments());
    }
    return moved;
  }

  /** Whether bytes of memory were not seen moving. */
  boolean lacks() {
    for (Piece piece : pieces) {
      if (piece.memory != null && piece.memory.size() < piece.memory.length()) {
        return true;
      }
    }
    return false;
  }

  /** Whether bytes of it may be those of another command. */
  boolean isAmbiguous() {
    return ambiguous;
  }

  /**
   * Takes note of the response: where it shares memory with other commands, it may have been given
   * too little, or what is theirs.
   */
  void answered(SharedMemory sharing, long response, Iterable<CommandInFlight> others) {
    for (Piece piece : pieces) {
      RdmaSegment own = piece.memory;
      if (own != null && sharing.isShared(own)) {
        boolean lacks = own.size() < own.length();
        if (lacks) {
          takeFrom(piece, own, others);
        }
        // Whoever reads one buffer twice gets the same bytes, unless the host has filled it anew:
        // then operations of this command may have gone to one whose response was not captured.
        boolean isMixed = lacks && own.size() > 0;
        ambiguous |= own.kind() == RdmaSegment.Kind.WRITE || isMixed || lacksAny(piece);
      }
      if (piece.memory != null) {
        sharing.answered(piece.memory, response);
      }
    }
  }

  private static boolean lacksAny(Piece piece) {
    return piece.memory != null && piece.memory.size() < piece.memory.length();
  }

  /** Changes memory with a command that shares it, and got the data that was moved for this one. */
  private static void takeFrom(Piece piece, RdmaSegment own, Iterable<CommandInFlight> others) {
    for (CommandInFlight other : others) {
      for (Piece theirs : other.data().pieces) {
        RdmaSegment memory = theirs.memory;
        if (memory != null && isTwin(own, memory) && memory.size() > own.size()) {
          piece.memory = memory;
          theirs.memory = own;
          other.data().ambiguous |= own.size() > 0;
          return;
        }
      }
    }
  }

  private static boolean isTwin(RdmaSegment one, RdmaSegment other) {
    return one.handle() == other.handle()
        && one.offset() == other.offset()
        && one.length() == other.length()
        && one.kind() == other.kind();
  }

  /**
   * The bytes, with holes where they were not captured.
   *
   * @param all whether all of them moved; if not, those up to the last that was seen
   * @param acknowledged whether they are known to have arrived
   */
  Optional<Rope> bytes(boolean all, boolean acknowledged) {
    int count = pieces.size();
    while (!all && count > 0 && pieces.get(count - 1).reached() == 0) {
      count--;
    }
    Rope.Builder rope = Rope.builder();
    for (int i = 0; i < count; i++) {
      Piece piece = pieces.get(i);
      long length = all || i < count - 1 ? piece.length() : piece.reached();
      piece.addTo(rope, length, new WhyAbsent(piece.memory, ambiguous, acknowledged));
    }
    return rope.length() == 0 ? Optional.empty() : Optional.of(rope.build());
  }

  /** Why bytes of memory were not seen. */
  private record WhyAbsent(@Nullable RdmaSegment memory, boolean ambiguous, boolean acknowledged)
      implements ReasonForHole {
    @Override
    public Absence of(int handle, long address) {
      if (ambiguous) {
        return Absence.AMBIGUOUS;
      }
      return isRefused(address) || !acknowledged ? Absence.LOST : Absence.NOT_CAPTURED;
    }

    /** Whether the last operation on a byte was refused. */
    private boolean isRefused(long address) {
      boolean refused = false;
      if (memory != null) {
        for (RdmaSubSegment moved : memory.subSegments()) {
          long relative = address - moved.operation().address();
          if (relative >= 0 && relative < moved.operation().length()) {
            refused = moved.isRefused();
          }
        }
      }
      return refused;
    }
  }
}
