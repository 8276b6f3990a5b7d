package org.rdmadump.ib.qp;

import java.nio.ByteBuffer;
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
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.ib.cm.Slice;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.ConnectionEvents;
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
  /** The queue pair that connection management goes through. */
  static final int GENERAL_QP = 1;

  /** Requests that may wait for their answer; the oldest go first. */
  private static final int MOST_REQUESTS = 4096;

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

  private record Request(CmReq req, ByteBuffer privateData, IpAddress server, long frame) {
    boolean isRepeatedBy(CmReq other, IpAddress otherServer) {
      return server.equals(otherServer)
          && req.localQpn() == other.localQpn()
          && req.startingPsn() == other.startingPsn();
    }
  }

  private record Established(Flow toServer, int clientQp, int serverQp, int serverId) {}

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
      requests.remove(new Caller(datagram.destination(), rej.remoteCommunicationId()));
    } else if (message instanceof CmDreq dreq) {
      end(datagram, dreq.localCommunicationId(), dreq.remoteCommunicationId());
    } else if (message instanceof CmConfirmation drep && drep.kind() == CmKind.DREP) {
      end(datagram, drep.localCommunicationId(), drep.remoteCommunicationId());
    }
  }

  private void request(CmReq req, Frame frame, int at, Datagram datagram) {
    if (!req.has(CmReq.Field.LOCAL_QPN)) {
      return;
    }
    if (requests.size() == MOST_REQUESTS) {
      requests.remove(requests.keySet().iterator().next());
    }
    ByteBuffer data = copy(frame.bytes(), at, req.privateData());
    if (req.serviceId().isIpCm() && data.capacity() >= IpCmPrivateData.LENGTH) {
      data = data.slice(IpCmPrivateData.LENGTH, data.capacity() - IpCmPrivateData.LENGTH);
    }
    Caller caller = new Caller(datagram.source(), req.localCommunicationId());
    Request known = requests.get(caller);
    if (known == null || !known.isRepeatedBy(req, datagram.destination())) {
      requests.put(caller, new Request(req, data, datagram.destination(), frame.number()));
    }
  }

  private static ByteBuffer copy(ByteBuffer bytes, int at, Slice slice) {
    byte[] copy = new byte[slice.present()];
    if (copy.length > 0) {
      bytes.get(at + slice.offset(), copy);
    }
    return ByteBuffer.wrap(copy).asReadOnlyBuffer();
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
    if (known != null
        && !known.toServer.isClosed()
        && known.serverQp == rep.localQpn()
        && known.serverId == rep.localCommunicationId()) {
      // The reply was repeated.
      return;
    }
    establish(caller, request, rep, copy(frame.bytes(), at, rep.privateData()));
  }

  private void establish(Caller caller, Request request, CmRep rep, ByteBuffer serverData) {
    CmReq req = request.req;
    IpAddress client = caller.address;
    IpAddress server = request.server;
    Flow toServer = flows.renew(client, server, rep.localQpn());
    Flow toClient = flows.renew(server, client, req.localQpn());
    flows.joiner().pair(toServer, toClient);
    // Each side names the PSN with which the other is to begin.
    if (rep.has(CmRep.Field.STARTING_PSN)) {
      toServer.sequence().startAt(rep.startingPsn());
    }
    if (req.has(CmReq.Field.STARTING_PSN)) {
      toClient.sequence().startAt(req.startingPsn());
    }
    RdmaConnection connection =
        new RdmaConnection(
            Transport.ROCEV2,
            new Endpoint(client, OptionalInt.of(req.localQpn())),
            new Endpoint(server, OptionalInt.of(rep.localQpn())),
            request.frame);
    connection.establishedBy(Recognition.CM, RdmaConnection.FIRST, port(req.serviceId()));
    connection.privateData(RdmaConnection.FIRST, request.privateData);
    connection.privateData(RdmaConnection.SECOND, serverData);
    toServer.establish(toClient, connection);
    PathMtu mtu = req.pathMtu();
    if (mtu != PathMtu.RESERVED) {
      toServer.mtu(mtu.bytes());
      toClient.mtu(mtu.bytes());
    }
    if (established.size() == MOST_REQUESTS) {
      established.remove(established.keySet().iterator().next());
    }
    established.put(
        caller,
        new Established(toServer, req.localQpn(), rep.localQpn(), rep.localCommunicationId()));
  }

  private static OptionalInt port(ServiceId service) {
    return service.isIpCm() ? OptionalInt.of(service.port()) : OptionalInt.empty();
  }

  /** Either end may take the connection down; both name it by their own number first. */
  private void end(Datagram datagram, int senderId, int receiverId) {
    @Nullable Established bySender = established.remove(new Caller(datagram.source(), senderId));
    if (bySender != null) {
      requests.remove(new Caller(datagram.source(), senderId));
      bySender.toServer.close(ConnectionEvents.Ending.DISCONNECTED);
      return;
    }
    @Nullable Established byReceiver =
        established.remove(new Caller(datagram.destination(), receiverId));
    if (byReceiver != null) {
      requests.remove(new Caller(datagram.destination(), receiverId));
      byReceiver.toServer.close(ConnectionEvents.Ending.DISCONNECTED);
    }
  }
}
