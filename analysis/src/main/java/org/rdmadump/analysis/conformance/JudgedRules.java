package org.rdmadump.analysis.conformance;

import java.util.Map;
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
 * Maps findings to notes. Findings of RPC-over-RDMA and lower layers fail a case, from warnings on;
 * findings of missing packets warn. Other findings, such as those of NFS contents, have no effect.
 */
final class JudgedRules {
  /** What a rule says about the packets of a case. */
  private enum Effect {
    /** Packets did not reach the capture or their receiver. */
    MISSING,
    /** Packets were retransmitted or out of order: operations need not be in order. */
    DISTURBING,
    /** Packets did not reach the capture, whatever their contents. */
    ABSENT,
    /** An earlier packet explains the finding, if the capture lacks that packet. */
    OF_ALL_BEFORE
  }

  private static final Map<String, Set<Effect>> EFFECTS =
      Map.ofEntries(
          of(IbRules.NAK, Effect.MISSING, Effect.DISTURBING),
          of(IbRules.RNR_NAK, Effect.MISSING, Effect.DISTURBING),
          of(IbRules.PSN_GAP, Effect.MISSING, Effect.DISTURBING, Effect.ABSENT),
          of(IbRules.NOT_CAPTURED, Effect.MISSING, Effect.DISTURBING, Effect.ABSENT),
          of(IbRules.PSN_REPEAT, Effect.DISTURBING),
          of(IbRules.OUT_OF_ORDER, Effect.DISTURBING),
          of(TcpRules.HOLE, Effect.MISSING, Effect.DISTURBING, Effect.ABSENT),
          of(TcpRules.CHECKSUM, Effect.DISTURBING),
          of(TcpRules.OUT_OF_ORDER, Effect.DISTURBING),
          of(IwarpRules.MISSING_SEGMENTS, Effect.MISSING, Effect.ABSENT),
          of(IwarpRules.MSN_GAP, Effect.MISSING, Effect.ABSENT),
          of(IwarpRules.MESSAGES_CUT, Effect.MISSING, Effect.ABSENT),
          of(IwarpRules.LOST_FRAMING, Effect.MISSING, Effect.DISTURBING, Effect.ABSENT),
          of(IwarpRules.BAD_CRC, Effect.ABSENT),
          of(IwarpRules.STRAY_RESPONSE, Effect.OF_ALL_BEFORE),
          of(RpcRdmaRules.NO_HEADER, Effect.MISSING, Effect.ABSENT),
          of(RpcRdmaRules.TRUNCATED_HEADER, Effect.MISSING, Effect.ABSENT),
          of(RpcRdmaRules.DATA_REPEATED, Effect.DISTURBING),
          of(RpcRdmaRules.CREDIT_OVERRUN, Effect.OF_ALL_BEFORE),
          of(RpcRdmaRules.NO_CALL, Effect.OF_ALL_BEFORE),
          of(CaptureRules.CUT_SHORT, Effect.MISSING, Effect.ABSENT),
          of(CaptureRules.PACKETS_DROPPED, Effect.MISSING, Effect.ABSENT),
          of(CheckRules.MESSAGE_LOST, Effect.MISSING));

  private static final Set<String> LAYERS =
      Set.of("bth", "aeth", "reth", "icrc", "vcrc", "mpa", "ddp", "rdmap", "rpcrdma");

  private JudgedRules() {}

  private static Map.Entry<String, Set<Effect>> of(Rule rule, Effect... effects) {
    return Map.entry(rule.name(), Set.of(effects));
  }

  private static boolean has(Finding finding, Effect effect) {
    return EFFECTS.getOrDefault(finding.rule().name(), Set.of()).contains(effect);
  }

  /**
   * {@return the note for a finding, if any}
   *
   * @param at the place of its subject; its frame is used if the finding has none
   */
  static Optional<Note> note(Finding finding, CaptureLocation at) {
    long frame = finding.frame() > 0 ? finding.frame() : at.frame();
    return level(finding)
        .map(
            level ->
                new Note(
                    level,
                    new CaptureLocation(frame, at.connection(), at.xid(), Optional.empty()),
                    finding.rule().name() + ": " + finding.message()));
  }

  private static Optional<Note.Level> level(Finding finding) {
    Rule rule = finding.rule();
    if (has(finding, Effect.MISSING)) {
      return Optional.of(Note.Level.WARN);
    }
    boolean judged =
        LAYERS.contains(rule.name().substring(0, rule.name().indexOf('.')))
            || rule.name().equals(NfsRules.COUNT_DIFFERS.name());
    return judged && rule.severity() != Severity.NOTE
        ? Optional.of(Note.Level.FAIL)
        : Optional.empty();
  }

  /** Whether packets are missing from the capture. */
  static boolean isOfAbsence(Finding finding) {
    return has(finding, Effect.ABSENT);
  }

  /** Whether the finding is a failure only if no earlier packet is missing. */
  static boolean needsAllBefore(Finding finding) {
    return has(finding, Effect.OF_ALL_BEFORE);
  }

  /** Whether operations of the connection may be out of order. */
  static boolean isDisturbing(Finding finding) {
    return has(finding, Effect.DISTURBING);
  }
}
