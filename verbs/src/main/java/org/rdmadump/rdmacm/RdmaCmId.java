package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AsyncEventType;

/**
 * One end of a connection, or a listener: {@code struct rdma_cm_id}. Closing destroys it with its
 * queue pair, queues, groups and memory: rdma_destroy_id(3) or rdma_destroy_ep(3).
 *
 * <p>Calls are synchronous or asynchronous, see {@link RdmaCm}. A synchronous call throws the
 * failure that its event reports; a rejection is ECONNREFUSED, with the event. An interrupt, or a
 * close by another thread, ends the wait. The operation then goes on in the kernel, so that the
 * identifier can only be closed.
 *
 * <p>Private data are bytes in the connection's messages. Their length depends on the transport,
 * see {@link ConnectionParameters#privateData}.
 */
public final class RdmaCmId extends DeviceIdentifier {
  /**
   * The registry of identifiers.
   *
   * @param library the libraries
   * @param open the open identifiers, by the address of their structure
   */
  record Origin(CmLibrary library, ConcurrentMap<Long, RdmaCmId> open) {}

  private final Origin origin;
  private final boolean isEndpoint;
  private final Requests requests;
  private final GroupMembership groups;
  private final Optional<Object> context;

  /** Unacknowledged events. */
  final PendingEvents events = new PendingEvents();

  /** The owner: the channel, or the libraries if synchronous. Changed apart. */
  private Resource owner;

  /** For a listening end point: attributes of the queue pairs of its requests. */
  private volatile Optional<QueuePairAttributes> requestAttributes = Optional.empty();

  private RdmaCmId(
      Origin origin,
      Resource owner,
      @Nullable ReentrantLock channelLock,
      long pointer,
      boolean isEndpoint,
      Optional<Object> context) {
    super(origin.library(), pointer, channelLock);
    this.origin = origin;
    this.owner = owner;
    this.isEndpoint = isEndpoint;
    this.context = context;
    this.requests = new Requests(this, calls);
    this.groups = new GroupMembership(this, events);
  }

  /** Makes a synchronous identifier; the caller has entered the libraries. */
  static RdmaCmId synchronous(
      Origin origin, long pointer, boolean isEndpoint, Optional<Object> context) {
    Resource root = origin.library().root;
    return adopted(new RdmaCmId(origin, root, null, pointer, isEndpoint, context));
  }

  /** Makes an asynchronous identifier of a channel, which the caller has entered. */
  static RdmaCmId asynchronous(
      Origin origin, EventChannel channel, long pointer, Optional<Object> context) {
    return adopted(new RdmaCmId(origin, channel, channel.taking, pointer, false, context));
  }

  private static RdmaCmId adopted(RdmaCmId id) {
    id.origin.open().put(id.pointer, id);
    id.owner.own(id);
    return id;
  }

  /**
   * {@return the context given when the identifier was made; for a request, the context of its
   * listener}
   */
  public Optional<Object> context() {
    return context;
  }

  /** {@return whether the calls of this identifier are synchronous} */
  public boolean isSynchronous() {
    return calls.isSynchronous();
  }

  /**
   * {@return the last event} For a synchronous identifier it is the event that ended the last call;
   * for a request, the connection request with the peer's parameters.
   */
  public Optional<EventDetails> event() {
    return calls.lastEvent();
  }

  /**
   * Sets an option: rdma_set_option(3).
   *
   * @param option the option
   * @throws RdmaException if the kernel refuses: ENOSYS or EINVAL at the wrong time
   */
  public void setOption(RdmaOption option) throws RdmaException {
    EncodedOption encoded = EncodedOption.of(option);
    calls.call(
        "rdma_set_option",
        () ->
            CmNatives.setOption(
                library.pointer, pointer, encoded.level(), encoded.name(), encoded.value()));
  }

  /**
   * Moves the identifier to a channel and makes it asynchronous: rdma_migrate_id(3). Events taken
   * from its old channel are acknowledged. After it, events of a connection that began
   * synchronously, such as {@link CmEventType#DISCONNECTED}, arrive in the channel.
   *
   * @param to the channel
   * @throws IllegalStateException while a thread waits for a request or an event
   * @throws RdmaException if the call fails
   */
  public void migrate(EventChannel to) throws RdmaException {
    migrate(to.pointer, to, to.taking);
  }

  /**
   * Moves the identifier to a channel of its own and makes it synchronous: rdma_migrate_id(3).
   *
   * @throws IllegalStateException while a thread waits for a request or an event
   * @throws RdmaException if the call fails
   */
  public void migrateToSynchronous() throws RdmaException {
    migrate(0, library.root, null);
  }

  private void migrate(long place, Resource to, @Nullable ReentrantLock channelLock)
      throws RdmaException {
    to.use(() -> use(() -> calls.apart(() -> migrateApart(place, to, channelLock))));
  }

  private Resource migrateApart(long place, Resource to, @Nullable ReentrantLock channelLock)
      throws RdmaException {
    calls.requireIdle();
    calls.requireNobodyWaits();
    events.acknowledgeAll();
    RdmaException.check("rdma_migrate_id", CmNatives.migrate(library.pointer, pointer, place));
    Resource from = owner;
    if (from != to) {
      to.own(this);
      from.disown(this);
    }
    owner = to;
    calls.setChannelLock(channelLock);
    return from;
  }

  /**
   * Binds a local address: rdma_bind_addr(3).
   *
   * @param address an {@link java.net.InetSocketAddress} with its port, port 0 chooses a free port;
   *     or an {@link InfinibandAddress}
   * @throws IllegalArgumentException if it is another kind of address, or its name was not resolved
   * @throws RdmaException if the call fails: ENODEV if no RDMA device has the address, EADDRINUSE,
   *     EADDRNOTAVAIL
   */
  public void bindAddress(SocketAddress address) throws RdmaException {
    byte[] encoded = SocketAddresses.encode(address);
    calls.call("rdma_bind_addr", () -> CmNatives.bind(library.pointer, pointer, encoded));
  }

  /**
   * Finds the device that leads to an address: rdma_resolve_addr(3). Ends with {@link
   * CmEventType#ADDR_RESOLVED}.
   *
   * @param destination the peer's address, as for {@link #bindAddress}
   * @param timeoutMillis timeout in milliseconds
   * @throws RdmaException if the call fails: ENODEV if no RDMA device leads to the address,
   *     ENETUNREACH, ETIMEDOUT
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void resolveAddress(SocketAddress destination, int timeoutMillis)
      throws IOException, InterruptedException {
    resolve(new byte[0], destination, timeoutMillis);
  }

  /**
   * Finds the device that leads from a local address to another: rdma_resolve_addr(3). Ends with
   * {@link CmEventType#ADDR_RESOLVED}.
   *
   * @param source local address
   * @param destination the peer's address, as for {@link #bindAddress}
   * @param timeoutMillis timeout in milliseconds
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void resolveAddress(SocketAddress source, SocketAddress destination, int timeoutMillis)
      throws IOException, InterruptedException {
    resolve(SocketAddresses.encode(source), destination, timeoutMillis);
  }

  private void resolve(byte[] from, SocketAddress destination, int timeoutMillis)
      throws IOException, InterruptedException {
    byte[] to = SocketAddresses.encode(destination);
    calls.beginInTime(
        "rdma_resolve_addr",
        timeoutMillis,
        () -> CmNatives.resolveAddress(library.pointer, pointer, from, to, timeoutMillis),
        CmEventType.ADDR_RESOLVED);
  }

  /**
   * Finds a route: rdma_resolve_route(3). Ends with {@link CmEventType#ROUTE_RESOLVED}.
   *
   * @param timeoutMillis timeout in milliseconds
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void resolveRoute(int timeoutMillis) throws IOException, InterruptedException {
    calls.beginInTime(
        "rdma_resolve_route",
        timeoutMillis,
        () -> CmNatives.resolveRoute(library.pointer, pointer, timeoutMillis),
        CmEventType.ROUTE_RESOLVED);
  }

  /**
   * Listens: rdma_listen(3).
   *
   * @param backlog number of requests that may wait; 0 for the system's maximum
   * @throws RdmaException if the call fails: EADDRINUSE
   */
  public void listen(int backlog) throws RdmaException {
    calls.call("rdma_listen", () -> CmNatives.listen(library.pointer, pointer, backlog));
    setListening();
  }

  /**
   * Waits for a connection request: rdma_get_request(3). The identifier of the request is
   * synchronous. The caller accepts or rejects it, and closes it. Its {@link #event} holds the
   * peer's parameters. It has a queue pair if this is an end point with attributes; if that cannot
   * be made, the request is closed.
   *
   * @throws RdmaException if the call fails: EINVAL if this identifier is asynchronous, or if the
   *     attributes have queues or a domain of another device than the request
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if this identifier is closed during the wait
   */
  public RdmaCmId getRequest() throws IOException, InterruptedException {
    return getRequest(-1).orElseThrow();
  }

  /**
   * Waits for a connection request with a timeout: rdma_get_request(3).
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the request; empty after the timeout
   * @throws RdmaException if the call fails: EINVAL if this identifier is asynchronous
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if this identifier is closed during the wait
   */
  public Optional<RdmaCmId> getRequest(int timeoutMillis) throws IOException, InterruptedException {
    return requests.await(timeoutMillis, this::adoptRequest);
  }

  private RdmaCmId adoptRequest(long found, ByteBuffer record) throws RdmaException {
    RdmaCmId request = synchronous(origin, found, false, context);
    request.calls.setLastEvent(EventDetails.read(record));
    Optional<QueuePairAttributes> wanted = requestAttributes;
    boolean isReady = false;
    try {
      if (wanted.isPresent()) {
        request.createQueuePair(wanted.get());
      }
      isReady = true;
      return request;
    } finally {
      if (!isReady) {
        request.close();
      }
    }
  }

  /** Sets the attributes for the queue pairs of an end point's requests. */
  void setRequestAttributes(QueuePairAttributes given) {
    requestAttributes = Optional.of(given);
  }

  /**
   * Connects: rdma_connect(3). Ends with {@link CmEventType#ESTABLISHED}, or with {@link
   * CmEventType#CONNECT_RESPONSE} if librdmacm did not make the queue pair.
   *
   * @param parameters parameters to propose
   * @throws RdmaException if the call fails: ECONNREFUSED if the peer rejected the connection or no
   *     program listens; ETIMEDOUT
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void connect(ConnectionParameters parameters) throws IOException, InterruptedException {
    connect("rdma_connect", false, ConnectionCodec.encode(parameters));
  }

  /**
   * Accepts a request: rdma_accept(3). Ends with {@link CmEventType#ESTABLISHED}; datagram
   * identifiers get no event.
   *
   * @param parameters {@link ConnectionParameters#initiatorDepth} must not exceed the peer's {@link
   *     ConnectionParameters#responderResources}
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void accept(ConnectionParameters parameters) throws IOException, InterruptedException {
    connect("rdma_accept", true, ConnectionCodec.encode(parameters));
  }

  /**
   * Accepts a request with the parameters that the peer asks for, without private data.
   *
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void accept() throws IOException, InterruptedException {
    connect("rdma_accept", true, new byte[0]);
  }

  private void connect(String name, boolean accept, byte[] parameters)
      throws IOException, InterruptedException {
    IdentifierCalls.Call call =
        () -> CmNatives.connect(library.pointer, pointer, accept, parameters);
    boolean waitsInside = !accept && isIwarp();
    calls.begin(
        name,
        waitsInside ? () -> SignalledCall.await(name, this, call) : call,
        CmEventType.ESTABLISHED,
        CmEventType.CONNECT_RESPONSE);
  }

  /**
   * Completes a connection after {@link CmEventType#CONNECT_RESPONSE}: rdma_establish(3).
   *
   * @throws RdmaException if the call fails
   */
  public void establish() throws RdmaException {
    calls.call("rdma_establish", () -> CmNatives.establish(library.pointer, pointer));
  }

  /**
   * Rejects a request: rdma_reject(3).
   *
   * @param privateData bytes for the peer, at most 255; InfiniBand and RoCE carry 148 bytes
   * @throws IllegalArgumentException if there are more than 255 bytes
   * @throws RdmaException if the call fails
   */
  public void reject(byte[] privateData) throws RdmaException {
    byte[] copy = privateData.clone();
    if (copy.length > 255) {
      throw new IllegalArgumentException(copy.length + " bytes of private data, more than 255");
    }
    calls.call("rdma_reject", () -> CmNatives.reject(library.pointer, pointer, copy));
  }

  /**
   * Reports an event of the queue pair: rdma_notify(3).
   *
   * @param about {@link AsyncEventType#COMMUNICATION_ESTABLISHED}
   * @throws RdmaException if the call fails
   */
  public void notifyOf(AsyncEventType about) throws RdmaException {
    calls.call("rdma_notify", () -> CmNatives.notifyOf(library.pointer, pointer, about.code()));
  }

  /**
   * Ends the connection: rdma_disconnect(3); posted requests fail. Ends with {@link
   * CmEventType#DISCONNECTED}. A synchronous call waits until the peer has disconnected, too,
   * unless {@link #awaitEvent} has told that it did; {@link #close} does not wait.
   *
   * @throws RdmaException if the call fails: EINVAL if the identifier is not connected; ETIMEDOUT
   *     if the peer did not answer, although the connection has ended
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public void disconnect() throws IOException, InterruptedException {
    calls.begin(
        "rdma_disconnect",
        () -> CmNatives.disconnect(library.pointer, pointer),
        CmEventType.DISCONNECTED);
  }

  /**
   * Joins a multicast group, so that the queue pair receives its datagrams: rdma_join_multicast(3).
   * Ends with {@link CmEventType#MULTICAST_JOIN}. The identifier must be for datagrams, with a
   * device and a queue pair. After {@link CmEventType#MULTICAST_ERROR}, close the group before the
   * next try.
   *
   * @param group address of the group
   * @throws IllegalStateException if the identifier is in the group, or joins it
   * @throws RdmaException if the call fails: EINVAL or ENOSYS if the device has no multicast
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public MulticastGroup joinMulticast(InetAddress group) throws IOException, InterruptedException {
    return groups.join(group, Optional.empty());
  }

  /**
   * Joins a multicast group as above.
   *
   * @param group address of the group
   * @param own any object, for {@link MulticastGroup#context}; {@link CmEvent#group} has the group
   * @throws IllegalStateException if the identifier is in the group, or joins it
   * @throws RdmaException if the call fails: EINVAL or ENOSYS if the device has no multicast
   * @throws InterruptedException if the thread is interrupted
   * @throws AsynchronousCloseException if the identifier is closed during the call
   */
  public MulticastGroup joinMulticast(InetAddress group, Object own)
      throws IOException, InterruptedException {
    return groups.join(group, Optional.of(own));
  }

  @Override
  void free() {
    events.acknowledgeAll();
    origin.open().remove(pointer, this);
    if (isEndpoint) {
      CmNatives.destroyEndpoint(library.pointer, pointer);
    } else {
      library.closing.check("rdma_destroy_id", CmNatives.destroyId(library.pointer, pointer));
    }
  }
}
