package org.rdmadump.analysis.check;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Reports the missing bytes of a message, once for each reason. */
final class CompletenessReview {
  private CompletenessReview() {}

  /** {@return one finding for each reason; none if the message is complete or not RPC} */
  static List<Finding> judge(RpcMessage message) {
    if (message.rpc().isEmpty() || message.rpc().get().missing().isEmpty()) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>(1);
    for (Absence reason : Absence.values()) {
      long bytes = 0;
      long first = 0;
      for (MissingRange range : message.rpc().get().missing()) {
        if (range.reason() == reason) {
          first = bytes == 0 ? range.offset() : first;
          bytes += range.length();
        }
      }
      if (bytes > 0) {
        findings.add(
            new Finding(
                rule(reason),
                message.sendFrame(),
                -1,
                Counted.are(bytes, "byte")
                    + " missing, the first at "
                    + first
                    + " of the message ("
                    + reason.text()
                    + ")"));
      }
    }
    return findings;
  }

  private static Rule rule(Absence reason) {
    return switch (reason) {
      case TRUNCATED -> CheckRules.MESSAGE_CUT;
      case NOT_CAPTURED, AMBIGUOUS, NOT_KEPT -> CheckRules.MESSAGE_NOT_CAPTURED;
      case LOST -> CheckRules.MESSAGE_LOST;
      case EVICTED -> CheckRules.MESSAGE_EVICTED;
    };
  }
}
