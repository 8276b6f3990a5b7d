package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AsyncEventType;

/**
 * One end of a connection, or a listener: {@code struct rdma_cm_id}. Closing destroys it, with its
 * queue pair, queues, groups and memory: rdma_destroy_id(3), or rdma_destroy_ep(3).
 *
 * <p>Its calls are synchronous or asynchronous, see {@link RdmaCm}. A synchronous one throws what
 * its event says; a rejection is ECONNREFUSED, with the event. An interrupt ends its wait, and so
 * does closing by another thread; what was begun goes on in the kernel, so that afterwards nothing
 * but closing is possible.
 *
 * <p>Private data are bytes of the connection's messages; their room depends on the transport, see
 * {@link ConnectionParameters#privateData}.
 */
public final class RdmaCmId extends DeviceIdentifier {
  /**
   * Where identifiers are made.
   *
   * @param library the libraries
   * @param open the identifiers of these that are open, by the address of their structure
   */
  record Origin(CmLibrary library, ConcurrentMap<Long, RdmaCmId> open) {}

  private final Origin origin;
  private final boolean isEndpoint;
  private final Requests requests;

  /** Events that are not acknowledged. */
  final PendingEvents events = new PendingEvents();

  /** What it belongs to: its channel, or the libraries if it is synchronous. Changed apart. */
  private Resource owner;

  /** Of an end point: attributes of the queue pairs of its requests. */
  private volatile Optional<QueuePairAttributes> requestAttributes = Optional.empty();

  private RdmaCmId(
      Origin origin,
      Resource owner,
      @Nullable ReentrantLock channelLock,
      long pointer,
      boolean isEndpoint) {
    super(origin.library(), pointer, channelLock);
    this.origin = origin;
    this.owner = owner;
    this.isEndpoint = isEndpoint;
    this.requests = new Requests(this, calls);
  }

  /** A synchronous one; the libraries were entered. */
  static RdmaCmId synchronous(Origin origin, long pointer, boolean isEndpoint) {
    Resource root = origin.library().root;
    return adopted(new RdmaCmId(origin, root, null, pointer, isEndpoint));
  }

  /** An asynchronous one of a channel, which was entered. */
  static RdmaCmId asynchronous(Origin origin, EventChannel channel, long pointer) {
    return adopted(new RdmaCmId(origin, channel, channel.taking, pointer, false));
  }

  private static RdmaCmId adopted(RdmaCmId id) {
    id.origin.open().put(id.pointer, id);
    id.owner.own(id);
    return id;
  }

  /** {@return whether its calls are synchronous} */
  public boolean isSynchronous() {
    return calls.isSynchronous();
  }

  /**
   * {@return the last event: of a synchronous identifier, what its last call ended with; of a
   * request, that request, with what the other side said}
   */
  public Optional<EventDetails> event() {
    return calls.lastEvent();
  }

  /**
   * Sets an option: rdma_set_option(3).
   *
   * @throws RdmaException if the kernel refuses: ENOSYS or EINVAL at a wrong time
   */
  public void setOption(RdmaOption option) throws RdmaException {
    EncodedOption encoded = EncodedOption.of(option);
    calls.call(
        "rdma_set_option",
        () ->
            CmNatives.setOption(
                library.pointer, pointer, EncodedOption.LEVEL_ID, encoded.name(), encoded.value()));
  }

  /**
   * Moves it to a channel: rdma_migrate_id(3). It is asynchronous from then on. Events that were
   * taken from its old channel are acknowledged.
   *
   * @throws IllegalStateException while a thread waits in {@link #getRequest}
   * @throws RdmaException if that failed
   */
  public void migrate(EventChannel to) throws RdmaException {
    migrate(to.pointer, to, to.taking);
  }

  /**
   * Moves it to a channel of its own: it is synchronous from then on. rdma_migrate_id(3).
   *
   * @throws RdmaException if that failed
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
    requests.requireNobodyWaits();
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
   * Takes a local address; port 0 for any: rdma_bind_addr(3).
   *
   * @throws RdmaException if that failed: ENODEV if no RDMA device has the address, EADDRINUSE,
   *     EADDRNOTAVAIL
   */
  public void bindAddress(InetSocketAddress address) throws RdmaException {
    byte[] encoded = SocketAddresses.encode(address);
    calls.call("rdma_bind_addr", () -> CmNatives.bind(library.pointer, pointer, encoded));
  }

  /**
   * Finds the device that leads to an address: rdma_resolve_addr(3); {@link
   * CmEventType#ADDR_RESOLVED}.
   *
   * @param timeoutMillis how long it may take
   * @throws RdmaException if that failed: ENODEV if no RDMA device leads there, ENETUNREACH,
   *     ETIMEDOUT
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public void resolveAddress(InetSocketAddress destination, int timeoutMillis)
      throws IOException, InterruptedException {
    resolveAddress(Optional.empty(), destination, timeoutMillis);
  }

  /**
   * Finds the device that leads to an address, from another: rdma_resolve_addr(3); {@link
   * CmEventType#ADDR_RESOLVED}.
   *
   * @param source any if empty
   * @param timeoutMillis how long it may take
   * @throws RdmaException if that failed
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public void resolveAddress(
      Optional<InetSocketAddress> source, InetSocketAddress destination, int timeoutMillis)
      throws IOException, InterruptedException {
    byte[] from = source.map(SocketAddresses::encode).orElseGet(() -> new byte[0]);
    byte[] to = SocketAddresses.encode(destination);
    calls.beginInTime(
        "rdma_resolve_addr",
        timeoutMillis,
        () -> CmNatives.resolveAddress(library.pointer, pointer, from, to, timeoutMillis),
        CmEventType.ADDR_RESOLVED);
  }

  /**
   * Finds a route: rdma_resolve_route(3); {@link CmEventType#ROUTE_RESOLVED}.
   *
   * @param timeoutMillis how long it may take
   * @throws RdmaException if that failed
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
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
   * @param backlog requests that may wait, 0 for as many as the system allows
   * @throws RdmaException if that failed: EADDRINUSE
   */
  public void listen(int backlog) throws RdmaException {
    calls.call("rdma_listen", () -> CmNatives.listen(library.pointer, pointer, backlog));
  }

  /**
   * Waits for a connection request: rdma_get_request(3). Its identifier is synchronous, and has to
   * be accepted or rejected, and closed; what the other side said is in its {@link #event}. It has
   * a queue pair if this is an end point with attributes.
   *
   * @throws RdmaException if that failed: EINVAL if this is not synchronous
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this was closed meanwhile
   */
  public RdmaCmId getRequest() throws IOException, InterruptedException {
    return getRequest(-1).orElseThrow();
  }

  /**
   * Waits for a connection request, for a time: rdma_get_request(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return the request, or empty if none came in time
   * @throws RdmaException if that failed: EINVAL if this is not synchronous
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this was closed meanwhile
   */
  public Optional<RdmaCmId> getRequest(int timeoutMillis) throws IOException, InterruptedException {
    return requests.await(timeoutMillis, this::adoptRequest);
  }

  private RdmaCmId adoptRequest(long found, ByteBuffer record) {
    RdmaCmId request = synchronous(origin, found, false);
    request.calls.setLastEvent(EventDetails.read(record));
    requestAttributes.ifPresent(given -> request.queues.add(given, given.capabilities()));
    return request;
  }

  /** Of an end point: its requests have queue pairs with these attributes. */
  void setRequestAttributes(QueuePairAttributes given) {
    requestAttributes = Optional.of(given);
  }

  /**
   * Connects: rdma_connect(3); {@link CmEventType#ESTABLISHED}, or {@link
   * CmEventType#CONNECT_RESPONSE} without a queue pair of librdmacm's.
   *
   * @throws RdmaException if that failed: ECONNREFUSED if the other side rejected it, or nobody
   *     listens there; ETIMEDOUT
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public void connect(ConnectionParameters parameters) throws IOException, InterruptedException {
    connect("rdma_connect", false, ConnectionCodec.encode(parameters));
  }

  /**
   * Accepts a request: rdma_accept(3); {@link CmEventType#ESTABLISHED}. With identifiers of
   * datagrams there is no event.
   *
   * @param parameters no more {@link ConnectionParameters#initiatorDepth} than the other side's
   *     {@link ConnectionParameters#responderResources}
   * @throws RdmaException if that failed
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public void accept(ConnectionParameters parameters) throws IOException, InterruptedException {
    connect("rdma_accept", true, ConnectionCodec.encode(parameters));
  }

  /**
   * Accepts a request with what it asks for, and without private data.
   *
   * @throws RdmaException if that failed
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
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
   * Says that a connection is used, after {@link CmEventType#CONNECT_RESPONSE}: rdma_establish(3).
   *
   * @throws RdmaException if that failed
   */
  public void establish() throws RdmaException {
    calls.call("rdma_establish", () -> CmNatives.establish(library.pointer, pointer));
  }

  /**
   * Rejects a request: rdma_reject(3).
   *
   * @param privateData up to 148 bytes with InfiniBand and RoCE
   * @throws RdmaException if that failed
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
   * @throws RdmaException if that failed
   */
  public void notifyOf(AsyncEventType about) throws RdmaException {
    calls.call("rdma_notify", () -> CmNatives.notifyOf(library.pointer, pointer, about.code()));
  }

  /**
   * Ends the connection; what is posted ends with an error: rdma_disconnect(3); {@link
   * CmEventType#DISCONNECTED}. A synchronous one waits until the other side has disconnected, too;
   * {@link #close} does not.
   *
   * @throws RdmaException if that failed: EINVAL if it is not connected, ETIMEDOUT if the other
   *     side did not answer, the connection being ended nevertheless
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public void disconnect() throws IOException, InterruptedException {
    calls.begin(
        "rdma_disconnect",
        () -> CmNatives.disconnect(library.pointer, pointer),
        CmEventType.DISCONNECTED);
  }

  /**
   * Joins a group, and has the queue pair receive its datagrams: rdma_join_multicast(3); {@link
   * CmEventType#MULTICAST_JOIN}. The identifier is of datagrams, has a device and a queue pair.
   *
   * @throws RdmaException if that failed: EINVAL or ENOSYS where the device has no multicast
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if it was closed meanwhile
   */
  public MulticastGroup joinMulticast(InetAddress group) throws IOException, InterruptedException {
    byte[] address = SocketAddresses.encode(new InetSocketAddress(group, 0));
    enter();
    try {
      calls.begin(
          "rdma_join_multicast",
          () -> CmNatives.joinMulticast(library.pointer, pointer, address),
          CmEventType.MULTICAST_JOIN);
      MulticastGroup joined = new MulticastGroup(library, group, () -> leaveMulticast(address));
      own(joined);
      // A queue pair that is in a group cannot be destroyed.
      queues.pair().ifPresent(pair -> pair.own(joined));
      return joined;
    } catch (IOException | InterruptedException e) {
      // The library remembers a group that it did not come to join.
      leaveMulticast(address);
      throw e;
    } finally {
      leave();
    }
  }

  /** Does not wait: all events that the library would wait for are acknowledged first. */
  private int leaveMulticast(byte[] address) {
    return calls.apart(
        () -> {
          events.acknowledgeAll();
          return CmNatives.leaveMulticast(library.pointer, pointer, address);
        });
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
