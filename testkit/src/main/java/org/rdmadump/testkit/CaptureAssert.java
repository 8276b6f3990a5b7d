package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.conformance.PlainNfs;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * Assertions about all of a capture, which is decoded to its end for each.
 *
 * <pre>{@code
 * assertThat(capture).isWhole().hasNoCallsWithoutReply().hasNoFindings(WARNING);
 * }</pre>
 */
public final class CaptureAssert extends DrawnAssert<CaptureAssert, RdmaCapture> {
  /** Exchanges that a failure shows. */
  private static final int SHOWN = 3;

  CaptureAssert(RdmaCapture actual) {
    super(actual, CaptureAssert.class);
  }

  private CaptureSummary summary() {
    isNotNull();
    return actual.summary();
  }

  @Override
  String drawing() {
    return "";
  }

  private CaptureAssert none(String what, Exchanges exchanges) {
    List<RpcExchange> some = exchanges.stream().limit(SHOWN).toList();
    if (!some.isEmpty()) {
      StringBuilder text = new StringBuilder("expected no " + what + " but there are\n");
      some.forEach(each -> text.append('\n').append(Drawing.of(each)));
      fail(text.toString());
    }
    return this;
  }

  /** That the input could be read to its end. */
  public CaptureAssert isReadable() {
    CaptureSummary unused = summary();
    return check(actual.problems().isEmpty(), "a capture without damage", actual.problems());
  }

  /** That there were NFS calls over RDMA, and none over TCP to port 2049 without it. */
  public CaptureAssert hasAllNfsOverRdma() {
    check(
        Exchanges.of(actual).matching("nfs.op").stream().findFirst().isPresent(),
        "NFS over RDMA",
        "none");
    PlainNfs plain = new PlainNfs();
    actual.showFrames(plain);
    return check(
        plain.calls() == 0,
        "no NFS over TCP alone",
        Counted.of(plain.calls(), "call") + " of it, the first in frame " + plain.first());
  }

  /** That every call has its reply. */
  public CaptureAssert hasNoCallsWithoutReply() {
    return none("call without reply", Exchanges.of(actual).matching(each -> each.reply().isEmpty()))
        .check(summary().unanswered() == 0, "no call without reply", summary().unanswered());
  }

  /** That every reply has its call. */
  public CaptureAssert hasNoRepliesWithoutCall() {
    return check(
        summary().repliesWithoutCall() == 0,
        "no reply without call",
        summary().repliesWithoutCall());
  }

  /** That no byte of any message is missing. */
  public CaptureAssert isComplete() {
    return none(
            "incomplete exchange",
            Exchanges.of(actual)
                .matching(
                    each ->
                        List.of(each.call(), each.reply()).stream()
                            .flatMap(message -> message.stream())
                            .flatMap(message -> message.rpc().stream())
                            .anyMatch(rpc -> !rpc.complete())))
        .check(summary().incomplete() == 0, "no incomplete message", summary().incomplete());
  }

  /** That nothing of that severity or above was noticed. */
  public CaptureAssert hasNoFindings(Severity from) {
    List<String> found = new ArrayList<>();
    summary()
        .findings()
        .forEach(
            (severity, count) -> {
              if (severity.compareTo(from) >= 0 && count > 0) {
                found.add(count + " of severity " + severity);
              }
            });
    return check(found.isEmpty(), "no finding", found + ", by rule " + summary().rules());
  }

  /** That there are so many connections with RPC-over-RDMA. */
  public CaptureAssert hasConnections(int count) {
    int found = summary().connections();
    return check(found == count, Counted.of(count, "connection"), found);
  }
}
