package org.rdmadump.ib.qp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.KeyedHash;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Service;
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
      return KeyedHash.of(address.high(), address.low(), communicationId);
    }
  }

  /**
   * A request for a connection, which waits for its reply, or was accepted, or refused. One that
   * was refused comes again if the refusal was lost.
   */
  private record Request(
      CmMessage req, IpAddress server, long frame, long nanos, boolean isRefused) {
    Request refused() {
      return new Request(req, server, frame, nanos, /* isRefused= */ true);
    }

    boolean isRepeatedBy(CmMessage other, IpAddress otherServer) {
      return server.equals(otherServer)
          && service() == other.service()
          && clientNumber() == other.number(field())
          && req.number(CmField.STARTING_PSN) == other.number(CmField.STARTING_PSN);
    }

    /** Queue pair of the client, or its EE context. */
    int clientNumber() {
      return req.number(field());
    }

    /** What numbers an end of the connection. */
    CmField field() {
      return CmMessage.numberOf(service());
    }

    Service service() {
      return req.service();
    }

    PathMtu mtu() {
      return PathMtu.of(req.number(CmField.PATH_MTU));
    }

    /** Tells a connection what was asked for. */
    void describe(RdmaConnection connection, CmEnd serverEnd) {
      PathMtu asked = mtu();
      OptionalInt port =
          req.isIpCm() ? OptionalInt.of(req.serviceId().port()) : OptionalInt.empty();
      connection.service(service());
      connection.establishedBy(Recognition.CM, RdmaConnection.FIRST, port);
      connection.privateData(RdmaConnection.FIRST, req.programData());
      OptionalInt mtu = asked == PathMtu.RESERVED ? OptionalInt.empty() : optional(asked.bytes());
      connection.setup(
          new CmSetup(
              req.serviceId().value(), mtu, known(req, CmField.RETRY_COUNT), end(req), serverEnd));
    }
  }

  /** A connection that was set up; it lets go of its flow when that is closed. */
  private static final class Established implements Flow.Keeper {
    private final int serverNumber;
    private final int serverId;
    private @Nullable Flow toServer;

    private Established(Flow toServer, int serverNumber, int serverId) {
      this.toServer = toServer;
      this.serverNumber = serverNumber;
      this.serverId = serverId;
    }

    @Override
    public void closed() {
      toServer = null;
    }

    private boolean isBy(CmMessage rep, CmField number) {
      return toServer != null
          && serverNumber == rep.number(number)
          && serverId == rep.number(CmField.LOCAL_COMMUNICATION_ID);
    }
  }

  CmTracker(FlowTable flows) {
    this.flows = flows;
  }

  /** Takes a message of a frame. */
  void take(CmMessage message, Frame frame, Datagram datagram) {
    switch (message.kind()) {
      case REQ -> request(message, frame, datagram);
      case REP -> reply(message, frame.epochNanos(), datagram);
      case REJ -> reject(message, frame, datagram);
      case DREQ -> disconnect(message, frame, datagram);
      // The request that it answers was not captured, else the connection would be over.
      case DREP -> end(message, datagram, new Cause(ConnectionEnd.How.DREQ, false, "", frame));
      default -> {}
    }
  }

  private void request(CmMessage req, Frame frame, Datagram datagram) {
    if (!req.has(CmMessage.numberOf(req.service()))) {
      return;
    }
    if (requests.size() == MOST_REQUESTS) {
      requests.remove(requests.keySet().iterator().next());
    }
    Caller caller = new Caller(datagram.source(), req.number(CmField.LOCAL_COMMUNICATION_ID));
    Request known = requests.get(caller);
    if (known == null || !known.isRepeatedBy(req, datagram.destination())) {
      requests.put(
          caller,
          new Request(
              req,
              datagram.destination(),
              frame.number(),
              frame.epochNanos(),
              /* isRefused= */ false));
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

  private void reply(CmMessage rep, long nanos, Datagram datagram) {
    Caller caller = receiver(rep, datagram);
    Request request = requests.get(caller);
    if (request == null
        || request.isRefused
        || !request.server.equals(datagram.source())
        || !rep.has(request.field())) {
      return;
    }
    Established known = established.get(caller);
    if (known != null && known.isBy(rep, request.field())) {
      // The reply was repeated.
      return;
    }
    establish(caller, request, rep, nanos, FlowTable.transport(datagram));
  }

  private void establish(
      Caller caller, Request request, CmMessage rep, long nanos, Transport transport) {
    IpAddress client = caller.address;
    IpAddress server = request.server;
    int serverNumber = rep.number(request.field());
    int clientNumber = request.clientNumber();
    Service service = request.service();
    PathMtu mtu = request.mtu();
    flows.lateEnds().closeBetween(client, server);
    int toServerTarget = FlowKey.targetOf(service, serverNumber);
    int toClientTarget = FlowKey.targetOf(service, clientNumber);
    Flow early = early(client, server, toServerTarget, rep);
    RdmaConnection begun = early == null ? null : early.connection();
    Flow toServer = early == null ? flows.renew(client, server, toServerTarget, transport) : early;
    Flow peer = toServer.peer();
    Flow toClient = peer == null ? flows.renew(server, client, toClientTarget, transport) : peer;
    flows.joiner().pair(toServer, toClient);
    // Each side names the PSN with which the other is to begin.
    if (rep.has(CmField.STARTING_PSN)) {
      toServer.requester().sequence().startAt(rep.number(CmField.STARTING_PSN));
    }
    if (request.req.has(CmField.STARTING_PSN)) {
      toClient.requester().sequence().startAt(request.req.number(CmField.STARTING_PSN));
    }
    RdmaConnection connection =
        begun != null
            ? begun
            : new RdmaConnection(
                transport,
                new Endpoint(client, OptionalInt.of(clientNumber)),
                new Endpoint(server, OptionalInt.of(serverNumber)),
                request.frame);
    request.describe(connection, end(rep));
    connection.answeredAfter(nanos - request.nanos);
    connection.privateData(RdmaConnection.SECOND, rep.programData());
    if (!request.req.privateData().isComplete() || !rep.privateData().isComplete()) {
      connection.privateDataWasCut();
    }
    if (begun == null) {
      toServer.establish(toClient, connection);
    } else if (peer == null) {
      toServer.join(toClient);
    }
    long patience = Patience.of(request.req);
    toServer.patience(patience);
    toClient.patience(patience);
    long timer = Patience.timer(request.req);
    toServer.requester().repeats().timer(timer);
    toClient.requester().repeats().timer(timer);
    if (mtu != PathMtu.RESERVED) {
      toServer.mtu(mtu.bytes());
      toClient.mtu(mtu.bytes());
    }
    if (established.size() == MOST_ESTABLISHED) {
      established.remove(established.keySet().iterator().next());
    }
    Established fresh =
        new Established(toServer, serverNumber, rep.number(CmField.LOCAL_COMMUNICATION_ID));
    established.remove(caller);
    established.put(caller, fresh);
    toServer.whenClosed(fresh);
  }

  /** The flow to the server, if the client's first requests were captured before the reply. */
  private @Nullable Flow early(IpAddress client, IpAddress server, int target, CmMessage rep) {
    Flow known = flows.find(client, server, target);
    return known != null
            && !known.isClosed()
            && !known.isFromStart()
            && !known.isTakenDown()
            && known.side() == RdmaConnection.FIRST
            && rep.has(CmField.STARTING_PSN)
            && known.requester().sequence().beganAt(rep.number(CmField.STARTING_PSN))
        ? known
        : null;
  }

  private static CmEnd end(CmMessage ofIt) {
    return new CmEnd(
        known(ofIt, CmField.RESPONDER_RESOURCES),
        known(ofIt, CmField.INITIATOR_DEPTH),
        known(ofIt, CmField.STARTING_PSN),
        known(ofIt, CmField.RNR_RETRY_COUNT));
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
    if (!wasMade
        && request != null
        && !request.isRefused
        && request.server.equals(datagram.source())) {
      requests.put(asker, request.refused());
      RdmaConnection never =
          new RdmaConnection(
              FlowTable.transport(datagram),
              new Endpoint(asker.address, OptionalInt.of(request.clientNumber())),
              new Endpoint(request.server, OptionalInt.empty()),
              request.frame);
      request.describe(never, CmEnd.UNKNOWN);
      never.privateData(RdmaConnection.SECOND, rej.programData());
      never.answeredAfter(frame.epochNanos() - request.nanos);
      never.ended(cause.of(RdmaConnection.SECOND));
      flows.listener().rejected(never);
    }
  }

  private void disconnect(CmMessage dreq, Frame frame, Datagram datagram) {
    Cause cause = new Cause(ConnectionEnd.How.DREQ, true, "", frame);
    if (!end(dreq, datagram, cause) && dreq.has(CmField.REMOTE_QPN)) {
      Flow flow = foundByPackets(datagram, dreq.number(CmField.REMOTE_QPN));
      if (flow != null) {
        flow.takenDown(cause.of(flow.side()));
      }
    }
  }

  /**
   * The flow to the queue pair that a DREQ names, if its connection is one whose beginning was not
   * captured: nothing else tells whose end it is.
   */
  private @Nullable Flow foundByPackets(Datagram datagram, int qp) {
    for (Service service : FlowKey.SERVICES) {
      Flow flow = flows.find(datagram, FlowKey.targetOf(service, qp));
      if (flow != null && flow.connection() != null && !flow.isFromStart() && !flow.isTakenDown()) {
        return flow;
      }
    }
    return null;
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
