package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.rdma.ConnectionEnd;

/** Connections that others were made in place of: between the same ends, and over before. */
final class Predecessors {
  private Predecessors() {}

  /** Finds of each connection the one that it was made in place of. */
  static void find(List<ConnectionStats> connections) {
    Map<String, ConnectionStats> latest = new HashMap<>();
    List<ConnectionStats> byBeginning = new ArrayList<>(connections);
    byBeginning.sort(
        (one, other) -> Long.compare(one.record().firstFrame(), other.record().firstFrame()));
    for (ConnectionStats each : byBeginning) {
      String ends =
          each.record().client().address()
              + " "
              + each.record().server().address()
              + " "
              + each.record().servicePort();
      ConnectionStats earlier = latest.get(ends);
      if (earlier != null && isOver(earlier, each)) {
        each.follows(earlier);
      }
      latest.put(ends, each);
    }
  }

  private static boolean isOver(ConnectionStats earlier, ConnectionStats later) {
    Optional<ConnectionEnd> end = earlier.record().end();
    return end.isPresent()
        && end.get().how() != ConnectionEnd.How.CAPTURE_END
        && end.get().how() != ConnectionEnd.How.JOINED
        && earlier.record().lastFrame() < later.record().firstFrame();
  }
}
