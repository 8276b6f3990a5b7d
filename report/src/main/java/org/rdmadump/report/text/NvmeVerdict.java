package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.finding.Counted;

/** What the first page about a capture says of NVMe commands. */
final class NvmeVerdict {
  private static final int MOST_NAMED = 3;

  private NvmeVerdict() {}

  /** {@return how many there are of which kind, and what stands out; empty without any} */
  static Optional<Verdict> of(List<NvmeStats> commands) {
    if (commands.isEmpty()) {
      return Optional.empty();
    }
    long failed = sum(commands, NvmeStats::failed);
    long unanswered = sum(commands, NvmeStats::unanswered);
    List<NvmeStats> most = new ArrayList<>(commands);
    most.sort(Comparator.comparingLong(NvmeStats::count).reversed());
    List<String> named = new ArrayList<>();
    for (NvmeStats each : most.subList(0, Math.min(MOST_NAMED, most.size()))) {
      named.add(each.count() + " " + each.operation());
    }
    int more = most.size() - named.size();
    String sentence =
        Counted.of(sum(commands, NvmeStats::count), "command")
            + ": "
            + String.join(", ", named)
            + (more > 0 ? " and " + more + " more" : "")
            + (failed > 0 ? "; " + failed + " failed" : "")
            + (unanswered > 0 ? "; " + unanswered + " without a response" : "")
            + slowest(commands);
    Verdict.Tone tone = failed > 0 ? Verdict.Tone.WARNING : Verdict.Tone.PLAIN;
    return Optional.of(new Verdict("NVMe", tone, sentence, "stats"));
  }

  private static long sum(List<NvmeStats> commands, ToLongFunction<NvmeStats> count) {
    return commands.stream().mapToLong(count).sum();
  }

  private static String slowest(List<NvmeStats> commands) {
    return commands.stream()
        .filter(each -> each.latencies().count() > 0)
        .max(Comparator.comparingLong(each -> each.latencies().greatest()))
        .map(
            each ->
                "; the slowest, a "
                    + each.operation()
                    + ", took "
                    + Quantities.duration(each.latencies().greatest()))
        .orElse("");
  }
}
