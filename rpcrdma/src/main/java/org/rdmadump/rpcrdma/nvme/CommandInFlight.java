package org.rdmadump.rpcrdma.nvme;

import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.CommandNames;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Send;

/**
 * A command that has no response yet.
 *
 * @param entry its queue entry
 * @param set to which its opcode belongs
 * @param number of the command on its connection: 1, 2, 3, ...
 * @param answersBefore responses that the host had, or was to get, when it was sent
 * @param send that carried it
 * @param data where its data is
 * @param cost bytes of memory that it holds until it is answered
 * @param findings about it so far; more may come
 * @param refused responses to it that were not delivered, so far
 */
record CommandInFlight(
    SubmissionEntry entry,
    CommandSet set,
    long number,
    long answersBefore,
    Send send,
    CommandData data,
    long cost,
    List<Finding> findings,
    List<Send> refused) {

  /** What a command holds, its capsule aside. */
  static final int COST = 600;

  /** Whether it may stay without a response, as it asks for events. */
  boolean mayWaitForGood() {
    return CommandNames.waitsForEvent(entry, set);
  }

  /** Whether bytes of memory are still to move before the command can have succeeded. */
  boolean lacksData() {
    return isExact() && data.lacks();
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
   * @param acknowledged whether what moved is known to have arrived
   */
  Optional<Rope> bytes(boolean succeeded, boolean acknowledged) {
    return data.bytes(succeeded && isExact(), acknowledged);
  }
}
