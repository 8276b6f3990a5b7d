package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.AsyncEventType;

/**
 * One end of a connection, or who listens for them: {@code struct rdma_cm_id}. Closing destroys it,
 * with its queue pair, queues, groups and memory: rdma_destroy_id(3), or rdma_destroy_ep(3).
 *
 * <p>Its calls are synchronous or asynchronous, see {@link RdmaCm}. A synchronous one throws what
 * its event says; a rejection is ECONNREFUSED, with the event. An interrupt ends its wait, and so
 * does closing by another thread; what was begun goes on in the kernel, so that afterwards nothing
 * but closing is possible.
 *
 * <p>Private data are bytes of the connection's messages; their room depends on the transport, see
 * {@link ConnectionParameters#privateData}.
 */
public final class RdmaCmId extends Resource {
  private final RdmaCm cm;
  private final boolean isEndpoint;

  /** {@code struct rdma_cm_id}. */
  final long pointer;

  final IdentifierCalls calls;
  final PendingEvents events = new PendingEvents();
  final IdentifierQueues queues;
  private final Requests requests;
  private final AddressHandles handles;

  /** Null if synchronous. */
  private volatile @Nullable EventChannel channel;

  private RdmaCmId(RdmaCm cm, @Nullable EventChannel channel, long pointer, boolean isEndpoint) {
    this.cm = cm;
    this.channel = channel;
    this.pointer = pointer;
    this.isEndpoint = isEndpoint;
    this.calls = new IdentifierCalls(cm, this);
    this.queues = new IdentifierQueues(cm, this, calls);
    this.requests = new Requests(cm, this, calls);
    this.handles = new AddressHandles(cm, this);
  }

  /** One of an owner, who was entered. */
  static RdmaCmId adopt(
      RdmaCm cm, Resource owner, @Nullable EventChannel channel, long pointer, boolean isEndpoint) {
    RdmaCmId id = new RdmaCmId(cm, channel, pointer, isEndpoint);
    cm.add(id);
    owner.own(id);
    return id;
  }

  /** {@return whether its calls are synchronous} */
  public boolean isSynchronous() {
    return channel == null;
  }

  /**
   * {@return the last event: of a synchronous identifier, what its last call ended with; of a
   * request, that request, with what the other side said}
   */
  public Optional<CmEvent> event() {
    return calls.last();
  }

  /** {@return its queue pair} */
  public Optional<QueuePair> queuePair() {
    return queues.pair();
  }

  /** {@return its shared receive queue} */
  public Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return queues.shared();
  }

  /**
   * Sets an option: rdma_set_option(3).
   *
   * @throws RdmaException if the kernel refuses: ENOSYS or EINVAL at a wrong time
   */
  public void setOption(RdmaOption option) throws RdmaException {
    Option encoded = Option.of(option);
    calls.call(
        "rdma_set_option",
        () ->
            CmNatives.setOption(
                cm.pointer, pointer, Option.LEVEL_ID, encoded.name(), encoded.value()));
  }

  /**
   * Moves it to a channel: rdma_migrate_id(3). It is asynchronous from then on. Events that were
   * taken from its old channel are acknowledged.
   *
   * @throws IllegalStateException while a thread waits in {@link #getRequest}
   * @throws RdmaException if that failed
   */
  public void migrate(EventChannel to) throws RdmaException {
    to.enter();
    try {
      enter();
      try {
        migrate(to.pointer, to);
      } finally {
        leave();
      }
    } finally {
      to.leave();
    }
  }

  /**
   * Moves it to a channel of its own: it is synchronous from then on. rdma_migrate_id(3).
   *
   * @throws RdmaException if that failed
   */
  public void migrateToSynchronous() throws RdmaException {
    cm.enter();
    try {
      enter();
      try {
        migrate(0, null);
      } finally {
        leave();
      }
    } finally {
      cm.leave();
    }
  }

  private void migrate(long place, @Nullable EventChannel to) throws RdmaException {
    EventChannel from = channel;
    if (from != null) {
      // An event that is taken at this moment is known afterwards.
      from.taking.lock();
    }
    calls.control.lock();
    try {
      calls.requireIdle();
      requests.requireNobodyWaits();
      events.acknowledge();
      RdmaException.check("rdma_migrate_id", CmNatives.migrate(cm.pointer, pointer, place));
      Resource old = from == null ? cm : from;
      Resource owner = to == null ? cm : to;
      if (old != owner) {
        owner.own(this);
        old.disown(this);
      }
      channel = to;
    } finally {
      calls.control.unlock();
      if (from != null) {
        from.taking.unlock();
      }
    }
  }

  /**
   * Takes a local address; port 0 for any: rdma_bind_addr(3).
   *
   * @throws RdmaException if that failed: ENODEV if no RDMA device has the address, EADDRINUSE,
   *     EADDRNOTAVAIL
   */
  public void bindAddress(InetSocketAddress address) throws RdmaException {
    byte[] encoded = SocketAddresses.encode(address);
    calls.call("rdma_bind_addr", () -> CmNatives.bind(cm.pointer, pointer, encoded));
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
        () -> CmNatives.resolveAddress(cm.pointer, pointer, from, to, timeoutMillis),
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
        () -> CmNatives.resolveRoute(cm.pointer, pointer, timeoutMillis),
        CmEventType.ROUTE_RESOLVED);
  }

  /**
   * Listens: rdma_listen(3).
   *
   * @param backlog requests that may wait, 0 for as many as the system allows
   * @throws RdmaException if that failed: EADDRINUSE
   */
  public void listen(int backlog) throws RdmaException {
    calls.call("rdma_listen", () -> CmNatives.listen(cm.pointer, pointer, backlog));
  }

  /**
   * Waits for somebody to connect: rdma_get_request(3). The identifier is synchronous, and is to be
   * accepted or rejected, and closed; who connects is in its {@link #event}. It has a queue pair if
   * this is an end point with attributes.
   *
   * @throws RdmaException if that failed: EINVAL if this is not synchronous
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this was closed meanwhile
   */
  public RdmaCmId getRequest() throws IOException, InterruptedException {
    while (true) {
      Optional<RdmaCmId> request = getRequest(-1);
      if (request.isPresent()) {
        return request.get();
      }
    }
  }

  /**
   * Waits for somebody to connect, for a time: rdma_get_request(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return who connects, or empty if nobody did in time
   * @throws RdmaException if that failed: EINVAL if this is not synchronous
   * @throws InterruptedException if the thread was interrupted
   * @throws AsynchronousCloseException if this was closed meanwhile
   */
  public Optional<RdmaCmId> getRequest(int timeoutMillis) throws IOException, InterruptedException {
    return requests.await(timeoutMillis);
  }

  /** Takes note of what queue pairs of requests get. */
  void givesQueuePairs(QueuePairAttributes given) {
    requests.have(given);
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
    calls.begin(
        name,
        () -> CmNatives.connect(cm.pointer, pointer, accept, parameters),
        CmEventType.ESTABLISHED,
        CmEventType.CONNECT_RESPONSE);
  }

  /**
   * Says that a connection is used, after {@link CmEventType#CONNECT_RESPONSE}: rdma_establish(3).
   *
   * @throws RdmaException if that failed
   */
  public void establish() throws RdmaException {
    calls.call("rdma_establish", () -> CmNatives.establish(cm.pointer, pointer));
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
    calls.call("rdma_reject", () -> CmNatives.reject(cm.pointer, pointer, copy));
  }

  /**
   * Tells of an event of the queue pair: rdma_notify(3).
   *
   * @param about {@link AsyncEventType#COMMUNICATION_ESTABLISHED}
   * @throws RdmaException if that failed
   */
  public void notifyOf(AsyncEventType about) throws RdmaException {
    calls.call("rdma_notify", () -> CmNatives.notifyOf(cm.pointer, pointer, about.code()));
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
        () -> CmNatives.disconnect(cm.pointer, pointer),
        CmEventType.DISCONNECTED);
  }

  /** {@return the local port, 0 if there is none: rdma_get_src_port(3)} */
  public int sourcePort() {
    return port(true);
  }

  /** {@return the other side's port, 0 if there is none: rdma_get_dst_port(3)} */
  public int destinationPort() {
    return port(false);
  }

  private int port(boolean source) {
    return calls.look(() -> CmNatives.port(cm.pointer, pointer, source));
  }

  /** {@return the local address, empty if there is none: rdma_get_local_addr(3)} */
  public Optional<InetSocketAddress> localAddress() {
    return address(false);
  }

  /** {@return the other side's address, empty if there is none: rdma_get_peer_addr(3)} */
  public Optional<InetSocketAddress> peerAddress() {
    return address(true);
  }

  private Optional<InetSocketAddress> address(boolean peer) {
    byte[] bytes = new byte[SocketAddresses.MOST];
    calls.look(
        () -> {
          CmNatives.address(pointer, peer, bytes);
          return 0;
        });
    return SocketAddresses.decode(bytes);
  }

  /** {@return its device, such as {@code rxe0}; empty before an address is bound or resolved} */
  public Optional<String> deviceName() {
    enter();
    try {
      String name = CmNatives.deviceName(cm.pointer, pointer);
      return name.isEmpty() ? Optional.empty() : Optional.of(name);
    } finally {
      leave();
    }
  }

  /** {@return whether its device speaks iWARP, not RoCE or InfiniBand; false before it has one} */
  public boolean isIwarp() {
    enter();
    try {
      return CmNatives.isIwarp(pointer);
    } finally {
      leave();
    }
  }

  /** {@return number of its port, from 1; 0 before it has a device} */
  public int devicePort() {
    enter();
    try {
      return CmNatives.devicePort(pointer);
    } finally {
      leave();
    }
  }

  /**
   * {@return what the other side's device offers: rdma_get_remote_ece(3)}
   *
   * @throws RdmaException EINVAL with a queue pair of librdmacm's, which does it itself
   */
  public Ece remoteEce() throws RdmaException {
    int[] ece = new int[2];
    calls.call("rdma_get_remote_ece", () -> CmNatives.getRemoteEce(cm.pointer, pointer, ece));
    return new Ece(ece[0], ece[1]);
  }

  /**
   * Says what this side's device offers: rdma_set_local_ece(3).
   *
   * @throws RdmaException EINVAL with a queue pair of librdmacm's, which does it itself, and with
   *     vendor 0
   */
  public void setLocalEce(Ece ece) throws RdmaException {
    calls.call(
        "rdma_set_local_ece",
        () -> CmNatives.setLocalEce(cm.pointer, pointer, ece.vendorId(), ece.options()));
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
          () -> CmNatives.joinMulticast(cm.pointer, pointer, address),
          CmEventType.MULTICAST_JOIN);
      MulticastGroup joined = new MulticastGroup(cm, this, group);
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

  /** Waits for nothing: all events that the library would wait for are acknowledged. */
  int leaveMulticast(byte[] address) {
    EventChannel from = channel;
    if (from != null) {
      from.taking.lock();
    }
    calls.control.lock();
    try {
      events.acknowledge();
      return CmNatives.leaveMulticast(cm.pointer, pointer, address);
    } finally {
      calls.control.unlock();
      if (from != null) {
        from.taking.unlock();
      }
    }
  }

  /**
   * Makes a queue pair: rdma_create_qp(3). It has a device by then: an address was bound or
   * resolved.
   *
   * @throws IllegalStateException if it has one, or has no device
   * @throws RdmaException if that failed: EINVAL or ENOMEM if it is more than the device has
   */
  public QueuePair createQueuePair(QueuePairAttributes wanted) throws RdmaException {
    return queues.create(wanted);
  }

  /**
   * Makes a shared receive queue, which its queue pair takes its receives from: rdma_create_srq(3).
   *
   * @param requests receives that may be posted
   * @param segments buffers of one receive
   * @param domain the identifier's own if empty
   * @throws IllegalStateException if it has one, or has no device
   * @throws RdmaException if that failed
   */
  public SharedReceiveQueue createSharedReceiveQueue(
      int requests, int segments, Optional<ProtectionDomain> domain) throws RdmaException {
    return queues.createShared(requests, segments, domain);
  }

  /** {@return {@code struct ibv_pd}} */
  long requireDevice() {
    long domain = CmNatives.domain(pointer);
    if (domain == 0) {
      throw new IllegalStateException(
          what() + " has no device before an address is bound or resolved");
    }
    return domain;
  }

  /**
   * Registers memory for messages: rdma_reg_msgs(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public MemoryRegion registerMessages(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE);
  }

  /**
   * Registers memory that the other side may read: rdma_reg_read(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public MemoryRegion registerForRead(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ);
  }

  /**
   * Registers memory that the other side may write: rdma_reg_write(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public MemoryRegion registerForWrite(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE);
  }

  /**
   * Registers memory: ibv_reg_mr(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @param access of {@link AccessFlags}
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public MemoryRegion register(ByteBuffer buffer, int access) throws RdmaException {
    enter();
    try {
      return MemoryRegion.register(cm, this, requireDevice(), buffer, access);
    } finally {
      leave();
    }
  }

  /**
   * Makes an address of datagrams: ibv_create_ah(3).
   *
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public AddressHandle createAddressHandle(UdParameters to) throws RdmaException {
    return handles.create(to);
  }

  /**
   * Makes the address that a datagram came from: ibv_create_ah_from_wc(3).
   *
   * @param received its completion
   * @param region where it was received
   * @param offset where it begins, with its global route header
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public AddressHandle createAddressHandle(WorkCompletion received, MemoryRegion region, int offset)
      throws RdmaException {
    return handles.create(received, region, offset);
  }

  /** Bytes before the data of a datagram that was received: the global route header. */
  public static final int GLOBAL_ROUTE_HEADER = 40;

  @Override
  String what() {
    return "the identifier";
  }

  @Override
  void free() {
    events.acknowledge();
    cm.remove(this);
    if (isEndpoint) {
      CmNatives.destroyEndpoint(cm.pointer, pointer);
    } else {
      cm.closing.check("rdma_destroy_id", CmNatives.destroyId(cm.pointer, pointer));
    }
  }
}
