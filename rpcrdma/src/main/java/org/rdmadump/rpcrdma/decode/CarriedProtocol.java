package org.rdmadump.rpcrdma.decode;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.call.OtherProtocol;
import org.rdmadump.rpcrdma.call.RunState;

/** Whether a connection carries another protocol in place of RPC-over-RDMA, as far as is known. */
final class CarriedProtocol {
  /** Sends among which one tells another protocol, if any does: those of its start. */
  private static final int MOST_LOOKED_AT = 16;

  private final RunState run;

  /** Null as long as nothing says so. */
  private @Nullable OtherProtocol other;

  /** Sends that were looked at. */
  private int looked;

  CarriedProtocol(RunState run) {
    this.run = run;
  }

  /** Learns from what was said when a connection was set up. */
  void isToldBy(RdmaConnection connection) {
    if (connection.servicePort().isPresent()) {
      learn(OtherProtocol.ofPort(connection.servicePort().getAsInt()));
    }
    learn(OtherProtocol.ofPrivateData(connection.privateData(RdmaConnection.FIRST)));
    learn(OtherProtocol.ofPrivateData(connection.privateData(RdmaConnection.SECOND)));
  }

  /** Whether the connection carries another protocol, as far as its first Sends tell. */
  boolean isOther(Send send) {
    if (other == null && looked < MOST_LOOKED_AT) {
      looked++;
      learn(OtherProtocol.ofSend(send.payload()));
    }
    return other != null;
  }

  private void learn(Optional<OtherProtocol> found) {
    if (other == null && found.isPresent()) {
      other = found.get();
      run.otherProtocol(other, 1);
    }
  }

  /**
   * Takes what was found out of a direction before it was known that it is one of this connection.
   *
   * @param recognised whether the connection is known to carry RPC-over-RDMA
   */
  void join(CarriedProtocol joined, boolean recognised) {
    if (joined.other != null && (recognised || other != null)) {
      run.otherProtocol(joined.other, -1);
    } else if (joined.other != null) {
      other = joined.other;
    }
    if (recognised && other != null) {
      run.otherProtocol(other, -1);
      other = null;
    }
  }
}
