package org.rdmadump.analysis.report;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rdmadump.analysis.ForwardingListener;
import org.rdmadump.analysis.extract.MovedFiles;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.OverviewCollector;
import org.rdmadump.analysis.stats.CountedCallListener;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Gathers a report in one run. What it holds does not grow with the capture. */
public final class ReportCollector implements ForwardingListener {
  /** Parts of the time in which requests without RPC are counted, as long as they are few. */
  private static final long SHORTEST_PART_NANOS = 1_000_000;

  private final OverviewCollector overview;
  private final Timeline timeline;
  private final ShownExchanges exchanges;
  private final SlowestByOperation slowest;
  private final MovedFiles files = new MovedFiles();

  /** The one place that says where names of files come from. */
  private final NfsFileEvents names = new NfsFileEvents(files);

  /**
   * Nothing gathered yet.
   *
   * @param firstNanos tells the time of the first frame
   * @param everything whether no filter chooses exchanges
   * @param most exchanges to show whole: so many of the slowest, and of those with findings
   * @param drawing makes what the report shows of an exchange
   * @param about says what a call is about
   */
  public ReportCollector(
      LongSupplier firstNanos,
      boolean everything,
      int most,
      Function<RpcExchange, String> drawing,
      Function<RpcMessage, String> about) {
    this.timeline = new Timeline(firstNanos);
    this.exchanges = new ShownExchanges(most, drawing);
    this.slowest = new SlowestByOperation(about);
    this.overview =
        new OverviewCollector(
            firstNanos,
            everything,
            new Counted(),
            finding -> timeline.finding(finding.finding().rule().name()));
  }

  /** Of findings of no message, has only those in some frames count, if a filter chooses. */
  public void within(LongPredicate frames) {
    overview.within(frames);
  }

  private final class Counted implements CountedCallListener {
    @Override
    public void call(OperationKey key, RpcMessage call) {
      timeline.call(key, call);
    }

    @Override
    public void reply(OperationKey key, RpcExchange exchange, boolean isFailed) {
      timeline.reply(key, exchange, isFailed);
      slowest.take(key, exchange);
    }

    @Override
    public void refused(OperationKey key, RpcExchange exchange) {
      timeline.refused(key, exchange);
    }
  }

  @Override
  public MessageListener to() {
    return overview;
  }

  @Override
  public boolean takesCalls() {
    return false;
  }

  @Override
  public OptionalLong requestInterval() {
    return OptionalLong.of(SHORTEST_PART_NANOS);
  }

  @Override
  public void opened(ConnectionRecord connection) {
    overview.opened(connection);
    timeline.opened(connection);
  }

  @Override
  public void closed(ConnectionRecord connection) {
    overview.closed(connection);
    timeline.closed(connection);
  }

  @Override
  public void message(RpcMessage message) {
    timeline.message(message);
    overview.message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchange(exchange, /* isChosen= */ true);
  }

  /** Takes a call with its reply; of one that a filter does not choose, the names of files only. */
  public void exchange(RpcExchange exchange, boolean isChosen) {
    overview.exchange(exchange, isChosen);
    timeline.exchange(exchange);
    files.at(exchange, isChosen);
    try {
      names.exchange(exchange);
    } catch (IOException e) {
      throw new IllegalStateException("nothing is written", e);
    }
    if (isChosen) {
      exchanges.take(exchange);
    }
  }

  /**
   * Takes damage of a capture.
   *
   * @param frame number of the last frame that was read
   * @param damage in words
   */
  public void cutShort(long frame, String damage) {
    overview.cutShort(frame, damage);
  }

  /**
   * Ends it.
   *
   * @param captures names of the captures
   * @param summary the counts of the run
   * @param readToEnd whether they were read to their ends
   * @param dropped packets that were lost while they were made; empty if they do not tell
   */
  public ReportContent content(
      List<String> captures, CaptureSummary summary, boolean readToEnd, OptionalLong dropped) {
    return content(overview.overview(captures, summary, readToEnd, dropped));
  }

  /**
   * The same.
   *
   * @param connections which connections without RPC-over-RDMA it is about
   */
  public ReportContent content(
      List<String> captures,
      CaptureSummary summary,
      boolean readToEnd,
      OptionalLong dropped,
      Predicate<NumberedConnection> connections) {
    return content(overview.overview(captures, summary, readToEnd, dropped, connections));
  }

  private ReportContent content(Overview page) {
    return new ReportContent(page, timeline, exchanges, slowest, files);
  }
}
