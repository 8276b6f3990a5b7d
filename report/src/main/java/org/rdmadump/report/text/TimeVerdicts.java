package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.check.Silence;
import org.rdmadump.analysis.overview.LongCall;
import org.rdmadump.analysis.overview.LongSilence;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.TimeUse;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.Direction;

/** What the first page says of the time of calls: how much there was, and who took it. */
final class TimeVerdicts {
  static final String SLOWEST = "stats --slowest 10";

  /** How many times as long the way to the other side must be to tell the sides apart. */
  private static final int MUCH_MORE = 3;

  private TimeVerdicts() {}

  static List<Verdict> of(Overview overview) {
    List<Verdict> verdicts = new ArrayList<>();
    time(overview).ifPresent(verdicts::add);
    silence(overview).ifPresent(verdicts::add);
    slowest(overview).ifPresent(verdicts::add);
    wire(overview).ifPresent(verdicts::add);
    return verdicts;
  }

  private static Optional<Verdict> time(Overview overview) {
    TimeUse time = overview.time();
    boolean hasUnanswered = time.unanswered() > 0;
    if (time.span() <= 0 || (time.waited() <= 0 && !hasUnanswered)) {
      return Optional.empty();
    }
    String sentence =
        (overview.chosen().isPresent() ? "no chosen call" : "no client call")
            + (time.unknown() > 0 ? " of known time" : "")
            + " in flight "
            + Quantities.percent(time.idle(), time.span())
            + " of the time";
    if (hasUnanswered) {
      sentence +=
          ", only calls without a reply " + Quantities.percent(time.unanswered(), time.span());
    }
    if (time.waited() > 0) {
      sentence +=
          (hasUnanswered ? "; answered calls took " : "; calls took ")
              + Quantities.percent(time.answered(), time.span())
              + ": "
              + shares(time.wire(), time.waited());
    }
    if (time.unknown() > 0) {
      sentence += "; not known of " + Counted.of(time.unknown(), "call") + ": replies are missing";
    }
    return Optional.of(Verdict.plain("Time", sentence, "stats --interval 1"));
  }

  private static Optional<Verdict> silence(Overview overview) {
    if (overview.silence().isEmpty()) {
      return Optional.empty();
    }
    LongSilence longest = overview.silence().get();
    String sentence =
        (longest.silences() > 1 ? "longest of " + longest.silences() + ": " : "")
            + "nothing moved for "
            + Quantities.duration(longest.nanos())
            + " on c"
            + longest.connection()
            + " from frame "
            + longest.frame();
    if (longest.repeat().isEmpty()) {
      sentence +=
          switch (longest.until()) {
            case REPLY -> "";
            case CONNECTION_END -> " to the end of the connection";
            case CAPTURE_END -> " to the end of the capture";
          };
    }
    sentence +=
        String.format(
            Locale.US,
            "; %s 0x%08x",
            longest.key().map(OperationKey::inWords).orElse("a call"),
            longest.xid());
    if (longest.repeat().isPresent()) {
      sentence +=
          " was answered after its repeat on c"
              + longest.repeat().get().connection()
              + ", "
              + Quantities.duration(longest.repeat().get().nanos())
              + " later";
    } else {
      sentence += longest.until() == Silence.Until.REPLY ? " waited" : " got no reply";
    }
    return Optional.of(Verdict.warning("Silence", sentence, "check"));
  }

  private static Optional<Verdict> slowest(Overview overview) {
    if (overview.longest().isEmpty()) {
      return Optional.empty();
    }
    OperationStats most = overview.operations().get(0);
    LongCall longest = overview.longest().get();
    String sentence =
        most.key().inWords()
            + " took most, "
            + Quantities.longDuration(most.latency().sum())
            + " in "
            + Counted.of(most.latency().count(), "call")
            + " ("
            + shares(most.wireNanos(), most.latency().sum())
            + "); longest call: "
            + longest.key().inWords()
            + " in frame "
            + longest.frame()
            + ", "
            + Quantities.longDuration(longest.latency())
            + " ("
            + shares(longest.wire(), longest.latency())
            + ")";
    return Optional.of(Verdict.plain("Slowest", sentence, SLOWEST));
  }

  /** Who took the time of calls, who took most first. */
  private static String shares(long wire, long waited) {
    if (wire == 0 || wire == waited) {
      return wire == 0 ? "server" : "wire";
    }
    String server = "server " + Quantities.percent(waited - wire, waited);
    String packets = "wire " + Quantities.percent(wire, waited);
    return 2 * wire > waited ? packets + ", " + server : server + ", " + packets;
  }

  /** How long acknowledgements took, which tells the way from where packets were captured. */
  private static Optional<Verdict> wire(Overview overview) {
    if (overview.busiest().isEmpty()) {
      return Optional.empty();
    }
    ConnectionStats busiest = overview.busiest().get();
    Durations calls = busiest.acknowledgements(Direction.FORWARD);
    Durations replies = busiest.acknowledgements(Direction.BACKWARD);
    boolean isPrompt = busiest.record().transport().hasPacketNumbers();
    String text = "calls were acknowledged in " + Quantities.duration(calls.p50());
    if (replies.count() > 0) {
      text += ", replies in " + Quantities.duration(replies.p50());
    }
    text += " (medians, c" + busiest.record().index().orElseThrow() + ")";
    boolean isAtClient = replies.count() > 0 && MUCH_MORE * replies.p50() < calls.p50();
    boolean isAtServer = replies.count() > 0 && MUCH_MORE * calls.p50() < replies.p50();
    String place =
        !isPrompt
            ? "; TCP may delay acknowledgements"
            : isAtClient
                ? ": captured near the client, server time includes the network"
                : isAtServer ? ": captured near the server" : "";
    return Optional.of(Verdict.plain("Wire", text + place, "stats"));
  }
}
