package org.rdmadump.rpcrdma.nvme;

import java.util.BitSet;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.NvmeRules;

/** Identifiers of commands that were seen and are not known any more, and why. */
final class UnknownCommands {
  /** Of commands that were handed out without a response, for lack of room. */
  private final BitSet givenUp = new BitSet(0);

  /** Of commands whose entries were cut. */
  private final BitSet cut = new BitSet(0);

  void giveUp(int identifier) {
    givenUp.set(identifier);
  }

  void cut(int identifier) {
    cut.set(identifier);
    givenUp.clear(identifier);
  }

  /** Takes note that an identifier is that of a command in flight. */
  void forget(int identifier) {
    givenUp.clear(identifier);
    cut.clear(identifier);
  }

  /** Says why the command of a response is not known. */
  Finding whyUnknown(int identifier, Send response) {
    boolean wasGivenUp = givenUp.get(identifier);
    boolean wasCut = cut.get(identifier);
    forget(identifier);
    if (wasGivenUp) {
      return response.finding(
          NvmeRules.GIVEN_UP,
          "the command with identifier "
              + identifier
              + " was printed before, for lack of memory or because too many were in flight");
    }
    return wasCut
        ? response.finding(
            NvmeRules.TRUNCATED_CAPSULE,
            "the snap length cut the command with identifier " + identifier)
        : response.finding(
            NvmeRules.COMMAND_NOT_CAPTURED,
            "no command with identifier " + identifier + " was captured before");
  }

  /** Takes over those of the other half of a connection. */
  void join(UnknownCommands other) {
    givenUp.or(other.givenUp);
    cut.or(other.cut);
  }
}
