package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.finding.Counted;
import org.rdmadump.nvme.ConnectResult;
import org.rdmadump.rpcrdma.NvmeExchange;

/** What the first page about a capture says of NVMe commands. */
final class NvmeVerdicts {
  private NvmeVerdicts() {}

  /** {@return how many there are of which kind, the first that failed, the slowest, if any} */
  static List<Verdict> of(List<NvmeStats> commands) {
    List<Verdict> verdicts = new ArrayList<>();
    if (commands.isEmpty()) {
      return verdicts;
    }
    verdicts.add(new Verdict("NVMe", Verdict.Tone.PLAIN, counts(commands), "stats"));
    NvmeStats.firstFailed(commands)
        .ifPresent(
            first ->
                verdicts.add(
                    new Verdict(
                        "Failed",
                        Verdict.Tone.WARNING,
                        failed(sum(commands, NvmeStats::failed), first),
                        "-Y failed")));
    NvmeStats.slowest(commands)
        .ifPresent(
            one ->
                verdicts.add(
                    new Verdict(
                        "Commands", Verdict.Tone.PLAIN, slowest(one), TimeVerdicts.SLOWEST)));
    return verdicts;
  }

  private static String counts(List<NvmeStats> commands) {
    List<NvmeStats> most = new ArrayList<>(commands);
    most.sort(Comparator.comparingLong(NvmeStats::count).reversed());
    List<String> named = new ArrayList<>();
    for (NvmeStats each : most) {
      named.add(each.count() + " " + each.operation());
    }
    long failed = sum(commands, NvmeStats::failed);
    long unanswered = sum(commands, NvmeStats::unanswered);
    return Counted.of(sum(commands, NvmeStats::count), "command")
        + ": "
        + RequestVerdicts.some(named)
        + (failed > 0 ? "; " + failed + " failed" : "")
        + (unanswered > 0 ? "; " + unanswered + " without a response" : "");
  }

  private static long sum(List<NvmeStats> commands, ToLongFunction<NvmeStats> count) {
    return commands.stream().mapToLong(count).sum();
  }

  private static String failed(long count, NvmeExchange first) {
    return Counted.of(count, "NVMe command")
        + (count > 1 ? "; the first: " : ": ")
        + place(first)
        + ", "
        + first.status().orElseThrow()
        + first.connectResult().flatMap(ConnectResult::parameter).map(": "::concat).orElse("");
  }

  private static String slowest(NvmeExchange one) {
    AsciiBuffer text = new AsciiBuffer();
    text.put("the slowest: NVMe ").put(place(one)).put(", ");
    Quantities.putDuration(text, one.latencyNanos().orElse(0));
    one.timing().ifPresent(timing -> ExchangeLine.putTiming(text, timing));
    return text.toString();
  }

  private static String place(NvmeExchange one) {
    return one.operation().orElseThrow()
        + " in frame "
        + one.firstFrame()
        + " on c"
        + one.connection();
  }
}
