package org.rdmadump.analysis.overview;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;

/**
 * How near the calls of clients came to their credits.
 *
 * @param connection 1-based index of the one that came nearest
 * @param mostInFlight most of its calls that waited at once
 * @param leastGranted least credits that a reply of it granted
 * @param mostGranted most credits that a reply of it granted
 * @param overruns calls beyond the credits, of all connections
 * @param exhausted calls that used the last credit, of all connections; empty if such calls may
 *     have been answered earlier, by replies that were not captured
 */
public record CreditLoad(
    int connection,
    int mostInFlight,
    long leastGranted,
    long mostGranted,
    long overruns,
    OptionalLong exhausted) {
  /**
   * {@return those of some connections; empty if none of their replies granted any}
   *
   * @param lacking the connections of which replies were not captured
   */
  static Optional<CreditLoad> of(List<ConnectionRecord> connections, Set<Integer> lacking) {
    Optional<ConnectionRecord> nearest = Optional.empty();
    double most = -1;
    long overruns = 0;
    long exhausted = 0;
    boolean isKnown = true;
    for (ConnectionRecord each : connections) {
      CreditUse use = each.credits(Direction.FORWARD);
      overruns += use.overruns();
      exhausted += use.exhausted();
      isKnown &= use.exhausted() == 0 || !lacking.contains(each.index().orElse(0));
      double part = use.mostInFlight() / (double) Math.max(1, use.mostGranted());
      if (use.isGrantSeen() && part > most) {
        most = part;
        nearest = Optional.of(each);
      }
    }
    if (nearest.isEmpty()) {
      return Optional.empty();
    }
    CreditUse use = nearest.get().credits(Direction.FORWARD);
    return Optional.of(
        new CreditLoad(
            nearest.get().index().orElseThrow(),
            use.mostInFlight(),
            use.leastGranted(),
            use.mostGranted(),
            overruns,
            isKnown ? OptionalLong.of(exhausted) : OptionalLong.empty()));
  }
}
