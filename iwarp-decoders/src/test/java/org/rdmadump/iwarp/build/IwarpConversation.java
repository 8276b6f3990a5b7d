package org.rdmadump.iwarp.build;

import org.rdmadump.iwarp.build.TcpFrame.Socket;

/**
 * An iWARP connection between two ends, which writes what they do into a capture.
 *
 * <pre>{@code
 * IwarpConversation c = new IwarpConversation().crc(true);
 * c.connect();
 * c.client().send(call);
 * c.server().write(stag, offset, data).send(reply);
 * c.capture().drop(c.capture().find("Write"));
 * }</pre>
 */
public final class IwarpConversation {
  private static final int CLIENT = 0xc0a84d02;
  private static final int SERVER = 0xc0a84d01;
  private static final int CLIENT_PORT = 44000;
  private static final int NFS_RDMA_PORT = 20049;
  private static final int MARKERS = 0x80;
  private static final int CRC = 0x40;
  private static final byte[] NOTHING = {};

  private TcpCapture capture = new TcpCapture();
  private IwarpEnd client = end(CLIENT, CLIENT_PORT, 1_000);
  private IwarpEnd server = end(SERVER, NFS_RDMA_PORT, 2_000);
  private boolean crc;
  private boolean clientMarkers;
  private int wrongMarkers;
  private boolean serverMarkers;
  private int revision = 1;
  private int flags;
  private int payload = 1_000;
  private byte[] clientData = {};
  private byte[] serverData = {};

  private IwarpEnd end(int address, int port, int sequence) {
    return new IwarpEnd(this, new Socket(address, port), sequence);
  }

  /** Sets the ports. */
  public IwarpConversation ports(int clientPort, int serverPort) {
    client = end(CLIENT, clientPort, client.sequence());
    server = end(SERVER, serverPort, server.sequence());
    return this;
  }

  /** Sets the initial sequence numbers. */
  public IwarpConversation sequences(int clients, int servers) {
    client = end(CLIENT, client.socket().port(), clients);
    server = end(SERVER, server.socket().port(), servers);
    return this;
  }

  /** Says whether CRCs are used. */
  public IwarpConversation crc(boolean used) {
    crc = used;
    return this;
  }

  /** Has the client's markers inside of FPDUs point so many bytes too far back. */
  public IwarpConversation wrongMarkers(int bytes) {
    wrongMarkers = bytes;
    return this;
  }

  /** Says which side puts markers into its stream. */
  public IwarpConversation markers(boolean fromClient, boolean fromServer) {
    clientMarkers = fromClient;
    serverMarkers = fromServer;
    return this;
  }

  /** Sets the most bytes behind a DDP header. */
  public IwarpConversation payload(int most) {
    payload = most;
    return this;
  }

  /** Sets revision, further flags and private data of the start-up frames. */
  public IwarpConversation startUp(int revision, int flags, byte[] clients, byte[] servers) {
    this.revision = revision;
    this.flags = flags;
    this.clientData = clients.clone();
    this.serverData = servers.clone();
    return this;
  }

  /** Writes into the capture of another connection. */
  public IwarpConversation into(TcpCapture other) {
    capture = other;
    return this;
  }

  /** {@return what was written so far} */
  public TcpCapture capture() {
    return capture;
  }

  /** {@return the end that asks to connect} */
  public IwarpEnd client() {
    return client;
  }

  /** {@return the other end} */
  public IwarpEnd server() {
    return server;
  }

  int payload() {
    return payload;
  }

  IwarpEnd peerOf(IwarpEnd end) {
    return end.socket().equals(client.socket()) ? server : client;
  }

  /** TCP's three segments, and the MPA frames. */
  public IwarpConversation connect() {
    client.segment("SYN", TcpFrame.SYN, NOTHING);
    server.segment("SYN ACK", TcpFrame.SYN | TcpFrame.ACK, NOTHING);
    client.acknowledge();
    return startUp();
  }

  /** The MPA frames alone. */
  public IwarpConversation startUp() {
    // Who wants to receive markers says so.
    int wantsCrc = crc ? CRC : 0;
    client.segment(
        "MPA Request",
        TcpFrame.ACK,
        MpaStream.startUp(
            true, (serverMarkers ? MARKERS : 0) | wantsCrc | flags, revision, clientData));
    server.segment(
        "MPA Reply",
        TcpFrame.ACK,
        MpaStream.startUp(
            false, (clientMarkers ? MARKERS : 0) | wantsCrc | flags, revision, serverData));
    return framed();
  }

  /** Begins with FPDUs: what came before was not captured. */
  public IwarpConversation framed() {
    MpaStream fromClient = new MpaStream(clientMarkers, crc);
    fromClient.markersAreWrongBy(wrongMarkers);
    client.stream(fromClient);
    server.stream(new MpaStream(serverMarkers, crc));
    return this;
  }

  /** Both ends say that they are done. */
  public IwarpConversation disconnect() {
    client.segment("FIN", TcpFrame.FIN | TcpFrame.ACK, NOTHING);
    server.segment("FIN", TcpFrame.FIN | TcpFrame.ACK, NOTHING);
    client.acknowledge();
    return this;
  }
}
