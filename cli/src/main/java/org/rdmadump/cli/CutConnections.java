package org.rdmadump.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.frame.ConnectionFrames;
import org.rdmadump.analysis.frame.ConnectionWay;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * The connections that a cut is about: those that are listed, and with a filter also those with RPC
 * that it matches.
 */
final class CutConnections implements ConnectionFrames.Chosen {
  private final ConnectionChoice choice;
  private final KnownConnections known = new KnownConnections();
  private final Set<ConnectionRecord> chosen = new HashSet<>();

  CutConnections(ConnectionChoice choice) {
    this.choice = choice;
  }

  /** Chooses connections, and returns the status of the run. */
  int choose(Inputs inputs, Decoding decoding, CaptureOptions options, long limit)
      throws IOException {
    known.begin();
    decoding.runToEnd(options, known);
    known.end(inputs.names());
    List<NumberedConnection> all = new ArrayList<>(known.withoutRpc());
    if (choice.filter().isPresent()) {
      all.addAll(known.withRpc());
    }
    for (NumberedConnection each : choice.of(new WithoutRpc(all, 0), limit).connections()) {
      chosen.add(each.record());
    }
    return choice.expectation().status(decoding.end(), !chosen.isEmpty());
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
    return chosen.isEmpty() && !known.withRpc().isEmpty();
  }

  @Override
  public boolean has(ConnectionWay way, long frame) {
    return known.of(way, frame).filter(each -> chosen.contains(each.record())).isPresent();
  }
}
