package org.rdmadump.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.frame.ConnectionFrames;
import org.rdmadump.analysis.frame.ConnectionWay;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.Statistics;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;

/** The connections that a cut is about, with RPC or without. */
final class CutConnections implements ConnectionFrames.Chosen, MessageListener {
  private final ConnectionChoice choice;
  private final KnownConnections known = new KnownConnections();
  private final List<NumberedConnection> withRpc = new ArrayList<>();
  private final Set<ConnectionRecord> chosen = new HashSet<>();

  CutConnections(ConnectionChoice choice) {
    this.choice = choice;
  }

  /** Chooses connections, and returns the status of the run. */
  int choose(Inputs inputs, Decoding decoding, CaptureOptions options, long limit)
      throws IOException {
    Statistics statistics =
        new Statistics(inputs, Optional.empty(), /* everyConnection= */ true, Optional.empty());
    known.begin();
    CaptureSummary summary =
        decoding.run(options, new BothListeners(statistics, this), () -> false, Optional.empty());
    known.end(inputs.names());
    WithoutRpc found = statistics.report(summary).withoutRpc();
    List<NumberedConnection> all = new ArrayList<>(found.connections());
    all.addAll(withRpc);
    for (NumberedConnection each : choice.of(new WithoutRpc(all, 0), limit).connections()) {
      chosen.add(each.record());
    }
    int status = decoding.end();
    return status == ExitStatus.DONE && choice.expectsMatch() && chosen.isEmpty()
        ? ExitStatus.NO_MATCH
        : status;
  }

  /** {@return how many were chosen} */
  int count() {
    return chosen.size();
  }

  /** {@return connections that found no room, so that it is not known whether they are chosen} */
  long others() {
    return known.others();
  }

  /** {@return whether all that could be chosen carry RPC, whose numbers are other ones} */
  boolean isMissed() {
    return chosen.isEmpty() && !withRpc.isEmpty();
  }

  @Override
  public boolean has(ConnectionWay way, long frame) {
    return known.of(way, frame).filter(each -> chosen.contains(each.record())).isPresent();
  }

  @Override
  public void closed(ConnectionRecord connection) {
    long before = known.others();
    known.closed(connection);
    if (known.others() == before) {
      // Its own number is commands_connection: those without RPC are numbered apart.
      withRpc.add(new NumberedConnection(0, connection));
    }
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    known.closedWithoutRpc(connection);
  }

  @Override
  public boolean takesExchanges() {
    return false;
  }

  @Override
  public boolean takesContent() {
    return false;
  }

  @Override
  public boolean takesNames() {
    return false;
  }
}
