package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.stats.SlowestCalls;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.StatsWriter;
import org.rdmadump.report.csv.StatsCsvWriter;
import org.rdmadump.report.json.StatsJsonWriter;
import org.rdmadump.report.text.AboutCall;
import org.rdmadump.report.text.StatsTextWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/** The verb {@code stats}: counts what went over connections, by operation and over time. */
final class Stats {
  /** Counts get a quarter of the memory. */
  private static final int SHARE_OF_COUNTS = 4;

  private static final long LEAST_OF_DECODING = 1 << 20;

  private final StatsSettings settings;
  private final Environment environment;

  Stats(StatsSettings settings, Environment environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Runs to the end of the inputs, the limit or an interruption, and prints what was counted.
   *
   * @return the exit status
   * @throws UsageException if libpcap does not understand the capture filter
   * @throws UnreadableException if an input cannot be opened; nothing was printed
   * @throws IOException if standard output cannot be written
   * @throws DecodingFault on a fault of our own
   */
  int run() throws UsageException, UnreadableException, IOException {
    Inputs inputs =
        Inputs.open(
            settings.files(), environment.in(), /* named= */ true, settings.captureFilter());
    try {
      return run(inputs);
    } finally {
      inputs.closeQuietly();
    }
  }

  private int run(Inputs inputs) throws IOException {
    Decoding decoding =
        new Decoding(
            inputs, environment, environment.terminal().showsProgress(settings.progress()));
    Optional<Filter<RpcExchange>> filter = settings.choice().exchanges();
    Optional<SlowestCalls> slowest =
        settings.slowest() == 0
            ? Optional.empty()
            : Optional.of(new SlowestCalls(settings.slowest(), new AboutCall()));
    Statistics statistics = new Statistics(inputs, settings.interval(), filter.isEmpty(), slowest);
    CountedExchanges exchanges = new CountedExchanges(statistics, filter, settings.limit());
    // What is counted has to fit beside what is decoded.
    long ofDecoding =
        Math.max(LEAST_OF_DECODING, settings.maxMemory() - settings.maxMemory() / SHARE_OF_COUNTS);
    CaptureSummary summary =
        decoding.run(new CaptureOptions(false, false, ofDecoding, settings.decodeAs()), exchanges);
    writer().write(statistics.report(summary));
    if (filter.isPresent() && exchanges.count() == 0) {
      environment.err().say("no call with its reply is chosen by -Y, -m, --start or --end");
    }
    return settings.choice().status(decoding.end(), exchanges.count());
  }

  private StatsWriter writer() throws IOException {
    return switch (settings.format()) {
      case NDJSON -> new StatsJsonWriter(environment.out(), /* array= */ false);
      case JSON -> new StatsJsonWriter(environment.out(), /* array= */ true);
      case CSV -> new StatsCsvWriter(environment.out());
      case TEXT, FIELDS ->
          new StatsTextWriter(environment.out(), environment.terminal().colours(settings.colour()));
    };
  }
}
