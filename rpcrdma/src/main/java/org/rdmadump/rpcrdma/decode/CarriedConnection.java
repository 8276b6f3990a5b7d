package org.rdmadump.rpcrdma.decode;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.UpperProtocol;
import org.rdmadump.rpcrdma.call.ConnectionSide;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.FollowedConnection;
import org.rdmadump.rpcrdma.call.FrameShares;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.ProtocolMessages;
import org.rdmadump.rpcrdma.memory.RdmaInfo;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.nvme.NvmeMessages;

/**
 * One connection, as its transport tells of it: places what RDMA Reads and Writes move in the
 * memory that the sides advertised, and hands Sends to the protocol that the connection carries.
 *
 * <p>Until another protocol is known, that is RPC-over-RDMA, whose headers show what they are.
 */
final class CarriedConnection implements ConnectionEvents {
  /** What a connection holds, its directions at the transport aside. */
  private static final int COST = 870;

  private final RunState run;
  private final RdmaConnection connection;
  private final FollowedConnection record;
  private final ConnectionSides sides;
  private final CarriedProtocol carried;

  /** Where frames are shown, what they carry. */
  private final @Nullable FrameShares shares;

  private final RpcRdmaMessages rpc;

  /** Null unless the connection carries NVMe. */
  private @Nullable NvmeMessages nvme;

  /** Whether a port alone says that it carries RPC-over-RDMA, and no Send has come. */
  private boolean isRpcByPort;

  private boolean gone;

  CarriedConnection(RunState run, RdmaConnection connection) {
    this.run = run;
    this.connection = connection;
    this.record = new FollowedConnection(connection);
    this.carried = new CarriedProtocol(run, record);
    run.pages().charge(COST);
    this.sides = new ConnectionSides(run.pages());
    boolean isRpc = isSaidToCarryRpc();
    if (!isRpc) {
      carried.isToldBy(connection);
    }
    if (!isRpc || isRpcByPort) {
      run.countRequests(connection);
    }
    this.shares = run.frameShares(connection.transport());
    this.rpc = new RpcRdmaMessages(run, connection, record, sides, shares, isRpc);
    if (carried.isNvme()) {
      becomesNvme();
    }
    connection.shortenPrivateData();
  }

  private boolean isSaidToCarryRpc() {
    Optional<ServiceProtocol> named = CarriedProtocol.said(run, connection);
    boolean isRpc =
        named.isPresent()
            ? named.get() == ServiceProtocol.NFS
            : record.isForNfs() || record.saysRpcRdma();
    isRpcByPort = isRpc && named.isEmpty() && !record.saysRpcRdma();
    if (isRpc) {
      record.carries(
          new UpperProtocol(
              UpperProtocol.RPC_OVER_RDMA,
              named.isPresent()
                  ? CarriedProtocol.SAID
                  : record.saysRpcRdma()
                      ? "private data"
                      : "service port " + connection.servicePort().orElse(0)));
    }
    return isRpc;
  }

  private NvmeMessages becomesNvme() {
    NvmeMessages known = nvme;
    if (known == null) {
      OptionalInt server = CarriedProtocol.server(run, connection);
      known = new NvmeMessages(run, connection, record, sides, server, shares);
      nvme = known;
    }
    return known;
  }

  /** Those of the protocol that it carries. */
  private ProtocolMessages messages() {
    NvmeMessages known = nvme;
    return known == null ? rpc : known;
  }

  // ---- what the transport says

  @Override
  public FragmentSink operation(RdmaOperation operation) {
    ConnectionSide owner = sides.get(RdmaConnection.opposite(operation.initiator()));
    RdmaInfo memory = owner.memory();
    if (run.pages().isOver()) {
      memory.unadvertised().evictAll();
    }
    RdmaSubSegment placed = memory.addRdmaOperation(operation, !run.pages().isOver());
    if (run.keepsFragments()) {
      placed.keepFragments(run.pages());
    }
    rpc.charge();
    // Not by messages(): which of the two is called is known here.
    return nvme == null
        ? rpc.placed(operation, memory, placed)
        : nvme.placed(operation, memory, placed);
  }

  @Override
  public void missed() {
    carried.missed();
    messages().missed();
  }

  @Override
  public void sentAgain(int side, long from, long to, long frame) {
    if (shares != null) {
      shares.sentAgain(side, from, to, frame);
    }
  }

  @Override
  public void sendArrived(Send send) {
    if (shares != null) {
      shares.arrived(send);
    }
    if (isRpcByPort) {
      judgePort(send);
    }
    boolean isOther = !rpc.isRecognised() && carried.isOther(connection, send);
    if (nvme != null) {
      endUnlessNvme();
    }
    if (isOther) {
      ofOther(send);
    } else {
      rpc.arrived(send);
    }
  }

  private void judgePort(Send first) {
    isRpcByPort = false;
    if (carried.isRefutedBy(first)) {
      rpc.refuted();
    } else {
      connection.forgetRequests();
    }
  }

  private void ofOther(Send send) {
    if (carried.isNvme()) {
      becomesNvme().arrived(send);
    } else if (shares != null) {
      shares.ofNone(send);
    }
  }

  /** Hands out what was taken for commands of NVMe, once it is known that they are not. */
  private void endUnlessNvme() {
    if (nvme != null && !carried.isNvme()) {
      nvme.closed(Ending.EVICTED);
      nvme = null;
    }
  }

  @Override
  public boolean lacksData(Send send) {
    return nvme == null ? rpc.lacksData(send) : nvme.lacksData(send);
  }

  @Override
  public boolean lacksCall(Send send) {
    return nvme == null && rpc.lacksCall(send);
  }

  @Override
  public void sendSettled(Send send) {
    long differing = send.differingFrame();
    if (differing != 0) {
      send.note(
          Finding.inFrame(
              RpcRdmaRules.DATA_DIFFERS.citing(connection.transport().delivery()),
              differing,
              "some bytes of the Send that frame "
                  + send.firstFrame()
                  + " begins differ from the first copy"));
    }
    if (nvme == null) {
      rpc.settled(send);
    } else {
      nvme.settled(send);
    }
  }

  @Override
  public void finding(Finding finding) {
    messages().finding(finding);
  }

  @Override
  public boolean tellsOfSends() {
    return rpc.isRecognised() || nvme != null;
  }

  @Override
  public void alone(Finding finding) {
    messages().alone(finding);
  }

  @Override
  public void withdraw(Finding finding) {
    messages().withdraw(finding);
  }

  @Override
  public boolean advertises(int side, int handle, long address, long length) {
    return sides.get(side).hasMemory() && sides.get(side).memory().holds(handle, address, length);
  }

  @Override
  public boolean awaitsReply(int side, int xid) {
    return sides.get(side).call(xid) != null;
  }

  // ---- the life of the connection

  @Override
  public void join(ConnectionEvents other) {
    if (other instanceof CarriedConnection joined) {
      sides.get(RdmaConnection.SECOND).join(joined.sides.get(RdmaConnection.FIRST));
      sides.get(RdmaConnection.FIRST).join(joined.sides.get(RdmaConnection.SECOND));
      if (shares != null && joined.shares != null) {
        shares.join(joined.shares);
      }
      refuteIfCertain(this, joined);
      refuteIfCertain(joined, this);
      if (joined.rpc.isRecognised() && !rpc.isRecognised()) {
        joined.record.protocol().ifPresent(rpc::recognise);
      }
      carried.join(joined.carried, rpc.isRecognised());
      record.joinServer(joined.record);
      takeOver(joined);
      rpc.join(joined.rpc);
      endUnlessNvme();
      if (joined.nvme != null && carried.isNvme()) {
        becomesNvme().join(joined.nvme);
      } else if (joined.nvme != null) {
        joined.nvme.closed(Ending.EVICTED);
      } else if (nvme != null) {
        // What the other direction sent was not taken for capsules.
        nvme.missed();
        nvme.dropUnknown();
      }
      if (joined.nvme != null && joined.connection.index().isPresent()) {
        joined.connection.takenOver();
        run.closedWithoutRpc(joined.record);
      }
      joined.gone = true;
      run.pages().give(COST);
    }
  }

  /** What Sends of one direction show is believed more than a port. */
  private static void refuteIfCertain(CarriedConnection byPort, CarriedConnection other) {
    if (byPort.isRpcByPort && other.carried.isCertain()) {
      byPort.isRpcByPort = false;
      byPort.rpc.refuted();
    }
  }

  /** What was told under a number of its own stays there. */
  private void takeOver(CarriedConnection joined) {
    record.joinCredits(joined.record);
    if (joined.connection.index().isEmpty()) {
      record.join(joined.record);
    } else if (joined.nvme == null) {
      joined.connection.takenOver();
      run.closed(joined.record);
    }
  }

  @Override
  public void closed(Ending ending) {
    if (gone) {
      return;
    }
    gone = true;
    run.pages().give(COST);
    if (nvme != null) {
      nvme.closed(ending);
    }
    rpc.closed(ending);
    if (shares != null) {
      shares.finish();
    }
    connection.ended(new ConnectionEnd(how(ending), OptionalInt.empty(), "", 0, 0));
    boolean isRpc = rpc.isRecognised();
    if (isRpcByPort) {
      connection.forgetRequests();
    }
    if (isRpc && (connection.index().isPresent() || connection.setup().isPresent())) {
      run.closed(record);
    } else if (!isRpc) {
      for (int side : new int[] {RdmaConnection.FIRST, RdmaConnection.SECOND}) {
        Optional<RequestCounters> requests = connection.requests(side);
        if (requests.isPresent()) {
          requests.get().finish();
        }
      }
      run.closedWithoutRpc(record);
    }
  }

  private static ConnectionEnd.How how(Ending ending) {
    return switch (ending) {
      case DISCONNECTED -> ConnectionEnd.How.REPLACED;
      case CAPTURE_ENDED -> ConnectionEnd.How.CAPTURE_END;
      case EVICTED -> ConnectionEnd.How.EVICTED;
    };
  }
}
