package org.rdmadump.rpcrdma.nvme;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.NvmeRules;

/** Whether Sends are capsules whose entries were captured. */
final class CapsuleReview {
  private static final int IDENTIFIER_AT = 2;

  private CapsuleReview() {}

  /** {@return what is wrong with a Send; empty if its entry can be read} */
  static Optional<Finding> judge(Send send, boolean isCommand) {
    Rope payload = send.payload();
    int length = isCommand ? SubmissionEntry.LENGTH : CompletionEntry.LENGTH;
    String capsule = isCommand ? "command capsule" : "response capsule";
    String size = capsule + " of " + Counted.of(payload.length(), "byte");
    if (!isCommand && payload.length() > length) {
      return Optional.of(
          send.finding(NvmeRules.NO_ENTRY, size + ", which has " + length + " bytes"));
    }
    if (payload.has(0, length)) {
      return Optional.empty();
    }
    if (payload.length() >= length && payload.lacksOnly(Absence.TRUNCATED, length)) {
      return Optional.of(
          send.finding(
              NvmeRules.TRUNCATED_CAPSULE,
              capsule + ": the snap length cut its entry of " + length + " bytes"));
    }
    return Optional.of(
        send.finding(
            NvmeRules.NO_ENTRY,
            size + ", of whose entry of " + length + " bytes not all was captured"));
  }

  /** {@return the identifier of a command whose entry was cut, if it was captured} */
  static OptionalInt identifier(Send send) {
    Rope payload = send.payload();
    return payload.has(0, IDENTIFIER_AT + Short.BYTES)
        ? OptionalInt.of(
            payload.unsignedByteAt(IDENTIFIER_AT)
                | payload.unsignedByteAt(IDENTIFIER_AT + 1) << Byte.SIZE)
        : OptionalInt.empty();
  }
}
