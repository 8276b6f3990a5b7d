package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmadump.analysis.overview.CreditLoad;
import org.rdmadump.analysis.overview.Mount;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.RequestLoad;
import org.rdmadump.analysis.overview.SideLoad;
import org.rdmadump.analysis.overview.Wholeness;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Counted;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.tcp.TcpRules;

/** What the first page about a capture says in sentences. */
public final class Verdicts {
  private static final String IWARP = "iwarp";
  private static final String TERMINATE = "rdmap.terminate";
  private static final String STATS = "stats";

  /** Rules of what is sent again: packets, the data of a message, a message. */
  private static final List<String> RETRANSMISSIONS =
      List.of(
          "bth.psn-repeat",
          "tcp.retransmission",
          RpcRdmaRules.DATA_REPEATED.name(),
          RpcRdmaRules.REPEATED.name());

  private static final String NO_CALLS = "no call of a client was captured";

  /** Protocols, mounts, codes that are named; the others are in JSON. */
  private static final int MOST_NAMED = 3;

  private static final int PATH_COLUMNS = 48;

  private Verdicts() {}

  // ---- what the capture is

  /** {@return protocols, hosts, mounts, and whether the capture is whole} */
  public static List<Verdict> subject(Overview overview) {
    List<Verdict> verdicts = new ArrayList<>();
    if (overview.isNothingChosen()) {
      verdicts.add(Verdict.warning("Traffic", "no call with its reply was chosen", ""));
    } else if (overview.hasMessages()) {
      verdicts.add(Verdict.plain("Traffic", traffic(overview), ""));
      verdicts.add(Verdict.plain("Hosts", hosts(overview), ""));
      verdicts.add(Verdict.plain("Mounts", mounts(overview), ""));
    } else if (!overview.withoutRpc().connections().isEmpty()) {
      RequestLoad load = RequestLoad.of(overview.withoutRpc());
      verdicts.add(Verdict.plain("Traffic", RequestVerdicts.connections(load), "stats"));
    } else {
      verdicts.add(Verdict.warning("Traffic", nothing(overview), "--frames"));
    }
    verdicts.add(wholeness(overview));
    return verdicts;
  }

  private static String nothing(Overview overview) {
    long unknown =
        overview.summary().notDecoded().getOrDefault(PacketKind.UNKNOWN_LINK_TYPE.label(), 0L);
    return "no RPC-over-RDMA message; "
        + Counted.of(overview.summary().rdmaPackets(), "RDMA packet")
        + " in "
        + Counted.of(overview.summary().frames(), "frame")
        + (unknown > 0 ? "; " + unknown + " of a link type that is not decoded" : "");
  }

  private static String traffic(Overview overview) {
    List<String> counts = new ArrayList<>();
    Map<String, Long> protocols = new LinkedHashMap<>(overview.protocols());
    long alone = overview.repliesAlone();
    if (alone > 0) {
      counts.add(repliesAlone(alone));
      protocols.remove(OperationKey.UNKNOWN);
    }
    int replies = counts.size();
    protocols.forEach(
        (name, count) ->
            counts.add(
                (counts.size() == replies ? Counted.of(count, "call") : count)
                    + " of "
                    + known(name)));
    return some(counts)
        + " over "
        + (overview.transports().isEmpty() ? "RDMA" : String.join(", ", overview.transports()));
  }

  /**
   * Of a capture with the packets of servers alone: without the call, nothing tells the program.
   */
  private static String repliesAlone(long replies) {
    return replies == 1
        ? "1 reply whose call was not captured"
        : replies + " replies whose calls were not captured";
  }

  /** A protocol, as a sentence about several calls names it. */
  private static String known(String name) {
    return name.equals(OperationKey.UNKNOWN)
        ? "unknown programs"
        : OperationKey.protocolInWords(name);
  }

  private static String hosts(Overview overview) {
    long servers =
        overview.clients().stream().flatMap(each -> each.servers().stream()).distinct().count();
    String counts = Counted.of(overview.clients().size(), "client");
    String text =
        overview.clients().size() == 1 && servers == 1
            ? overview.clients().get(0).address()
                + " calls "
                + overview.clients().get(0).servers().get(0)
            : counts + " and " + Counted.of(servers, "server");
    long others = overview.otherConnections();
    return text
        + "; "
        + Counted.of(overview.summary().connections(), "connection")
        + (others > 0 ? ", " + others + " of them not told apart" : "");
  }

  private static String mounts(Overview overview) {
    if (overview.mounts().isEmpty()) {
      return withoutMounts(overview);
    }
    List<String> mounts = new ArrayList<>();
    for (Mount each : overview.mounts()) {
      Optional<String> path =
          each.path().map(known -> OverviewTextWriter.fitted(known, PATH_COLUMNS));
      mounts.add(
          path.isPresent()
              ? each.server() + ":" + path.get() + " by " + each.protocol()
              : each.server() + " by " + each.protocol() + " (path not captured)");
    }
    return some(mounts);
  }

  private static String withoutMounts(Overview overview) {
    if (overview.repliesAlone() > 0) {
      return "not known: " + NO_CALLS;
    }
    if (overview.callsAlone() > 0) {
      return "not known: no reply was captured";
    }
    return overview.wholeness().incomplete() > 0
        ? "not known: some messages are not complete"
        : "none seen: no client asked for the limits of a file system";
  }

  /** The first few of many. */
  private static String some(List<String> texts) {
    int more = texts.size() - MOST_NAMED;
    return String.join(", ", texts.subList(0, Math.min(MOST_NAMED, texts.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String counts(Map<String, Long> counts) {
    List<String> texts = new ArrayList<>();
    counts.forEach((name, count) -> texts.add(name + " " + count));
    return some(texts);
  }

  private static Verdict wholeness(Overview overview) {
    Wholeness wholeness = overview.wholeness();
    if (overview.summary().frames() == 0 && wholeness.readToEnd()) {
      return Verdict.warning("Capture", "has no frame", "");
    }
    List<String> parts = new ArrayList<>();
    if (!wholeness.readToEnd()) {
      parts.add("could not all be read");
    }
    if (wholeness.begunBefore() > 0) {
      parts.add("began after " + Counted.of(wholeness.begunBefore(), "connection") + " did");
    }
    if (wholeness.cutAt().isPresent()) {
      parts.add(
          "frames are cut (snap length), the first at " + wholeness.cutAt().getAsInt() + " B");
    }
    if (!wholeness.missing().isEmpty()) {
      parts.add(missing(wholeness, overview.summary()));
    }
    if (!wholeness.evictions().isEmpty()) {
      parts.add("a limit of rdmadump cost some of it (" + counts(wholeness.evictions()) + ")");
    }
    if (wholeness.dropped().orElse(0) > 0) {
      parts.add(Counted.of(wholeness.dropped().getAsLong(), "packet") + " dropped while capturing");
    }
    if (wholeness.incomplete() > 0) {
      parts.add(Counted.of(wholeness.incomplete(), "message") + " not complete");
    }
    long copies = overview.summary().rules().getOrDefault(TcpRules.REPEATED_CONNECTION.name(), 0L);
    if (copies > 0) {
      parts.add(
          copies == 1
              ? "a copy of a connection is left out"
              : copies + " copies of connections are left out");
    }
    if (wholeness.openAtEnd() > 0) {
      parts.add("ended before " + Counted.of(wholeness.openAtEnd(), "connection") + " did");
    }
    if (wholeness.dropped().orElse(1) == 0) {
      parts.add("no packet dropped while capturing");
    } else if (wholeness.dropped().isEmpty()) {
      parts.add("drops not recorded");
    }
    boolean whole = wholeness.isWhole();
    String text =
        (whole ? "whole, as far as its packets tell; " : "not whole: ") + String.join("; ", parts);
    return whole
        ? Verdict.good("Capture", text, "")
        : Verdict.warning("Capture", text, moreAbout(wholeness));
  }

  private static String missing(Wholeness wholeness, CaptureSummary summary) {
    if (wholeness.missesMessagesOnly()) {
      return "messages are missing (" + counts(wholeness.missing()) + ")";
    }
    Map<String, Long> damaged = new TreeMap<>(summary.rules());
    damaged.keySet().retainAll(Wholeness.DAMAGED);
    if (damaged.isEmpty()) {
      return "packets are missing (" + counts(wholeness.missing()) + ")";
    }
    damaged.putAll(wholeness.missing());
    return "packets are missing or damaged (" + counts(damaged) + ")";
  }

  /** What tells more: connections that were there before or behind a capture have no finding. */
  private static String moreAbout(Wholeness wholeness) {
    if (wholeness.incomplete() > 0) {
      return "check --rules 'rpc.*'";
    }
    boolean hasFinding =
        !wholeness.readToEnd()
            || wholeness.cutAt().isPresent()
            || !wholeness.missing().isEmpty()
            || !wholeness.evictions().isEmpty()
            || wholeness.dropped().orElse(0) > 0;
    return hasFinding ? "check" : STATS;
  }

  // ---- what stands out

  /** {@return what stands out, the time first} */
  public static List<Verdict> verdicts(Overview overview) {
    if (overview.isNothingChosen()) {
      return List.of();
    }
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.addAll(NvmeVerdicts.of(overview.nvme()));
    if (overview.hasMessages()) {
      verdicts.addAll(TimeVerdicts.of(overview));
      verdicts.add(errors(overview));
      verdicts.add(retransmissions(overview));
      verdicts.add(naks(overview));
      verdicts.add(credits(overview));
      RequestLoad others = RequestLoad.of(overview.withoutRpc());
      if (others.connections() > 0) {
        verdicts.add(Verdict.plain("Others", RequestVerdicts.connections(others), "stats"));
      }
    } else {
      verdicts.addAll(RequestVerdicts.verdicts(RequestLoad.of(overview.withoutRpc())));
    }
    return verdicts;
  }

  private static Verdict errors(Overview overview) {
    long failed = 0;
    Optional<OperationStats> most = Optional.empty();
    for (OperationStats each : overview.operations()) {
      failed += each.failed();
      if (each.failed() > most.map(OperationStats::failed).orElse(0L)) {
        most = Optional.of(each);
      }
    }
    long unanswered = overview.unanswered();
    String waiting = unanswered > 0 ? Counted.of(unanswered, "call") + " without a reply" : "";
    if (most.isEmpty() && overview.repliesAlone() > 0) {
      return Verdict.plain("Replies", "not known whether any failed: " + NO_CALLS, "");
    }
    if (most.isEmpty()) {
      boolean isKnown = overview.wholeness().incomplete() == 0;
      String none = isKnown ? "none failed" : "none failed as far as replies were captured";
      return unanswered > 0
          ? Verdict.warning("Replies", waiting + "; " + none, "check")
          : Verdict.good("Replies", "every call was answered, " + none, "");
    }
    OperationStats worst = most.get();
    String of = worst.key().inWords() + " (" + counts(worst.errors()) + ")";
    String sentence =
        Counted.of(failed, "call")
            + " failed: "
            + (worst.failed() == failed ? "" : worst.failed() + " of ")
            + of
            + (unanswered > 0 ? "; " + waiting : "");
    return Verdict.warning("Replies", sentence, STATS);
  }

  private static Verdict retransmissions(Overview overview) {
    List<String> parts = new ArrayList<>();
    long timeouts = 0;
    for (SideLoad side : overview.sides()) {
      timeouts += side.timeouts();
      if (side.retransmitted() > 0) {
        parts.add(
            who(side)
                + " retransmitted "
                + side.retransmitted()
                + " of "
                + Counted.of(side.packets(), "packet"));
      }
    }
    String repeated = RpcRdmaRules.REPEATED.name();
    long messages = overview.summary().rules().getOrDefault(repeated, 0L);
    if (parts.isEmpty()) {
      String none = "no packet was retransmitted";
      return messages == 0
          ? Verdict.good("Retrans.", none, "")
          : Verdict.warning(
              "Retrans.",
              none
                  + ", but "
                  + Counted.of(messages, "RPC message")
                  + (messages == 1 ? " was" : " were"),
              "check --rules " + repeated);
    }
    String twice = CaptureRules.PACKETS_TWICE.name();
    if (overview.summary().rules().containsKey(twice)) {
      return Verdict.warning(
          "Retrans.",
          "not known: packets are in the capture twice, and their copies count as repeats",
          "check --rules " + twice);
    }
    String after = timeouts > 0 ? "; " + Counted.of(timeouts, "timeout") : "";
    if (messages > 0) {
      after += "; " + Counted.of(messages, "RPC message") + ", too";
    }
    return Verdict.warning(
        "Retrans.", String.join(", ", parts) + after, ofRetransmissions(overview));
  }

  /**
   * What tells of retransmissions: rules of a layer, as far as the capture has findings of them.
   */
  private static String ofRetransmissions(Overview overview) {
    Set<String> layers = new TreeSet<>();
    for (String rule : RETRANSMISSIONS) {
      if (overview.summary().rules().containsKey(rule)) {
        layers.add(rule.substring(0, rule.indexOf('.')));
      }
    }
    if (layers.isEmpty()) {
      return STATS;
    }
    return layers.size() == 1 ? "check --rules '" + layers.iterator().next() + ".*'" : "check";
  }

  private static String who(SideLoad side) {
    return side.direction() == Direction.FORWARD ? "clients" : "servers";
  }

  private static Verdict naks(Overview overview) {
    List<String> parts = new ArrayList<>();
    for (SideLoad side : overview.sides()) {
      // What a side sent is refused by the other one.
      List<String> codes = new ArrayList<>();
      side.naks().forEach((code, count) -> codes.add(code + " " + count));
      if (side.receiverNotReady() > 0) {
        codes.add("RNR " + side.receiverNotReady());
      }
      if (side.congestionNotifications() > 0) {
        codes.add("congestion notification " + side.congestionNotifications());
      }
      if (!codes.isEmpty()) {
        String by = side.direction() == Direction.FORWARD ? "servers" : "clients";
        parts.add(by + " sent " + some(codes));
      }
    }
    if (!parts.isEmpty()) {
      return Verdict.warning("NAKs", String.join("; ", parts), "check --rules 'aeth.*'");
    }
    long terminated = overview.summary().rules().getOrDefault(TERMINATE, 0L);
    if (terminated > 0) {
      return Verdict.warning(
          "NAKs",
          Counted.of(terminated, "Terminate message") + "; TCP has no NAKs",
          "check --rules " + TERMINATE);
    }
    boolean isTcp = overview.transports().equals(Set.of(IWARP));
    return Verdict.good(
        "NAKs", isTcp ? "no Terminate; TCP has no NAKs" : "none in either direction", "");
  }

  private static Verdict credits(Overview overview) {
    if (overview.credits().isEmpty()) {
      String why = overview.repliesAlone() > 0 ? NO_CALLS : "no reply with a grant was captured";
      return Verdict.plain("Credits", "not known: " + why, "");
    }
    CreditLoad load = overview.credits().get();
    String use =
        "at most "
            + load.mostInFlight()
            + " of "
            + load.mostGranted()
            + " in use on c"
            + load.connection();
    if (load.overruns() > 0) {
      return Verdict.error(
          "Credits",
          Counted.of(load.overruns(), "call") + " beyond the credits; " + use,
          "check --rules '*credit*'");
    }
    if (load.mostInFlight() > load.mostGranted() || load.exhausted().isEmpty()) {
      // That is no overrun where replies that freed credits may be missing.
      return Verdict.plain("Credits", "not known: replies may be missing; " + use, "");
    }
    long exhausted = load.exhausted().getAsLong();
    return exhausted > 0
        ? Verdict.warning(
            "Credits",
            "exhausted by " + Counted.of(exhausted, "call") + "; " + use,
            "stats --interval 1")
        : Verdict.good("Credits", "never exhausted: " + use, "");
  }
}
