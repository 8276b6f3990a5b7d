package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.nfs.KnownServers;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.OtherTraffic;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.ServiceProtocol;
import org.rdmadump.rpcrdma.memory.PagePool;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/** What all connections of a run share: numbering, options, the budget, the counts. */
public final class RunState implements FindingSink {
  private static final int MOST_ANSWERED = 1024;
  private static final int MOST_OTHERS = 1024;
  private static final int MOST_FOUND = 16;
  private static final long MOST_REMEMBERED_BYTES = 2L << 20;

  private final CaptureOptions options;
  private final MessageListener listener;
  private final @Nullable FrameListener frameListener;
  private final boolean takesMessages;
  private final boolean handlesExchanges;
  private final boolean takesFindings;
  private final OptionalLong requestInterval;
  private final Optional<KnownServers> names;
  private final boolean namesMayWait;
  private final HeaderReader headers = new HeaderReader();
  private final MessageReading reading;
  private final Drafts drafts;
  private final PagePool pages;
  private final RunCounts counts = new RunCounts();
  private long messages;
  private long beginning;
  private final List<ConnectionRecord> foundInTheMiddle = new ArrayList<>();
  private int connections;
  private final CallsInFlight callsInFlight;
  private final KeptMessages kept;
  private final OtherTraffic other = new OtherTraffic();
  private final RecentByXid<AnsweredCall> answered =
      new RecentByXid<>(MOST_ANSWERED, MOST_REMEMBERED_BYTES, null);
  private final UnansweredCalls unansweredCalls = new UnansweredCalls();
  private final RecentByXid<RpcMessage> others =
      new RecentByXid<>(
          MOST_OTHERS,
          MOST_REMEMBERED_BYTES,
          new Consumer<>() {
            @Override
            public void accept(RpcMessage oldest) {
              emit(Exchanges.alone(oldest));
            }
          });

  /**
   * Of a run at its beginning.
   *
   * @param asked what is kept and computed, as far as the listener takes it
   */
  public RunState(CaptureOptions asked, MessageListener listener, Optional<FrameListener> shown) {
    this.options = listener.takesBytes() ? asked : asked.withoutBytes();
    this.listener = listener;
    this.frameListener = shown.orElse(null);
    this.takesMessages = listener.takesMessages() || listener.takesContent();
    this.handlesExchanges = listener.handlesExchanges();
    this.takesFindings = listener.takesFindings();
    this.reading = new MessageReading(listener.takesContent(), options.digest());
    this.drafts = new Drafts(reading);
    this.requestInterval = listener.requestInterval();
    this.names =
        takesContent() && listener.takesNames()
            ? Optional.of(new KnownServers())
            : Optional.empty();
    this.namesMayWait = !listener.takesNamesOfMessages();
    this.pages = PagePool.ofRun(options.maxMemory(), reusesPages());
    this.callsInFlight = new CallsInFlight(pages);
    this.kept = new KeptMessages(listener, options.digest(), callsInFlight);
  }

  /** What was met beside RPC-over-RDMA. */
  public OtherTraffic other() {
    return other;
  }

  /** Tells which frames carry what of which message; null if nobody wants to know. */
  public @Nullable FrameShares frameShares(Transport transport) {
    return frameListener == null ? null : new FrameShares(frameListener, pages, transport);
  }

  /** Of the first ones over TCP that were found in the middle, on ports that were not named. */
  public List<ConnectionRecord> foundInTheMiddle() {
    return foundInTheMiddle;
  }

  void opened(ConnectionRecord connection) {
    if (foundInTheMiddle.size() < MOST_FOUND
        && connection.transport() == Transport.IWARP
        && connection.servicePort().isEmpty()) {
      foundInTheMiddle.add(connection);
    }
    listener.opened(connection);
  }

  public void acknowledged(ConnectionRecord connection, Direction direction, Send send) {
    long nanos = send.acknowledgedNanos() - send.lastNanos();
    // Of one that was sent again behind it, nothing tells how long it took.
    if (nanos >= 0) {
      listener.acknowledged(connection, direction, nanos);
    }
  }

  public void closed(ConnectionRecord connection) {
    listener.closed(connection);
  }

  /** Has the requests of a connection counted, and when they are sent if somebody asks for that. */
  public void countRequests(RdmaConnection connection) {
    if (requestInterval.isPresent()) {
      connection.countRequests(beginning, requestInterval.getAsLong());
    } else {
      connection.countRequests();
    }
  }

  /** Tells of a connection that carried something else. */
  public void closedWithoutRpc(ConnectionRecord connection) {
    other.connection(connection);
    listener.closedWithoutRpc(connection);
  }

  public HeaderReader headers() {
    return headers;
  }

  public PagePool pages() {
    return pages;
  }

  /** Knows the declarations of what is in RPC messages. */
  public RpcDecoder decoder() {
    return reading.decoder();
  }

  /** Whether what is inside the RPC messages is looked at by someone. */
  boolean takesContent() {
    return reading.takesContent();
  }

  /** Whether what is wrong inside the RPC messages is told to someone. */
  boolean takesFindings() {
    return takesFindings;
  }

  /** Whether nobody asks for the names of a call before its exchange is handed out. */
  boolean namesMayWait() {
    return namesMayWait;
  }

  /** The names of files, if somebody wants to know them. */
  public Optional<KnownServers> names() {
    return names;
  }

  /** The protocol that options name for the port of a service, if they do. */
  public Optional<ServiceProtocol> protocolOf(OptionalInt port) {
    return port.isPresent()
        ? Optional.ofNullable(options.decodeAs().services().get(port.getAsInt()))
        : Optional.empty();
  }

  /** Whether the values of all bytes are wanted, not only those that decoding needs. */
  public boolean keepsAll() {
    return options.digest() || options.keepBytes();
  }

  /**
   * Makes an advertised segment.
   *
   * @param kept whether the values of its bytes are; if not, packets that come again are only
   *     compared, where somebody takes findings
   */
  public RdmaSegment segment(
      RdmaSegment.Kind kind, int handle, long length, long offset, long position, boolean kept) {
    if (kept) {
      return RdmaSegment.kept(kind, handle, length, offset, position, pages);
    }
    RdmaSegment segment = RdmaSegment.advertised(kind, handle, length, offset, position);
    segment.chargeTo(pages);
    if (takesFindings) {
      segment.comparePackets();
    }
    return segment;
  }

  /** Whether packets are wanted one by one. */
  public boolean keepsFragments() {
    return options.keepFragments();
  }

  /** Whether what is put together is hashed. */
  public boolean digests() {
    return options.digest();
  }

  /** Says when the first frame was captured. */
  public void begins(long nanos) {
    beginning = nanos;
  }

  /** When the first frame was captured. */
  public long beginning() {
    return beginning;
  }

  /** The number of a message that is handed out. */
  public long nextMessage() {
    return ++messages;
  }

  /** The number of a connection whose first message is handed out. */
  public int nextConnection() {
    return ++connections;
  }

  /** Counts a message, and hands it out to whoever takes it. */
  void emit(Draft message) {
    counts.message(message);
    if (takesMessages) {
      // The listener may decode all of the content, which is then not decoded again to judge it.
      listener.message(message.message());
    }
    count(takesMessages && takesFindings ? message.message().findings() : message.findings);
  }

  /** Hands out the exchange of a call with what answered it. */
  public void emit(CallInFlight call, Draft reply) {
    if (handlesExchanges) {
      emit(Exchanges.of(call, reply.message()));
    } else if (call.isNoticed()) {
      countOfExchange(call.exchangeFindings(), call.findingsOfRefused());
    }
  }

  /** Hands out the exchange of a call that was handed out, and has no reply that belongs to it. */
  public void emitUnanswered(CallInFlight call) {
    if (frameListener != null) {
      FrameShares.unanswered(call);
    }
    if (call.handedOut() != null
        && call.handedOut().missing() != null
        && unansweredCalls.isOneMore(call)) {
      counts.unansweredCall();
    }
    RpcMessage message = call.message();
    if (message == null) {
      countOfExchange(call.exchangeFindings(), call.findingsOfRefused());
    } else {
      handOut(Exchanges.withoutReply(call, message));
      // Who is told decodes it; where a connection ends with thousands, each would stay until the
      // last.
      call.keep(null);
    }
  }

  /** Counts findings of an exchange, but for those that a message has, which were counted. */
  private void countOfExchange(List<Finding> some, List<Finding> ofMessages) {
    for (int i = 0; i < some.size(); i++) {
      if (!ofMessages.contains(some.get(i))) {
        count(some.get(i));
      }
    }
  }

  public void emit(RpcExchange exchange) {
    if (exchange.isUnanswered()) {
      counts.unansweredCall();
    }
    handOut(exchange);
  }

  private void handOut(RpcExchange exchange) {
    countOfExchange(exchange.findings(), exchange.refused());
    if (handlesExchanges) {
      if (namesMayWait && exchange.call().isPresent()) {
        exchange.call().get().content().settleNames();
      }
      listener.exchange(exchange);
    }
  }

  /** Hands out a command of NVMe over RDMA. */
  public void emit(NvmeExchange exchange) {
    other.nvmeCommand();
    count(exchange.findings());
    listener.nvme(exchange);
  }

  public void count(List<Finding> some) {
    for (int i = 0; i < some.size(); i++) {
      count(some.get(i));
    }
  }

  public void count(Finding finding) {
    counts.finding(finding);
    if (frameListener != null) {
      frameListener.finding(finding);
    }
  }

  /** Takes what belongs to no message. */
  @Override
  public void accept(Finding finding) {
    alone(finding, OptionalInt.empty());
  }

  /** Takes what belongs to no message of the connection with that index, if it has one. */
  public void alone(Finding finding, OptionalInt connection) {
    count(finding);
    listener.finding(finding, connection);
  }

  /** Takes what belongs to no message of a connection. */
  public void alone(Finding finding, ConnectionRecord connection) {
    count(finding);
    listener.finding(finding, connection);
  }

  public CallsInFlight callsInFlight() {
    return callsInFlight;
  }

  /** The last calls that were answered. */
  public RecentByXid<AnsweredCall> answered() {
    return answered;
  }

  /** Calls that may come again over another connection. */
  public UnansweredCalls unansweredCalls() {
    return unansweredCalls;
  }

  /** The last messages that were neither call nor reply. */
  public RecentByXid<RpcMessage> others() {
    return others;
  }

  /**
   * Whether the pages of a message are used for others when it was handed out. Without it each one
   * is garbage, which costs more than all else that is done to its bytes but their digest.
   */
  boolean reusesPages() {
    return options.digest() && !options.keepBytes() && !takesContent();
  }

  /** Messages that are put together. */
  public Drafts drafts() {
    return drafts;
  }

  /** Reads the RPC header of a call. */
  public void readRpc(CallInFlight call, Rope start) {
    call.readRpc(start, reading);
  }

  /** Whether a Send is a call again that waits for its reply. */
  public boolean isRepeat(CallInFlight call, Send send, ParsedHeader parsed) {
    return SameCall.isRepeat(call, send, parsed, reading);
  }

  /** Whether messages keep the bytes of their streams after they were handed out. */
  public boolean keepsStreams() {
    return options.keepBytes();
  }

  /** What is kept of messages that were handed out. */
  public KeptMessages kept() {
    return kept;
  }

  /** What was counted of all connections. */
  public RunCounts counts() {
    return counts;
  }

  public int connections() {
    return connections - other.nvmeConnections();
  }

  public long unanswered() {
    return counts.unanswered() - unansweredCalls.answeredLater();
  }
}
