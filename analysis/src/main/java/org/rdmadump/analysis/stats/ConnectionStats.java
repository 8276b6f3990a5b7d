package org.rdmadump.analysis.stats;

import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** A connection, with what only statistics keep of it. */
public final class ConnectionStats {
  private final ConnectionRecord record;
  // There can be thousands of connections.
  private final Durations forward = new Durations(/* packed= */ true);
  private final Durations backward = new Durations(/* packed= */ true);
  private final Overlap reads = new Overlap();
  private final Overlap writes = new Overlap();
  private boolean counted;
  private Optional<ConnectionStats> before = Optional.empty();

  ConnectionStats(ConnectionRecord record) {
    this.record = record;
  }

  void acknowledged(Direction direction, long nanos) {
    (direction == Direction.FORWARD ? forward : backward).add(nanos);
  }

  /** Says that a call of it is counted. */
  void counts() {
    counted = true;
  }

  /** Whether a call of it is counted. */
  boolean isCounted() {
    return counted;
  }

  void moved(List<RdmaTransfer> transfers) {
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer each = transfers.get(i);
      (each.kind() == RdmaTransfer.Kind.READ ? reads : writes)
          .add(each.firstFrame(), each.lastFrame());
    }
  }

  void follows(ConnectionStats earlier) {
    before = Optional.of(earlier);
  }

  /** {@return the connection} */
  public ConnectionRecord record() {
    return record;
  }

  /** {@return from the last packet of a Send that went in a direction to its acknowledgement} */
  public Durations acknowledgements(Direction direction) {
    return direction == Direction.FORWARD ? forward : backward;
  }

  /**
   * {@return RDMA operations of a kind that were under way at once, at most: from the frame of the
   * first packet to that of the last}
   */
  public int mostInFlight(RdmaTransfer.Kind kind) {
    return (kind == RdmaTransfer.Kind.READ ? reads : writes).most();
  }

  /**
   * {@return the connection between the same client and service that ended last before this one
   * began, and says by its end why this one was made}
   */
  public Optional<ConnectionStats> reconnectOf() {
    return before;
  }
}
