package org.rdmadump.rpcrdma.decode;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.OtherProtocol;
import org.rdmadump.rpcrdma.call.RunState;

/** Whether a connection carries another protocol in place of RPC-over-RDMA, as far as is known. */
final class CarriedProtocol {
  /** The evidence of what an option says. */
  static final String SAID = "--decode-as";

  /** Sends among which one tells another protocol, if any does: those of its start. */
  private static final int MOST_LOOKED_AT = 16;

  private final RunState run;
  private final ConnectionRecord record;

  /** Null as long as nothing says so. */
  private @Nullable OtherProtocol other;

  /** Sends that were looked at. */
  private int looked;

  CarriedProtocol(RunState run, ConnectionRecord record) {
    this.run = run;
    this.record = record;
  }

  /** Learns from options, and from what was said when a connection was set up. */
  void isToldBy(RdmaConnection connection) {
    learn(run.protocolOf(connection.servicePort()).flatMap(CarriedProtocol::of), SAID);
    if (connection.servicePort().isPresent()) {
      int port = connection.servicePort().getAsInt();
      learn(OtherProtocol.ofPort(port), "service port " + port);
    }
    for (int side : List.of(RdmaConnection.FIRST, RdmaConnection.SECOND)) {
      learn(OtherProtocol.ofPrivateData(connection.privateData(side)), "private data");
    }
  }

  /** Whether the connection carries another protocol, as far as its first Sends tell. */
  boolean isOther(Send send) {
    if (other == null && looked < MOST_LOOKED_AT) {
      looked++;
      Optional<OtherProtocol> found = OtherProtocol.ofSend(send.payload());
      if (found.isPresent()) {
        learn(found, "the Send in frame " + send.firstFrame());
      }
    }
    return other != null;
  }

  /** Whether it is known to be NVMe over RDMA. */
  boolean isNvme() {
    return other == OtherProtocol.NVME;
  }

  private static Optional<OtherProtocol> of(ServiceProtocol named) {
    return switch (named) {
      case NFS -> Optional.empty();
      case SMB_DIRECT -> Optional.of(OtherProtocol.SMB_DIRECT);
      case NVME -> Optional.of(OtherProtocol.NVME);
      case ISER -> Optional.of(OtherProtocol.ISER);
      case LNET -> Optional.of(OtherProtocol.LNET);
    };
  }

  private void learn(Optional<OtherProtocol> found, String evidence) {
    if (other == null && found.isPresent()) {
      other = found.get();
      record.carries(new UpperProtocol(other.text(), evidence));
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
      joined.record.protocol().ifPresent(record::carries);
    }
    if (recognised && other != null) {
      run.otherProtocol(other, -1);
      other = null;
    }
  }
}
