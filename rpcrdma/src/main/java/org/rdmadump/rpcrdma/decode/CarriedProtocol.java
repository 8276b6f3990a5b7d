package org.rdmadump.rpcrdma.decode;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.OtherProtocol;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;

/** Whether a connection carries another protocol in place of RPC-over-RDMA, as far as is known. */
final class CarriedProtocol {
  /** The evidence of what an option says. */
  static final String SAID = "--decode-as";

  private static final OptionalInt NO_SIDE = OptionalInt.empty();

  /** Sends among which one tells another protocol, if any does: those of its start. */
  private static final int MOST_LOOKED_AT = 16;

  private final RunState run;
  private final ConnectionRecord record;

  /** Null as long as nothing says so. */
  private @Nullable OtherProtocol other;

  /** Whether nothing but its port says so, which Sends may refute. */
  private boolean isByPort;

  /** Sends that were looked at. */
  private int looked;

  CarriedProtocol(RunState run, ConnectionRecord record) {
    this.run = run;
    this.record = record;
  }

  /**
   * {@return the protocol that options name for a connection, if they do: by the port of its
   * service, or one of its ports where the request to connect was not captured}
   */
  static Optional<ServiceProtocol> said(RunState run, RdmaConnection connection) {
    OptionalInt side = connection.servicePort().isEmpty() ? named(run, connection) : NO_SIDE;
    return run.protocolOf(
        side.isPresent()
            ? connection.endpoint(side.getAsInt()).number()
            : connection.servicePort());
  }

  /** {@return the side whose port options name, where the request to connect was not captured} */
  static OptionalInt named(RunState run, RdmaConnection connection) {
    if (connection.transport().hasPorts() && connection.servicePort().isEmpty()) {
      for (int side : List.of(RdmaConnection.FIRST, RdmaConnection.SECOND)) {
        if (run.protocolOf(connection.endpoint(side).number()).isPresent()) {
          return OptionalInt.of(side);
        }
      }
    }
    return NO_SIDE;
  }

  /** Learns from options, and from what was said when a connection was set up. */
  void isToldBy(RdmaConnection connection) {
    learn(said(run, connection).flatMap(CarriedProtocol::of), SAID);
    if (other == null && connection.servicePort().isPresent()) {
      int port = connection.servicePort().getAsInt();
      learn(OtherProtocol.ofPort(port), "service port " + port);
      isByPort = other != null;
    }
    for (int side : List.of(RdmaConnection.FIRST, RdmaConnection.SECOND)) {
      Optional<OtherProtocol> found = OtherProtocol.ofPrivateData(connection.privateData(side));
      if (isByPort && found.isPresent() && found.get() != other) {
        forget();
      }
      learn(found, "private data");
    }
  }

  /** Whether the connection carries another protocol, as far as its first Sends tell. */
  boolean isOther(Send send) {
    if (looked < MOST_LOOKED_AT && (other == null || isByPort)) {
      looked++;
      Optional<OtherProtocol> found = OtherProtocol.ofSend(send.payload());
      boolean isSame = found.isPresent() && found.get() == other;
      isByPort &= !isSame;
      if ((found.isPresent() && !isSame) || (other != null && isRpc(send))) {
        forget();
        learn(found, "the Send in frame " + send.firstFrame());
      }
    }
    return other != null;
  }

  /** Whether a Send has a header that only RPC-over-RDMA has. */
  private static boolean isRpc(Send send) {
    return ParsedHeader.hasXid(send.payload())
        && StrictHeaderTest.passes(send.payload(), ParsedHeader.read(send.payload()));
  }

  private void forget() {
    if (other != null) {
      run.otherProtocol(other, -1);
      other = null;
    }
    isByPort = false;
  }

  /** Whether it was a Send that told, of another protocol than a version of RPC-over-RDMA. */
  boolean refutesRpc(Send send) {
    if (looked == MOST_LOOKED_AT) {
      return false;
    }
    looked++;
    Optional<OtherProtocol> found = OtherProtocol.ofSend(send.payload());
    if (found.isEmpty() || found.get() == OtherProtocol.RPC_RDMA_2 || isRpc(send)) {
      return false;
    }
    learn(found, "the Send in frame " + send.firstFrame());
    return true;
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
      isByPort = joined.isByPort;
      joined.record.protocol().ifPresent(record::carries);
    }
    if (recognised && other != null) {
      run.otherProtocol(other, -1);
      other = null;
    }
  }
}
