package org.rdmadump.rpcrdma.decode;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.OtherProtocol;
import org.rdmadump.rpcrdma.call.ParsedHeader;
import org.rdmadump.rpcrdma.call.ProtocolSign;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.review.StrictHeaderTest;

/**
 * Whether a connection carries another protocol in place of RPC-over-RDMA, as far as is known.
 *
 * <p>An option decides. A port only suggests: the first Sends confirm what it stands for, name
 * another protocol, or show that it is unknown.
 */
final class CarriedProtocol {
  /** The evidence of what an option says. */
  static final String SAID = "--decode-as";

  private static final OptionalInt NO_SIDE = OptionalInt.empty();

  /** Sends among which one tells another protocol, if any does: those of its start. */
  private static final int MOST_LOOKED_AT = 16;

  private final RunState run;
  private final FollowedConnection record;

  /** Null as long as nothing says so. */
  private @Nullable OtherProtocol other;

  /** What says so. */
  private String evidence = "";

  /** Whether that suffices, so that no Send is looked at. */
  private boolean isCertain;

  /** Sends that were looked at. */
  private int looked;

  /** Whether packets of the connection were not captured. */
  private boolean missed;

  CarriedProtocol(RunState run, FollowedConnection record) {
    this.run = run;
    this.record = record;
  }

  /**
   * {@return the protocol that options name for a connection, if they do: by the port of its
   * service, or one of its ports where the request to connect was not captured}
   */
  static Optional<ServiceProtocol> said(RunState run, RdmaConnection connection) {
    OptionalInt side = named(run, connection);
    return run.protocolOf(
        side.isPresent()
            ? connection.endpoint(side.getAsInt()).number()
            : connection.servicePort());
  }

  /** {@return a side whose port options name, where the request to connect was not captured} */
  private static OptionalInt named(RunState run, RdmaConnection connection) {
    for (int side = RdmaConnection.FIRST; side <= RdmaConnection.SECOND; side++) {
      if (isNamed(run, connection, side)) {
        return OptionalInt.of(side);
      }
    }
    return NO_SIDE;
  }

  /** {@return the same, if they do not name that of the other side as well} */
  static OptionalInt server(RunState run, RdmaConnection connection) {
    boolean isFirst = isNamed(run, connection, RdmaConnection.FIRST);
    boolean isSecond = isNamed(run, connection, RdmaConnection.SECOND);
    return isFirst && isSecond ? NO_SIDE : named(run, connection);
  }

  private static boolean isNamed(RunState run, RdmaConnection connection, int side) {
    return connection.transport().hasPorts()
        && connection.servicePort().isEmpty()
        && run.protocolOf(connection.endpoint(side).number()).isPresent();
  }

  /** Learns from options, and from what was said when a connection was set up. */
  void isToldBy(RdmaConnection connection) {
    Optional<ServiceProtocol> named = said(run, connection);
    Optional<OtherProtocol> said = named.isPresent() ? of(named.get()) : Optional.empty();
    if (said.isPresent()) {
      isCertain = true;
      learn(said.get(), SAID);
      return;
    }
    if (connection.servicePort().isPresent()) {
      int port = connection.servicePort().getAsInt();
      Optional<OtherProtocol> usual = OtherProtocol.ofPort(port);
      if (usual.isPresent()) {
        learn(usual.get(), "service port " + port);
      }
    }
    for (int side : List.of(RdmaConnection.FIRST, RdmaConnection.SECOND)) {
      boolean isAsking = connection.activeSide().orElse(side) == side;
      Optional<ProtocolSign> sign = ProtocolSign.ofPrivateData(connection.privateData(side));
      if (sign.isPresent() && (isAsking || sign.get().isProof())) {
        take(sign.get(), sign.get().what());
      }
    }
  }

  /** Whether the connection carries another protocol, as far as its first Sends tell. */
  boolean isOther(RdmaConnection connection, Send send) {
    if (!isCertain && looked < MOST_LOOKED_AT) {
      Optional<ProtocolSign> sign = ProtocolSign.ofSend(send.payload());
      if (sign.isPresent()) {
        take(sign.get(), sign.get().what() + " in frame " + send.firstFrame());
      } else if (other != null) {
        doubt(connection, send, other);
      }
      looked++;
    }
    return other != null;
  }

  /**
   * Whether a Send is of another protocol: the first one of a connection whose port alone says that
   * it carries RPC-over-RDMA. Version 2 may still be answered by version 1.
   */
  boolean isRefutedBy(Send send) {
    Optional<ProtocolSign> sign = ProtocolSign.ofSend(send.payload());
    boolean isRefuted = sign.isPresent() && sign.get().protocol() != OtherProtocol.RPC_RDMA_2;
    if (isRefuted) {
      evidence = "service port " + record.servicePort().orElse(0);
    }
    return isRefuted;
  }

  /** Takes a sign of a protocol. What suffices for another one stands, be there other signs. */
  private void take(ProtocolSign sign, String seen) {
    if (isCertain || (other != null && other != sign.protocol() && !sign.isProof())) {
      return;
    }
    isCertain = sign.isProof();
    if (other == sign.protocol()) {
      learn(sign.protocol(), evidence + ", " + seen);
    } else {
      learn(sign.protocol(), evidence.isEmpty() ? seen : seen + ", in spite of " + evidence);
    }
  }

  /** Looks at a Send that is no sign of what a port or private data suggests. */
  private void doubt(RdmaConnection connection, Send send, OtherProtocol suggested) {
    ParsedHeader parsed =
        ParsedHeader.hasXid(send.payload()) ? ParsedHeader.read(send.payload()) : null;
    if (parsed != null && StrictHeaderTest.passes(send.payload(), parsed)) {
      forget();
      record.carriesUnknown("");
    } else if (isFirst(connection, send)
        && send.payload().isComplete()
        && ProtocolSign.contradicts(send.payload(), suggested)) {
      String name = suggested.text();
      forget();
      record.carriesUnknown(
          "not " + name + " (" + evidence + ") by the Send in frame " + send.firstFrame());
      evidence = "";
    }
  }

  /** Whether a Send is certainly the first of the side that asked to connect. */
  private boolean isFirst(RdmaConnection connection, Send send) {
    int side = send.side();
    return looked == 0
        && !missed
        && send.endSeen()
        && send.payload().length() > 0
        && connection.activeSide().isPresent()
        && connection.activeSide().getAsInt() == side
        && connection.traffic(side).missingBytes() == 0
        && connection.setup().isPresent()
        && (!(connection.setup().get() instanceof CmSetup cm)
            || cm.passive().startingPsn().orElse(-1) == send.firstPsn());
  }

  /** Whether a Send showed that it is another protocol, or an option says so. */
  boolean isCertain() {
    return isCertain && other != null;
  }

  /** Takes note that packets were not captured. */
  void missed() {
    missed = true;
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

  private void learn(OtherProtocol found, String why) {
    if (other != found) {
      forget();
      other = found;
      run.counts().otherProtocol(found, 1);
    }
    evidence = why;
    record.carries(new UpperProtocol(found.text(), why));
  }

  private void forget() {
    if (other != null) {
      run.counts().otherProtocol(other, -1);
      other = null;
    }
  }

  /**
   * Takes what was found out of a direction before it was known that it is one of this connection.
   *
   * @param recognised whether the connection is known to carry RPC-over-RDMA
   */
  void join(CarriedProtocol joined, boolean recognised) {
    missed |= joined.missed;
    if (recognised) {
      joined.forget();
      forget();
    } else if (joined.other != null && (other == null || (joined.isCertain && !isCertain))) {
      forget();
      other = joined.other;
      evidence = joined.evidence;
      isCertain = joined.isCertain;
      joined.record.protocol().ifPresent(record::carries);
    } else {
      joined.forget();
    }
  }
}
