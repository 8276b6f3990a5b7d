package org.rdmadump.rpcrdma.call;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;

/** What was counted in a run, of all its connections. */
public final class RunCounts {
  private final Map<Severity, Long> findings = new EnumMap<>(Severity.class);
  private final Map<String, Long> rules = new TreeMap<>();
  private final Map<OtherProtocol, Integer> otherProtocols = new EnumMap<>(OtherProtocol.class);
  private long calls;
  private long repeatedCalls;
  private long replies;
  private long unanswered;
  private long repliesWithoutCall;
  private long incomplete;
  private long otherMessages;
  private long evictedSegments;

  /** Counts a message that is handed out. */
  void message(Draft message) {
    if (message.missing == null) {
      otherMessages++;
      return;
    }
    if (message instanceof ReplyDraft reply) {
      replies++;
      repliesWithoutCall += reply.hasCall() ? 0 : 1;
    } else {
      calls++;
      repeatedCalls += message.isRepeat ? 1 : 0;
    }
    incomplete += message.isComplete() ? 0 : 1;
  }

  /** Counts a call that has no reply. */
  void unansweredCall() {
    unanswered++;
  }

  void finding(Finding finding) {
    Severity severity = finding.rule().severity();
    findings.put(severity, 1 + findings.getOrDefault(severity, 0L));
    rules.put(finding.rule().name(), 1 + rules.getOrDefault(finding.rule().name(), 0L));
  }

  /** Counts connections that turned out to carry another protocol, or to be counted twice. */
  public void otherProtocol(OtherProtocol protocol, int more) {
    otherProtocols.put(protocol, otherProtocols.getOrDefault(protocol, 0) + more);
  }

  /** Counts memory that was given up because there was too much of it. */
  public void evictedSegments(long some) {
    evictedSegments += some;
  }

  /** Connections that carry something else, by its name. */
  public Map<String, Integer> otherProtocols() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Map.Entry<OtherProtocol, Integer> each : otherProtocols.entrySet()) {
      if (each.getValue() > 0) {
        counts.put(each.getKey().text(), each.getValue());
      }
    }
    return counts;
  }

  public long calls() {
    return calls;
  }

  public long repeatedCalls() {
    return repeatedCalls;
  }

  public long replies() {
    return replies;
  }

  /** Calls without a reply when they were given up; some may have been answered later. */
  public long unanswered() {
    return unanswered;
  }

  public long repliesWithoutCall() {
    return repliesWithoutCall;
  }

  public long incomplete() {
    return incomplete;
  }

  public long otherMessages() {
    return otherMessages;
  }

  public Map<Severity, Long> findings() {
    return findings;
  }

  public long evictedSegments() {
    return evictedSegments;
  }

  public Map<String, Long> rules() {
    return rules;
  }
}
