package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionSetup;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.RequestTally;
import org.rdmadump.rdma.Service;
import org.rdmadump.rdma.TrafficCounters;
import org.rdmadump.rdma.Transport;

/**
 * One connection that carries RPC-over-RDMA: its set-up, its traffic so far, and its end.
 *
 * <p>The record is updated with every message of the connection, by who decodes it.
 *
 * <pre>{@code
 * capture.connection(call.connection()).ifPresent(it -> System.out.println(it.pathMtu()));
 * }</pre>
 */
public class ConnectionRecord {
  /** Port that IANA assigned to NFS over RDMA. */
  private static final int NFS_RDMA_PORT = 20049;

  /** Largest Send without an agreement on more, in bytes (RFC 8166 section 3.3.3). */
  public static final int DEFAULT_INLINE_THRESHOLD = 1024;

  private static final int NOT_KNOWN = -1;

  private final RdmaConnection connection;
  private final Optional<RpcRdmaPrivateMessage> first;
  private final Optional<RpcRdmaPrivateMessage> second;

  /** Of each side's calls, made when needed: most connections have calls of one side. */
  private final @Nullable CreditUse[] credits = new CreditUse[2];

  private final MovedBytes bytes = new MovedBytes();
  private int serverSide = NOT_KNOWN;

  /** Whether that is a guess, of a reply whose call was not captured. */
  private boolean guessed;

  private long lastFrame;
  private long calls;
  private long replies;
  private long callbacks;
  private long callbackReplies;
  private long repeats;
  private long errors;
  private long unanswered;
  private Optional<UpperProtocol> protocol = Optional.empty();
  private String doubt = "";

  public ConnectionRecord(RdmaConnection connection) {
    this.connection = connection;
    this.first = messageIn(connection.privateData(RdmaConnection.FIRST));
    this.second = messageIn(connection.privateData(RdmaConnection.SECOND));
    if (connection.activeSide().isPresent()) {
      serverSide = RdmaConnection.opposite(connection.activeSide().getAsInt());
    }
  }

  private static Optional<RpcRdmaPrivateMessage> messageIn(ByteBuffer data) {
    return RpcRdmaPrivateMessage.read(data, 0, data.capacity());
  }

  // ---- what the connection tells

  /** Whether the requested service is NFS over RDMA. */
  public boolean isForNfs() {
    return connection.servicePort().equals(OptionalInt.of(NFS_RDMA_PORT));
  }

  /** Whether an end said that it speaks RPC-over-RDMA. */
  public boolean saysRpcRdma() {
    return first.isPresent() || second.isPresent();
  }

  /** What a side said of RPC-over-RDMA when the connection was made. */
  public Optional<RpcRdmaPrivateMessage> said(int side) {
    return side == RdmaConnection.FIRST ? first : second;
  }

  public boolean knowsServer() {
    return serverSide != NOT_KNOWN && !guessed;
  }

  /** Side of the RPC server, the second as long as nothing tells. */
  public int serverSide() {
    return serverSide == NOT_KNOWN ? RdmaConnection.SECOND : serverSide;
  }

  protected void serverIs(int side) {
    serverSide = side;
    guessed = false;
  }

  /**
   * Takes a side that replies for the server, as long as nothing better is known: clients reply
   * too, to calls of the server.
   */
  protected void serverMayBe(int side) {
    if (serverSide == NOT_KNOWN) {
      serverSide = side;
      guessed = true;
    }
  }

  /** Takes over what is known of the server from the other direction of the connection. */
  protected void joinServer(ConnectionRecord joined) {
    if (!knowsServer() && joined.serverSide != NOT_KNOWN) {
      int side = RdmaConnection.opposite(joined.serverSide);
      if (joined.guessed) {
        serverMayBe(side);
      } else {
        serverIs(side);
      }
    }
  }

  /** Credits of the calls of a side. */
  protected CreditUse credits(int callerSide) {
    CreditUse of = credits[callerSide];
    if (of == null) {
      of = new CreditUse();
      credits[callerSide] = of;
    }
    return of;
  }

  /** Takes note of a call of a side, and of the credits that it requests. */
  protected void called(int callerSide, long asked) {
    credits(callerSide).called(asked);
  }

  /** Takes note that a call of a side is not in flight any more. */
  protected void landed(int callerSide) {
    credits(callerSide).over();
  }

  /** Takes note that a call of a side was one more than was granted when it was sent. */
  protected void overran(int callerSide) {
    credits(callerSide).overrun();
  }

  /** Takes note of the credits that a reply grants to the side that called. */
  protected void granted(int callerSide, long credits) {
    credits(callerSide).granted(credits);
  }

  /** Takes note of the last frame of a message. */
  protected void reached(long frame) {
    lastFrame = Math.max(lastFrame, frame);
  }

  /** Counts a message that says that another one was not understood. */
  protected void countError() {
    errors++;
  }

  /** Counts an RPC message. */
  protected void count(Direction direction, boolean call, boolean repeat) {
    boolean forward = direction == Direction.FORWARD;
    if (repeat) {
      repeats++;
    } else if (call) {
      calls += forward ? 1 : 0;
      callbacks += forward ? 0 : 1;
    } else {
      replies += forward ? 0 : 1;
      callbackReplies += forward ? 1 : 0;
    }
  }

  /** Counts the bytes of an RPC message of which some may be missing. */
  protected void moved(StreamLayout layout, List<MissingRange> missing, long length) {
    bytes.add(layout, missing, length);
  }

  protected void unanswered() {
    unanswered++;
  }

  /** Takes over what was counted of a direction that was not known to be one of this connection. */
  protected void join(ConnectionRecord joined) {
    lastFrame = Math.max(lastFrame, joined.lastFrame);
    calls += joined.calls;
    replies += joined.replies;
    callbacks += joined.callbacks;
    callbackReplies += joined.callbackReplies;
    repeats += joined.repeats;
    errors += joined.errors;
    unanswered += joined.unanswered;
    bytes.add(joined.bytes);
  }

  /** Takes over the calls in flight of such a direction. */
  protected void joinCredits(ConnectionRecord joined) {
    credits(RdmaConnection.FIRST).add(joined.credits(RdmaConnection.SECOND));
    credits(RdmaConnection.SECOND).add(joined.credits(RdmaConnection.FIRST));
  }

  // ---- how it was made

  /** 1-based index of the connection; empty if it carried no message. */
  public OptionalInt index() {
    return connection.index();
  }

  /** Wire protocol. */
  public Transport transport() {
    return connection.transport();
  }

  /** How rdmadump paired the two directions, as far as known. */
  public Recognition recognition() {
    return connection.recognition();
  }

  /** The RPC client, as far as it is known which side that is. */
  public Endpoint client() {
    return connection.endpoint(clientSide());
  }

  /** The RPC server, likewise. */
  public Endpoint server() {
    return connection.endpoint(serverSide());
  }

  private int clientSide() {
    return RdmaConnection.opposite(serverSide());
  }

  private int sender(Direction direction) {
    return direction == Direction.FORWARD ? clientSide() : serverSide();
  }

  /** Port of the requested service, if it was captured. */
  public OptionalInt servicePort() {
    return connection.servicePort();
  }

  /** Path MTU: payload bytes of a full packet, if the transport has one and it is known. */
  public OptionalInt pathMtu() {
    return connection.pathMtu();
  }

  /** Parameters that the ends exchanged at set-up, if they were captured. */
  public Optional<ConnectionSetup> setup() {
    return connection.setup();
  }

  /** Whether the set-up was captured, and so the connection from its beginning. */
  public boolean isSeenFromStart() {
    return connection.setup().isPresent();
  }

  /** What the sender of a direction said of RPC-over-RDMA when the connection was made. */
  public Optional<RpcRdmaPrivateMessage> said(Direction direction) {
    return said(sender(direction));
  }

  /**
   * Private data of the sender of a direction, without the zeros that fill it up, at most 64 bytes;
   * empty if there was none or it was not captured.
   */
  public ByteBuffer privateData(Direction direction) {
    return connection.privateData(sender(direction));
  }

  /**
   * Inline threshold of a direction: the largest Send that the sender makes and the receiver
   * accepts, by their private data; 1024 bytes for an end without private data (RFC 8797 section
   * 5.1).
   *
   * @return bytes; empty if the private data was not captured
   */
  public OptionalInt inlineThreshold(Direction direction) {
    if (!knowsPrivateData()) {
      return OptionalInt.empty();
    }
    Optional<RpcRdmaPrivateMessage> sender = said(direction);
    Optional<RpcRdmaPrivateMessage> receiver = said(direction.opposite());
    return OptionalInt.of(
        Math.min(
            sender.isPresent() ? sender.get().sendSize() : DEFAULT_INLINE_THRESHOLD,
            receiver.isPresent() ? receiver.get().receiveSize() : DEFAULT_INLINE_THRESHOLD));
  }

  /**
   * Whether the receiver of a direction accepts Sends with Invalidate, by its private data; false
   * without private data (RFC 8797 sections 4.1 and 5.1).
   *
   * @return empty if the private data was not captured
   */
  public Optional<Boolean> allowsInvalidation(Direction direction) {
    if (!knowsPrivateData()) {
      return Optional.empty();
    }
    Optional<RpcRdmaPrivateMessage> receiver = said(direction.opposite());
    return Optional.of(receiver.isPresent() && receiver.get().remoteInvalidation());
  }

  private boolean knowsPrivateData() {
    return isSeenFromStart() && connection.isPrivateDataWhole();
  }

  // ---- what went over it

  /** Credits of the calls that go in a direction. */
  public CreditUse credits(Direction direction) {
    return credits(sender(direction));
  }

  /** Packets and bytes of a direction. */
  public TrafficCounters traffic(Direction direction) {
    return connection.traffic(sender(direction));
  }

  /**
   * The requests that the sender of a direction sent, by kind; empty if the connection carries
   * RPC-over-RDMA, whose messages are counted instead.
   */
  public Map<RequestKind, RequestTally> requests(Direction direction) {
    Optional<RequestCounters> counted = connection.requests(sender(direction));
    return counted.isPresent() ? counted.get().tallies() : Map.of();
  }

  /** Whether it is no more than the sign of a connection: no set-up was seen, and no request. */
  public boolean isMereSign() {
    return recognition() == Recognition.INFERRED
        && service().isReliable()
        && requests(Direction.FORWARD).isEmpty()
        && requests(Direction.BACKWARD).isEmpty();
  }

  /** The counters of these requests, if there are any. */
  public Optional<RequestCounters> requestCounters(Direction direction) {
    return connection.requests(sender(direction));
  }

  /** Which service of its transport it uses. */
  public Service service() {
    return connection.service();
  }

  /** Nanoseconds from the request to connect to its answer, if both were captured. */
  public OptionalLong setupNanos() {
    return connection.setupNanos();
  }

  /** The protocol that it carries, as far as the capture tells. */
  public Optional<UpperProtocol> protocol() {
    return protocol;
  }

  /** Sets the protocol that it carries. */
  protected void carries(UpperProtocol upper) {
    protocol = Optional.of(upper);
    doubt = "";
  }

  /**
   * Why the protocol is unknown although a port or private data suggests one, in words; empty if
   * nothing suggests one, or it is known.
   */
  public String protocolDoubt() {
    return doubt;
  }

  /** Says that the protocol is unknown, in spite of what suggested one. */
  protected void carriesUnknown(String why) {
    protocol = Optional.empty();
    doubt = why;
  }

  /** Bytes of payload that went in both directions. */
  public long bytes() {
    return connection.bytes(RdmaConnection.FIRST) + connection.bytes(RdmaConnection.SECOND);
  }

  /** First frame of the connection. */
  public long firstFrame() {
    return connection.firstFrame();
  }

  /** Last frame of the connection so far. */
  public long lastFrame() {
    long sent =
        Math.max(
            connection.traffic(RdmaConnection.FIRST).lastFrame(),
            connection.traffic(RdmaConnection.SECOND).lastFrame());
    long ended = connection.end().isPresent() ? connection.end().get().frame() : 0;
    return Math.max(Math.max(sent, ended), Math.max(lastFrame, firstFrame()));
  }

  /** Calls of the client, repeats not counted. */
  public long calls() {
    return calls;
  }

  /** Replies to them, likewise. */
  public long replies() {
    return replies;
  }

  /** Calls of the server, likewise. */
  public long callbacks() {
    return callbacks;
  }

  /** Replies to them, likewise. */
  public long callbackReplies() {
    return callbackReplies;
  }

  /** Messages that repeat others. */
  public long repeats() {
    return repeats;
  }

  /** RDMA_ERROR messages. */
  public long errors() {
    return errors;
  }

  /** Calls of either side without an answer in the capture. */
  public long unansweredCalls() {
    return unanswered;
  }

  /** Bytes of RPC messages in both directions, by the way they travelled. */
  public long bytes(MovedBy means) {
    return bytes.by(means);
  }

  /** How the connection ended; empty while it is open. */
  public Optional<ConnectionEnd> end() {
    return connection.end();
  }

  /** Whether the client ended the connection; empty if it is open, or if the side is unknown. */
  public Optional<Boolean> endedByClient() {
    Optional<ConnectionEnd> end = connection.end();
    return end.isPresent() && end.get().side().isPresent()
        ? Optional.of(end.get().side().getAsInt() == clientSide())
        : Optional.empty();
  }
}
