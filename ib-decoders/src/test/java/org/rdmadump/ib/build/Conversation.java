package org.rdmadump.ib.build;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rdmadump.ib.PathMtu;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.cm.ServiceId;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.net.IpAddress;

/**
 * A reliable connection between two queue pairs, which writes what its ends do into a capture.
 *
 * <pre>{@code
 * Conversation c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
 * c.connect();
 * c.client().send(call);
 * c.server().write(handle, address, data);
 * c.server().send(reply);
 * c.capture().drop(c.capture().find("RDMA WRITE Middle")).toPcap(file);
 * }</pre>
 *
 * <p>Conversations that share a capture interleave on its timeline as they are called.
 */
public final class Conversation {
  /** Port of NFS over RDMA. */
  public static final int NFS_RDMA_PORT = 20049;

  private static final byte[] NO_DATA = {};
  private static final int CM_QPN = 1;
  private static final int CLIENT_PORT = 33000;
  private static final int DEFAULT_CLIENT_PSN = 1000;
  private static final int DEFAULT_SERVER_PSN = 2000;

  private final QueuePair client;
  private final QueuePair server;
  private Capture capture = new Capture();
  private int mtu = 1024;
  private boolean acks = true;
  private int ackTimeout;
  private int retries = 7;
  private int vlan = -1;
  private int udpSourcePort = 0xc000;
  private int clientPort = CLIENT_PORT;
  private int port = NFS_RDMA_PORT;
  private int clientId = 0x0c000001;
  private int serverId = 0x0d000001;
  private long transaction = 0x0000_0002_0000_0001L;
  private int cmPsn;
  private Optional<OtherService> service = Optional.empty();
  private UnaryOperator<RocePacket> traits = UnaryOperator.identity();

  private Conversation(Station client, Station server) {
    this.client = new QueuePair(this, "client", client, DEFAULT_CLIENT_PSN);
    this.server = new QueuePair(this, "server", server, DEFAULT_SERVER_PSN);
    this.client.meet(this.server);
    this.server.meet(this.client);
  }

  /** {@return a connection from a client to a server} */
  public static Conversation between(Station client, Station server) {
    return new Conversation(client, server);
  }

  /** {@return a connection between two addresses in digits} */
  public static Conversation between(String client, String server) {
    return new Conversation(Station.at(client), Station.at(server));
  }

  /** Writes into the given capture from here on. */
  public Conversation on(Capture shared) {
    this.capture = shared;
    return this;
  }

  /** Sets the path MTU: 256, 512, 1024, 2048 or 4096. */
  public Conversation mtu(int bytes) {
    this.mtu = bytes;
    return this;
  }

  /** Says whether messages are acknowledged at once by the other end, as they are at first. */
  public Conversation acks(boolean automatic) {
    this.acks = automatic;
    return this;
  }

  /**
   * Sets what the REQ says of repeats: a Local ACK Timeout of 4.096 microseconds times two to a
   * power, and how often a requester sends again.
   */
  public Conversation repeats(int timeout, int retries) {
    this.ackTimeout = timeout;
    this.retries = retries;
    return this;
  }

  /** Puts an 802.1Q tag on every packet. */
  public Conversation vlan(int tag) {
    this.vlan = tag;
    return this;
  }

  /** Gives every packet from now on something in its headers. */
  public Conversation traits(UnaryOperator<RocePacket> change) {
    traits = change;
    return this;
  }

  /** Has every packet from now on be of another service, for which a REQ asks. */
  public Conversation over(OtherService other) {
    service = Optional.of(other);
    return traits(packet -> packet.carriedBy(other));
  }

  /** Sets the UDP source port of every packet. */
  public Conversation udpSourcePort(int value) {
    this.udpSourcePort = value;
    return this;
  }

  /** Sets the port that the service is known by. */
  public Conversation port(int value) {
    this.port = value;
    return this;
  }

  /** Sets the communication IDs of both ends. */
  public Conversation communicationIds(int clientValue, int serverValue) {
    this.clientId = clientValue;
    this.serverId = serverValue;
    this.transaction = 0x0000_0002_0000_0000L | Integer.toUnsignedLong(clientValue);
    return this;
  }

  /** Sets the source port that the client names when it connects. */
  public Conversation clientPort(int value) {
    this.clientPort = value;
    return this;
  }

  /** {@return the asking end} */
  public QueuePair client() {
    return client;
  }

  /** {@return the accepting end} */
  public QueuePair server() {
    return server;
  }

  /** {@return what was written so far} */
  public Capture capture() {
    return capture;
  }

  /** Connects: REQ, REP, RTU. */
  public Conversation connect() {
    return connect(NO_DATA, NO_DATA);
  }

  /** Connects, with private data of both programs. */
  public Conversation connect(byte[] clientData, byte[] serverData) {
    request(clientData);
    reply(serverData);
    return ready();
  }

  /**
   * Sends the REQ, with the private data of the client behind the IP addresses. Each side names the
   * PSN with which the other is to begin.
   */
  public Conversation request(byte[] clientData) {
    IpAddress from = client.station().address();
    IpAddress to = server.station().address();
    byte[] request =
        CmMad.req(
            transaction,
            clientId,
            ServiceId.ofIpCm(ServiceId.TCP, port),
            client.qpn(),
            server.nextPsn(),
            pathMtu(),
            from,
            to,
            CmMad.ipCm(from, clientPort, to, clientData));
    service.ifPresent(other -> other.changeRequest(request));
    request[MadHeader.LENGTH + 47] = (byte) retries;
    request[MadHeader.LENGTH + 95] = (byte) (ackTimeout << 3);
    return cm(client, "REQ", request);
  }

  /** Sends the REP. */
  public Conversation reply(byte[] serverData) {
    byte[] reply =
        CmMad.rep(transaction, serverId, clientId, server.qpn(), client.nextPsn(), serverData);
    service.ifPresent(other -> other.changeReply(reply));
    return cm(server, "REP", reply);
  }

  /** Sends the RTU. */
  public Conversation ready() {
    return cm(client, "RTU", CmMad.rtu(transaction, clientId, serverId, NO_DATA));
  }

  /** Refuses the REQ. */
  public Conversation reject(RejectReason reason, byte[] serverData) {
    return cm(server, "REJ", CmMad.rej(transaction, 0, clientId, reason, serverData));
  }

  /** Disconnects: DREQ of the client, DREP of the server. */
  public Conversation disconnect() {
    disconnectRequest();
    return disconnectReply();
  }

  /** Sends the DREQ of the client. */
  public Conversation disconnectRequest() {
    return cm(
        client, "DREQ", CmMad.dreq(transaction + 1, clientId, serverId, server.qpn(), NO_DATA));
  }

  /** Sends the DREP of the server. */
  public Conversation disconnectReply() {
    return cm(server, "DREP", CmMad.drep(transaction + 1, serverId, clientId, NO_DATA));
  }

  int mtu() {
    return mtu;
  }

  boolean acks() {
    return acks;
  }

  RocePacket packet(Station from, Station to) {
    return traits.apply(RocePacket.between(from, to).vlan(vlan).udpSourcePort(udpSourcePort));
  }

  private Conversation cm(QueuePair from, String label, byte[] mad) {
    RocePacket packet =
        packet(from.station(), from.peer().station())
            .opcode(Opcodes.UD_SEND_ONLY)
            .destinationQp(CM_QPN)
            .deth(CmMad.QUEUE_KEY, CM_QPN)
            .psn(cmPsn)
            .payload(mad);
    cmPsn = Psn.add(cmPsn, 1);
    capture.add(from.name() + " CM " + label, packet);
    return this;
  }

  private PathMtu pathMtu() {
    for (PathMtu candidate : PathMtu.values()) {
      if (candidate.bytes() == mtu) {
        return candidate;
      }
    }
    return PathMtu.RESERVED;
  }
}
