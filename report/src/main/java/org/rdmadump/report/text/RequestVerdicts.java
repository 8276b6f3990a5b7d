package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.overview.RequestLoad;
import org.rdmadump.finding.Counted;
import org.rdmadump.rdma.RequestKind;

/** What the first page about a capture says of connections without RPC-over-RDMA. */
final class RequestVerdicts {
  private static final String STATS = "stats";
  private static final int MOST_NAMED = 3;

  private RequestVerdicts() {}

  /** {@return how many there are, and what they carry} */
  static String connections(RequestLoad load) {
    long unknown =
        load.connections() - load.protocols().values().stream().mapToLong(it -> it).sum();
    List<String> protocols = new ArrayList<>();
    load.protocols().forEach((name, count) -> protocols.add(count + " of " + name));
    if (unknown > 0) {
      protocols.add(protocols.isEmpty() ? "protocol unknown" : unknown + " of an unknown protocol");
    }
    return Counted.of(load.connections(), "connection")
        + " over "
        + String.join(", ", load.transports())
        + ", no RPC-over-RDMA; "
        + String.join(", ", protocols);
  }

  /** {@return what stands out} */
  static List<Verdict> verdicts(RequestLoad load) {
    List<Verdict> verdicts = new ArrayList<>();
    if (load.connections() == 0) {
      return verdicts;
    }
    if (!load.requests().isEmpty()) {
      verdicts.add(new Verdict("Requests", Verdict.Tone.PLAIN, requests(load), STATS));
      slowest(load, verdicts);
    }
    verdicts.add(retransmissions(load));
    if (!load.naks().isEmpty() || load.notReady() > 0) {
      verdicts.add(
          new Verdict("NAKs", Verdict.Tone.WARNING, refusals(load), "check --rules 'aeth.*'"));
    }
    if (load.congestion() > 0) {
      verdicts.add(
          new Verdict(
              "Congested",
              Verdict.Tone.WARNING,
              Counted.of(load.congestion(), "CNP or ECN mark"),
              STATS));
    }
    if (load.refused() + load.aborted() > 0) {
      verdicts.add(
          new Verdict(
              "Ends",
              Verdict.Tone.WARNING,
              Counted.of(load.refused(), "connection")
                  + " refused, "
                  + load.aborted()
                  + " ended by an error",
              "check --rules 'connection.*'"));
    }
    return verdicts;
  }

  private static String requests(RequestLoad load) {
    List<Map.Entry<RequestKind, RequestLoad.Moved>> kinds =
        new ArrayList<>(load.requests().entrySet());
    kinds.sort(
        Comparator.comparingLong(
                (Map.Entry<RequestKind, RequestLoad.Moved> each) -> each.getValue().bytes())
            .reversed());
    List<String> parts = new ArrayList<>();
    for (Map.Entry<RequestKind, RequestLoad.Moved> each : kinds) {
      AsciiBuffer size = new AsciiBuffer();
      Quantities.putSize(size, each.getValue().bytes());
      parts.add(each.getValue().count() + " " + inWords(each.getKey()) + " (" + size + ")");
    }
    return some(parts);
  }

  /** What a request does, as a sentence names it. */
  private static String inWords(RequestKind kind) {
    return switch (kind) {
      case SEND_IMMEDIATE -> "send with immediate data";
      case SEND_INVALIDATE -> "send with invalidate";
      case WRITE_IMMEDIATE -> "write with immediate data";
      case FETCH_ADD -> "fetch and add";
      case COMPARE_SWAP -> "compare and swap";
      case ATOMIC_WRITE -> "atomic write";
      default -> kind.label();
    };
  }

  private static void slowest(RequestLoad load, List<Verdict> verdicts) {
    load.requests().entrySet().stream()
        .filter(each -> each.getValue().slowest() > 0)
        .max(Comparator.comparingLong(each -> each.getValue().slowest()))
        .ifPresent(
            each ->
                verdicts.add(
                    new Verdict(
                        "Answers",
                        Verdict.Tone.PLAIN,
                        "the slowest took "
                            + Quantities.duration(each.getValue().slowest())
                            + ", to a "
                            + inWords(each.getKey()),
                        STATS)));
  }

  private static Verdict retransmissions(RequestLoad load) {
    if (load.retransmitted() == 0) {
      return new Verdict("Retrans.", Verdict.Tone.GOOD, "no packet was retransmitted", "");
    }
    List<String> causes = new ArrayList<>();
    load.bursts().forEach((cause, count) -> causes.add(cause.counted(count)));
    String after = causes.isEmpty() ? "" : "; " + String.join(", ", causes);
    return new Verdict(
        "Retrans.",
        Verdict.Tone.WARNING,
        load.retransmitted()
            + " of "
            + Counted.of(load.packets(), "packet")
            + " were retransmitted"
            + after,
        "check --rules 'connection.*'");
  }

  private static String refusals(RequestLoad load) {
    List<String> parts = new ArrayList<>();
    load.naks().forEach((code, count) -> parts.add(code + " " + count));
    if (load.notReady() > 0) {
      parts.add("RNR " + load.notReady());
    }
    return some(parts);
  }

  /** The first of the kinds of something, and how many more there are. */
  static String some(List<String> parts) {
    int more = parts.size() - MOST_NAMED;
    return String.join(", ", parts.subList(0, Math.min(MOST_NAMED, parts.size())))
        + (more > 0 ? " and " + Counted.of(more, "more kind") : "");
  }
}
