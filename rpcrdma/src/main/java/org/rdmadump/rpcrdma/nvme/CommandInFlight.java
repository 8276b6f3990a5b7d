package org.rdmadump.rpcrdma.nvme;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nvme.CommandNames;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.ReasonForHole;

/**
 * A command that has no response yet.
 *
 * @param entry its queue entry
 * @param set to which its opcode belongs
 * @param send that carried it
 * @param memory that it advertises; null if it has none
 * @param inCapsule its data in the capsule, if it has some there
 */
record CommandInFlight(
    SubmissionEntry entry,
    CommandSet set,
    Send send,
    @Nullable RdmaSegment memory,
    Optional<Rope> inCapsule) {

  /** What a command holds, its data in the capsule aside. */
  private static final int COST = 600;

  /** Bytes of memory that it holds until it is answered. */
  long cost() {
    return COST + inCapsule.map(Rope::present).orElse(0L);
  }

  /** Whether it may stay without a response: it asks for events, which may not happen. */
  boolean mayWaitForGood() {
    return set == CommandSet.ADMIN && entry.opcode() == CommandNames.ASYNCHRONOUS_EVENT_REQUEST;
  }

  /** Whether bytes of memory are still to move before the command can have succeeded. */
  boolean lacksData() {
    return memory != null && isExact() && memory.size() < memory.length();
  }

  /**
   * Whether its data is as long as its descriptor says, if it succeeds: of other commands the
   * controller may move less.
   */
  private boolean isExact() {
    return entry.isConnect() || (set == CommandSet.IO && CommandNames.movesBlocks(entry.opcode()));
  }

  /**
   * The data, with holes where it was not captured.
   *
   * @param succeeded whether the response says that all of it has moved
   */
  Optional<Rope> data(boolean succeeded) {
    if (inCapsule.isPresent()) {
      return inCapsule;
    }
    if (memory == null) {
      return Optional.empty();
    }
    long length = succeeded && isExact() ? memory.length() : reached(memory);
    return length == 0
        ? Optional.empty()
        : Optional.of(
            memory.bytes(memory.offset(), length, new ReasonForHole.Always(Absence.NOT_CAPTURED)));
  }

  private static long reached(RdmaSegment memory) {
    long highest = 0;
    for (RdmaSubSegment moved : memory.subSegments()) {
      highest = Math.max(highest, moved.reached() - memory.offset());
    }
    return Math.min(highest, memory.length());
  }
}
