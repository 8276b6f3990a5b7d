package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.cm.CmConfirmation;
import org.rdmadump.ib.cm.CmDreq;
import org.rdmadump.ib.cm.CmKind;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.CmRej;
import org.rdmadump.ib.cm.CmRep;
import org.rdmadump.ib.cm.CmReq;
import org.rdmadump.ib.cm.IpCmPrivateData;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.Slice;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionSetup;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Transport;

/**
 * Follows the connection manager's exchanges, which name both queue pairs of a connection.
 *
 * <p>IBTA volume 1, chapter 12 and annex A11.
 */
final class CmTracker {
  /** What most fields say, so that each connection need not have its own. */
  private static final OptionalInt[] SMALL = small();

  /** The queue pair that connection management goes through. */
  static final int GENERAL_QP = 1;

  /** Requests that may wait for their answer; the oldest go first. */
  private static final int MOST_REQUESTS = 4096;

  /** Connections whose end is looked out for: as many as have a place in the table of flows. */
  private static final int MOST_ESTABLISHED = FlowTable.MOST / 2;

  private final FlowTable flows;
  private final Map<Caller, Request> requests = new LinkedHashMap<>();
  private final Map<Caller, Established> established = new LinkedHashMap<>();

  /** A host and the name that it gives to a connection. */
  // A key of a map, so without the method handles of a record's own hashCode, as IpAddress.
  private record Caller(IpAddress address, int communicationId) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Caller that
          && communicationId == that.communicationId
          && address.equals(that.address);
    }

    @Override
    public int hashCode() {
      return 31 * address.hashCode() + communicationId;
    }
  }

  /** What is needed of a request when the reply comes. */
  private static final class Request {
    private final IpAddress server;
    private final int clientQp;
    private final int startingPsn;
    private final boolean hasStartingPsn;
    private final PathMtu mtu;
    private final OptionalInt port;
    private final byte[] privateData;
    private final boolean wholeData;
    private final long serviceId;
    private final OptionalInt retryCount;
    private final CmEnd client;
    private final long frame;
    private final long patience;

    Request(CmReq req, IpAddress server, byte[] privateData, long frame) {
      this.server = server;
      this.wholeData = req.privateData().isComplete();
      this.serviceId = req.serviceId().value();
      this.retryCount = known(req.has(CmReq.Field.RETRY_COUNT), req.retryCount());
      this.client = end(req);
      this.clientQp = req.localQpn();
      this.startingPsn = req.startingPsn();
      this.hasStartingPsn = req.has(CmReq.Field.STARTING_PSN);
      this.mtu = req.pathMtu();
      this.port =
          req.serviceId().isIpCm() ? OptionalInt.of(req.serviceId().port()) : OptionalInt.empty();
      this.privateData = privateData;
      this.frame = frame;
      this.patience = Patience.of(req);
    }

    private static CmEnd end(CmReq req) {
      return new CmEnd(
          known(req.has(CmReq.Field.RESPONDER_RESOURCES), req.responderResources()),
          known(req.has(CmReq.Field.INITIATOR_DEPTH), req.initiatorDepth()),
          known(req.has(CmReq.Field.STARTING_PSN), req.startingPsn()),
          known(req.has(CmReq.Field.RNR_RETRY_COUNT), req.rnrRetryCount()));
    }

    boolean isRepeatedBy(CmReq other, IpAddress otherServer) {
      return server.equals(otherServer)
          && clientQp == other.localQpn()
          && startingPsn == other.startingPsn();
    }
  }

  /** A connection that was set up; it lets go of its flow when that is closed. */
  private static final class Established implements Flow.Keeper {
    private final int serverQp;
    private final int serverId;
    private @Nullable Flow toServer;

    private Established(Flow toServer, int serverQp, int serverId) {
      this.toServer = toServer;
      this.serverQp = serverQp;
      this.serverId = serverId;
    }

    @Override
    public void closed() {
      toServer = null;
    }

    private boolean isBy(CmRep rep) {
      return toServer != null
          && serverQp == rep.localQpn()
          && serverId == rep.localCommunicationId();
    }
  }

  CmTracker(FlowTable flows) {
    this.flows = flows;
  }

  /** Takes a message that stands at {@code at} in the frame. */
  void take(CmMessage message, Frame frame, int at, Datagram datagram) {
    if (message instanceof CmReq req) {
      request(req, frame, at, datagram);
    } else if (message instanceof CmRep rep) {
      reply(rep, frame, at, datagram);
    } else if (message instanceof CmRej rej) {
      reject(rej, frame, datagram);
    } else if (message instanceof CmDreq dreq) {
      end(
          datagram,
          dreq.localCommunicationId(),
          dreq.remoteCommunicationId(),
          new Cause(ConnectionEnd.How.DREQ, true, "", frame));
    } else if (message instanceof CmConfirmation drep && drep.kind() == CmKind.DREP) {
      // The request that it answers was not captured, else the connection would be over.
      end(
          datagram,
          drep.localCommunicationId(),
          drep.remoteCommunicationId(),
          new Cause(ConnectionEnd.How.DREQ, false, "", frame));
    }
  }

  private void request(CmReq req, Frame frame, int at, Datagram datagram) {
    if (!req.has(CmReq.Field.LOCAL_QPN)) {
      return;
    }
    if (requests.size() == MOST_REQUESTS) {
      requests.remove(requests.keySet().iterator().next());
    }
    byte[] data = copy(frame.bytes(), at, req.privateData());
    if (req.serviceId().isIpCm() && data.length >= IpCmPrivateData.LENGTH) {
      data = Arrays.copyOfRange(data, IpCmPrivateData.LENGTH, data.length);
    }
    Caller caller = new Caller(datagram.source(), req.localCommunicationId());
    Request known = requests.get(caller);
    if (known == null || !known.isRepeatedBy(req, datagram.destination())) {
      requests.put(caller, new Request(req, datagram.destination(), data, frame.number()));
    }
  }

  private static OptionalInt known(boolean isCaptured, int value) {
    if (!isCaptured) {
      return OptionalInt.empty();
    }
    return value >= 0 && value < SMALL.length ? SMALL[value] : OptionalInt.of(value);
  }

  private static OptionalInt[] small() {
    OptionalInt[] small = new OptionalInt[1 << Byte.SIZE];
    for (int value = 0; value < small.length; value++) {
      small[value] = OptionalInt.of(value);
    }
    return small;
  }

  private static byte[] copy(ByteBuffer bytes, int at, Slice slice) {
    byte[] copy = new byte[slice.present()];
    if (copy.length > 0) {
      bytes.get(at + slice.offset(), copy);
    }
    return copy;
  }

  private void reply(CmRep rep, Frame frame, int at, Datagram datagram) {
    if (!rep.has(CmRep.Field.LOCAL_QPN)) {
      return;
    }
    Caller caller = new Caller(datagram.destination(), rep.remoteCommunicationId());
    Request request = requests.get(caller);
    if (request == null || !request.server.equals(datagram.source())) {
      return;
    }
    Established known = established.get(caller);
    if (known != null && known.isBy(rep)) {
      // The reply was repeated.
      return;
    }
    byte[] data = copy(frame.bytes(), at, rep.privateData());
    establish(caller, request, rep, data, FlowTable.transport(datagram));
  }

  private void establish(
      Caller caller, Request request, CmRep rep, byte[] serverData, Transport transport) {
    IpAddress client = caller.address;
    IpAddress server = request.server;
    flows.lateEnds().closeBetween(client, server);
    Flow toServer = flows.renew(client, server, rep.localQpn(), transport);
    Flow toClient = flows.renew(server, client, request.clientQp, transport);
    flows.joiner().pair(toServer, toClient);
    // Each side names the PSN with which the other is to begin.
    if (rep.has(CmRep.Field.STARTING_PSN)) {
      toServer.requester().sequence().startAt(rep.startingPsn());
    }
    if (request.hasStartingPsn) {
      toClient.requester().sequence().startAt(request.startingPsn);
    }
    RdmaConnection connection =
        new RdmaConnection(
            transport,
            new Endpoint(client, OptionalInt.of(request.clientQp)),
            new Endpoint(server, OptionalInt.of(rep.localQpn())),
            request.frame);
    connection.establishedBy(Recognition.CM, RdmaConnection.FIRST, request.port);
    connection.privateData(RdmaConnection.FIRST, readOnly(request.privateData));
    connection.privateData(RdmaConnection.SECOND, readOnly(serverData));
    if (!request.wholeData || !rep.privateData().isComplete()) {
      connection.privateDataWasCut();
    }
    connection.setup(setup(request, end(rep)));
    toServer.establish(toClient, connection);
    toServer.patience(request.patience);
    toClient.patience(request.patience);
    if (request.mtu != PathMtu.RESERVED) {
      toServer.mtu(request.mtu.bytes());
      toClient.mtu(request.mtu.bytes());
    }
    if (established.size() == MOST_ESTABLISHED) {
      established.remove(established.keySet().iterator().next());
    }
    Established fresh = new Established(toServer, rep.localQpn(), rep.localCommunicationId());
    established.remove(caller);
    established.put(caller, fresh);
    toServer.whenClosed(fresh);
  }

  private static ConnectionSetup setup(Request request, CmEnd server) {
    OptionalInt mtu = known(request.mtu != PathMtu.RESERVED, request.mtu.bytes());
    return new CmSetup(request.serviceId, mtu, request.retryCount, request.client, server);
  }

  private static CmEnd end(CmRep rep) {
    return new CmEnd(
        known(rep.has(CmRep.Field.RESPONDER_RESOURCES), rep.responderResources()),
        known(rep.has(CmRep.Field.INITIATOR_DEPTH), rep.initiatorDepth()),
        known(rep.has(CmRep.Field.STARTING_PSN), rep.startingPsn()),
        known(rep.has(CmRep.Field.RNR_RETRY_COUNT), rep.rnrRetryCount()));
  }

  private static ByteBuffer readOnly(byte[] bytes) {
    return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
  }

  /** What ended a connection: a message of one of its ends. */
  private record Cause(ConnectionEnd.How how, boolean bySender, String reason, Frame frame) {
    ConnectionEnd of(int sender) {
      int side = bySender ? sender : RdmaConnection.opposite(sender);
      return new ConnectionEnd(
          how, OptionalInt.of(side), reason, frame.number(), frame.epochNanos());
    }
  }

  private void reject(CmRej rej, Frame frame, Datagram datagram) {
    String reason = rej.has(CmRej.Field.REASON) ? RejectReason.text(rej.reasonCode()) : "";
    Cause cause = new Cause(ConnectionEnd.How.REJ, true, reason, frame);
    Caller asker = new Caller(datagram.destination(), rej.remoteCommunicationId());
    Request request = requests.get(asker);
    boolean wasMade = end(datagram, rej.localCommunicationId(), rej.remoteCommunicationId(), cause);
    requests.remove(asker);
    if (!wasMade && request != null && request.server.equals(datagram.source())) {
      RdmaConnection never =
          new RdmaConnection(
              FlowTable.transport(datagram),
              new Endpoint(asker.address, OptionalInt.of(request.clientQp)),
              new Endpoint(request.server, OptionalInt.empty()),
              request.frame);
      never.establishedBy(Recognition.CM, RdmaConnection.FIRST, request.port);
      never.privateData(RdmaConnection.FIRST, readOnly(request.privateData));
      never.setup(setup(request, CmEnd.UNKNOWN));
      never.ended(cause.of(RdmaConnection.SECOND));
      flows.listener().rejected(never);
    }
  }

  /**
   * Either end may take the connection down; both name it by their own number first.
   *
   * @return whether there was one
   */
  private boolean end(Datagram datagram, int senderId, int receiverId, Cause cause) {
    @Nullable Established bySender = established.remove(new Caller(datagram.source(), senderId));
    if (bySender != null) {
      requests.remove(new Caller(datagram.source(), senderId));
      close(bySender, cause.of(RdmaConnection.FIRST));
      return true;
    }
    @Nullable Established byReceiver =
        established.remove(new Caller(datagram.destination(), receiverId));
    if (byReceiver != null) {
      requests.remove(new Caller(datagram.destination(), receiverId));
      close(byReceiver, cause.of(RdmaConnection.SECOND));
      return true;
    }
    return false;
  }

  private static void close(Established connection, ConnectionEnd how) {
    Flow toServer = connection.toServer;
    if (toServer != null) {
      toServer.takenDown(how);
    }
  }
}
