package org.rdmadump.analysis.conformance;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.nfs.NfsRules;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.tcp.TcpRules;

/**
 * What findings are to a case: those of RPC-over-RDMA and of the transports below it fail it, from
 * warnings on; those that tell of packets which are missing warn. Others are no matter to it, such
 * as what is inside of NFS.
 */
final class JudgedRules {
  /** Packets that did not reach the capture, or their receiver. */
  private static final Set<String> MISSING =
      names(
          List.of(
              IbRules.NAK,
              IbRules.RNR_NAK,
              IbRules.PSN_GAP,
              IbRules.NOT_CAPTURED,
              TcpRules.HOLE,
              IwarpRules.MISSING_SEGMENTS,
              IwarpRules.MSN_GAP,
              IwarpRules.LOST_FRAMING,
              RpcRdmaRules.NO_HEADER,
              RpcRdmaRules.TRUNCATED_HEADER,
              CaptureRules.CUT_SHORT,
              CheckRules.MESSAGE_LOST));

  /** Packets that were sent again or passed others: operations need not follow each other. */
  private static final Set<String> DISTURBING =
      names(
          List.of(
              IbRules.NAK,
              IbRules.RNR_NAK,
              IbRules.PSN_GAP,
              IbRules.NOT_CAPTURED,
              IbRules.PSN_REPEAT,
              IbRules.OUT_OF_ORDER,
              TcpRules.HOLE,
              IwarpRules.LOST_FRAMING,
              RpcRdmaRules.DATA_REPEATED));

  private static final Set<String> LAYERS =
      Set.of("bth", "aeth", "reth", "icrc", "vcrc", "mpa", "ddp", "rdmap", "rpcrdma");

  private JudgedRules() {}

  private static Set<String> names(List<Rule> rules) {
    Set<String> names = new HashSet<>();
    rules.forEach(rule -> names.add(rule.name()));
    return Set.copyOf(names);
  }

  /** What a finding makes of a case, if anything. */
  static Optional<Note.Level> level(Finding finding) {
    Rule rule = finding.rule();
    if (MISSING.contains(rule.name())) {
      return Optional.of(Note.Level.WARN);
    }
    boolean judged =
        LAYERS.contains(rule.name().substring(0, rule.name().indexOf('.')))
            || rule.name().equals(NfsRules.COUNT_DIFFERS.name());
    return judged && rule.severity() != Severity.NOTE
        ? Optional.of(Note.Level.FAIL)
        : Optional.empty();
  }

  /** Whether operations of the connection need not follow each other any more. */
  static boolean isDisturbing(Finding finding) {
    return DISTURBING.contains(finding.rule().name());
  }
}
