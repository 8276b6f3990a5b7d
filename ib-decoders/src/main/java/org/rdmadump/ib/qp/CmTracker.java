package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;
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

    Request(CmMessage req, IpAddress server, byte[] privateData, long frame) {
      this.server = server;
      this.wholeData = req.privateData().isComplete();
      this.serviceId = req.serviceId().value();
      this.retryCount = known(req, CmField.RETRY_COUNT);
      this.client = end(req);
      this.clientQp = req.number(CmField.LOCAL_QPN);
      this.startingPsn = req.number(CmField.STARTING_PSN);
      this.hasStartingPsn = req.has(CmField.STARTING_PSN);
      this.mtu = PathMtu.of(req.number(CmField.PATH_MTU));
      this.port = req.isIpCm() ? OptionalInt.of(req.serviceId().port()) : OptionalInt.empty();
      this.privateData = privateData;
      this.frame = frame;
      this.patience = Patience.of(req);
    }

    boolean isRepeatedBy(CmMessage other, IpAddress otherServer) {
      return server.equals(otherServer)
          && clientQp == other.number(CmField.LOCAL_QPN)
          && startingPsn == other.number(CmField.STARTING_PSN);
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

    private boolean isBy(CmMessage rep) {
      return toServer != null
          && serverQp == rep.number(CmField.LOCAL_QPN)
          && serverId == rep.number(CmField.LOCAL_COMMUNICATION_ID);
    }
  }

  CmTracker(FlowTable flows) {
    this.flows = flows;
  }

  /** Takes a message that stands at {@code at} in the frame. */
  void take(CmMessage message, Frame frame, int at, Datagram datagram) {
    switch (message.kind()) {
      case REQ -> request(message, frame, at, datagram);
      case REP -> reply(message, frame, at, datagram);
      case REJ -> reject(message, frame, datagram);
      case DREQ -> end(message, datagram, new Cause(ConnectionEnd.How.DREQ, true, "", frame));
      // The request that it answers was not captured, else the connection would be over.
      case DREP -> end(message, datagram, new Cause(ConnectionEnd.How.DREQ, false, "", frame));
      default -> {}
    }
  }

  private void request(CmMessage req, Frame frame, int at, Datagram datagram) {
    if (!req.has(CmField.LOCAL_QPN)) {
      return;
    }
    if (requests.size() == MOST_REQUESTS) {
      requests.remove(requests.keySet().iterator().next());
    }
    byte[] data = copy(frame.bytes(), at, req.privateData());
    if (req.isIpCm() && data.length >= IpCmPrivateData.LENGTH) {
      data = Arrays.copyOfRange(data, IpCmPrivateData.LENGTH, data.length);
    }
    Caller caller = new Caller(datagram.source(), req.number(CmField.LOCAL_COMMUNICATION_ID));
    Request known = requests.get(caller);
    if (known == null || !known.isRepeatedBy(req, datagram.destination())) {
      requests.put(caller, new Request(req, datagram.destination(), data, frame.number()));
    }
  }

  private static OptionalInt known(CmMessage message, CmField field) {
    return message.has(field) ? optional(message.number(field)) : OptionalInt.empty();
  }

  private static OptionalInt optional(int value) {
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

  private void reply(CmMessage rep, Frame frame, int at, Datagram datagram) {
    if (!rep.has(CmField.LOCAL_QPN)) {
      return;
    }
    Caller caller = receiver(rep, datagram);
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
      Caller caller, Request request, CmMessage rep, byte[] serverData, Transport transport) {
    IpAddress client = caller.address;
    IpAddress server = request.server;
    int serverQp = rep.number(CmField.LOCAL_QPN);
    flows.lateEnds().closeBetween(client, server);
    Flow toServer = flows.renew(client, server, serverQp, transport);
    Flow toClient = flows.renew(server, client, request.clientQp, transport);
    flows.joiner().pair(toServer, toClient);
    // Each side names the PSN with which the other is to begin.
    if (rep.has(CmField.STARTING_PSN)) {
      toServer.requester().sequence().startAt(rep.number(CmField.STARTING_PSN));
    }
    if (request.hasStartingPsn) {
      toClient.requester().sequence().startAt(request.startingPsn);
    }
    RdmaConnection connection =
        new RdmaConnection(
            transport,
            new Endpoint(client, OptionalInt.of(request.clientQp)),
            new Endpoint(server, OptionalInt.of(serverQp)),
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
    Established fresh =
        new Established(toServer, serverQp, rep.number(CmField.LOCAL_COMMUNICATION_ID));
    established.remove(caller);
    established.put(caller, fresh);
    toServer.whenClosed(fresh);
  }

  private static ConnectionSetup setup(Request request, CmEnd server) {
    OptionalInt mtu =
        request.mtu == PathMtu.RESERVED ? OptionalInt.empty() : optional(request.mtu.bytes());
    return new CmSetup(request.serviceId, mtu, request.retryCount, request.client, server);
  }

  private static CmEnd end(CmMessage ofIt) {
    return new CmEnd(
        known(ofIt, CmField.RESPONDER_RESOURCES),
        known(ofIt, CmField.INITIATOR_DEPTH),
        known(ofIt, CmField.STARTING_PSN),
        known(ofIt, CmField.RNR_RETRY_COUNT));
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

  private void reject(CmMessage rej, Frame frame, Datagram datagram) {
    String reason = rej.has(CmField.REASON) ? RejectReason.text(rej.number(CmField.REASON)) : "";
    Caller asker = receiver(rej, datagram);
    Request request = requests.get(asker);
    Cause cause = new Cause(ConnectionEnd.How.REJ, true, reason, frame);
    boolean wasMade = end(rej, datagram, cause);
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
  private boolean end(CmMessage message, Datagram datagram, Cause cause) {
    Caller sender = new Caller(datagram.source(), message.number(CmField.LOCAL_COMMUNICATION_ID));
    return end(sender, cause.of(RdmaConnection.FIRST))
        || end(receiver(message, datagram), cause.of(RdmaConnection.SECOND));
  }

  private static Caller receiver(CmMessage message, Datagram datagram) {
    return new Caller(datagram.destination(), message.number(CmField.REMOTE_COMMUNICATION_ID));
  }

  private boolean end(Caller caller, ConnectionEnd how) {
    @Nullable Established connection = established.remove(caller);
    if (connection == null) {
      return false;
    }
    requests.remove(caller);
    Flow toServer = connection.toServer;
    if (toServer != null) {
      toServer.takenDown(how);
    }
    return true;
  }
}
