package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.AsynchronousCloseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.Errno;

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
  private static final int AGAIN = CmNatives.NOT_YET;

  private final RdmaCm cm;
  private final boolean isEndpoint;

  /** {@code struct rdma_cm_id}. */
  final long pointer;

  /** Held during every call of the library, but not while one waits. */
  private final ReentrantLock control = new ReentrantLock();

  /** Events that are not acknowledged, and count for this. */
  private final List<CmEvent> pending = new ArrayList<>();

  /** Where events of synchronous calls are written down. */
  private @Nullable ByteBuffer record;

  /** Null if synchronous. */
  private volatile @Nullable EventChannel channel;

  /** Threads in {@link #getRequest}, which wait on a channel that has to stay. */
  private int waiting;

  /** The synchronous call that waits, or was given up. */
  private @Nullable String unfinished;

  private volatile Optional<CmEvent> event = Optional.empty();
  private volatile Optional<QueuePair> queuePair = Optional.empty();
  private volatile Optional<SharedReceiveQueue> sharedQueue = Optional.empty();

  /** Of a passive end point: for the queue pairs of its requests. */
  private volatile Optional<QueuePairAttributes> attributes = Optional.empty();

  private RdmaCmId(RdmaCm cm, @Nullable EventChannel channel, long pointer, boolean isEndpoint) {
    this.cm = cm;
    this.channel = channel;
    this.pointer = pointer;
    this.isEndpoint = isEndpoint;
  }

  /** One of an owner, who was entered. */
  static RdmaCmId adopt(
      RdmaCm cm, Resource owner, @Nullable EventChannel channel, long pointer, boolean isEndpoint) {
    RdmaCmId id = new RdmaCmId(cm, channel, pointer, isEndpoint);
    cm.add(id);
    owner.own(id);
    return id;
  }

  /**
   * {@return the event that a channel wrote down; null if it is about what is closed} Who calls
   * this holds the channel's lock.
   */
  static @Nullable CmEvent event(RdmaCm cm, EventChannel channel, ByteBuffer record) {
    long listenerAt = record.getLong(Layout.EVENT_LISTENER);
    long idAt = record.getLong(Layout.EVENT_ID);
    boolean isRequest = listenerAt != 0;
    RdmaCmId known = cm.idAt(isRequest ? listenerAt : idAt);
    if (known == null || !known.gate.enter()) {
      CmNatives.discard(cm.pointer, record.getLong(Layout.EVENT_POINTER), isRequest ? idAt : 0);
      return null;
    }
    long unknown = isRequest ? idAt : 0;
    try {
      RdmaCmId about = isRequest ? adopt(cm, channel, channel, idAt, false) : known;
      unknown = 0;
      CmEvent event =
          new CmEvent(cm, about, isRequest ? Optional.of(known) : Optional.empty(), record);
      known.remember(event);
      about.event = Optional.of(event);
      return event;
    } catch (OutOfMemoryError e) {
      // Nobody else would acknowledge it, and no identifier be closed before.
      CmNatives.discard(cm.pointer, record.getLong(Layout.EVENT_POINTER), unknown);
      throw e;
    } finally {
      known.gate.leave();
    }
  }

  private void remember(CmEvent about) {
    synchronized (pending) {
      pending.add(about);
    }
  }

  void forget(CmEvent about) {
    synchronized (pending) {
      pending.remove(about);
    }
  }

  /** The library would wait for these. */
  private void acknowledgeAll() {
    List<CmEvent> all;
    synchronized (pending) {
      all = List.copyOf(pending);
      pending.clear();
    }
    all.forEach(CmEvent::acknowledge);
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
    return event;
  }

  /** {@return its queue pair} */
  public Optional<QueuePair> queuePair() {
    return queuePair;
  }

  /** {@return its shared receive queue} */
  public Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return sharedQueue;
  }

  /** What is called with the lock held. */
  private interface Call {
    int run();
  }

  /** Runs a call that does not wait in either mode. */
  private int call(String name, Call call) throws RdmaException {
    enter();
    control.lock();
    try {
      requireIdle();
      return RdmaException.checked(name, call.run());
    } finally {
      control.unlock();
      leave();
    }
  }

  /** Runs a call that waits for what it begins, if synchronous. */
  private void begin(String name, Call call, CmEventType... expected)
      throws IOException, InterruptedException {
    enter();
    try {
      int result;
      control.lock();
      try {
        requireIdle();
        if (channel == null) {
          record();
          unfinished = name;
        }
        result = call.run();
      } finally {
        control.unlock();
      }
      if (channel == null) {
        finish(name, result, expected);
      } else {
        RdmaException.check(name, result);
      }
    } finally {
      leave();
    }
  }

  private void requireIdle() {
    if (unfinished != null) {
      throw new IllegalStateException(what() + " did not finish " + unfinished);
    }
  }

  private ByteBuffer record() {
    ByteBuffer there = record;
    if (there == null) {
      there = ByteBuffer.allocateDirect(Layout.EVENT).order(ByteOrder.nativeOrder());
      record = there;
    }
    return there;
  }

  private void finish(String name, int begun, CmEventType... expected)
      throws IOException, InterruptedException {
    int result = begun;
    while (true) {
      int taken = completed(result == AGAIN);
      if (taken == AGAIN) {
        await(cm.wakers, CmNatives.idFd(pointer), -1);
      } else if (taken <= 0) {
        setFinished();
        RdmaException.check(name, result == AGAIN ? taken : result);
        return;
      } else if (conclude(name, result, expected)) {
        return;
      } else {
        // That was not the event that it waits for.
        result = AGAIN;
      }
    }
  }

  private void setFinished() {
    control.lock();
    try {
      unfinished = null;
    } finally {
      control.unlock();
    }
  }

  private int completed(boolean look) {
    control.lock();
    try {
      return CmNatives.completed(cm.pointer, pointer, look, record());
    } finally {
      control.unlock();
    }
  }

  /** {@return whether the event that was taken ends a call} */
  private boolean conclude(String name, int result, CmEventType... expected) throws RdmaException {
    CmEvent ended = new CmEvent(cm, this, Optional.empty(), record());
    event = Optional.of(ended);
    boolean isFailure = ended.status() != 0 || (result < 0 && result != AGAIN);
    boolean isExpected = List.of(expected).contains(ended.type());
    if (!isFailure && !isExpected && isBeside(ended.type())) {
      return false;
    }
    setFinished();
    if (isFailure || !isExpected) {
      throw new RdmaException(name, errno(ended), ended);
    }
    return true;
  }

  /** Whether an event tells of something that no call asks for, and none ends with. */
  private static boolean isBeside(CmEventType type) {
    return type == CmEventType.ADDR_CHANGE || type == CmEventType.TIMEWAIT_EXIT;
  }

  private static int errno(CmEvent event) {
    return switch (event.type()) {
      case REJECTED -> Errno.ECONNREFUSED.number();
      case DEVICE_REMOVAL -> Errno.ENODEV.number();
      default -> event.status() == 0 ? Errno.ECONNRESET.number() : Math.abs(event.status());
    };
  }

  /**
   * Sets an option: rdma_set_option(3).
   *
   * @throws RdmaException if the kernel refuses: ENOSYS or EINVAL at a wrong time
   */
  public void setOption(RdmaOption option) throws RdmaException {
    Option encoded = Option.of(option);
    call(
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
    control.lock();
    try {
      requireIdle();
      if (waiting > 0) {
        throw new IllegalStateException(what() + " is waited for by " + waiting + " threads");
      }
      acknowledgeAll();
      RdmaException.check("rdma_migrate_id", CmNatives.migrate(cm.pointer, pointer, place));
      Resource old = from == null ? cm : from;
      Resource owner = to == null ? cm : to;
      if (old != owner) {
        owner.own(this);
        old.disown(this);
      }
      channel = to;
    } finally {
      control.unlock();
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
    call("rdma_bind_addr", () -> CmNatives.bind(cm.pointer, pointer, encoded));
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
    begin(
        "rdma_resolve_addr",
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
    begin(
        "rdma_resolve_route",
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
    call("rdma_listen", () -> CmNatives.listen(cm.pointer, pointer, backlog));
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
    long start = System.nanoTime();
    enter();
    addWaiting(1);
    try {
      while (true) {
        Optional<RdmaCmId> request = takeRequest();
        if (request.isPresent()) {
          return request;
        }
        int left = EventChannel.left(timeoutMillis, start);
        if (left == 0 || !await(cm.wakers, CmNatives.idFd(pointer), left)) {
          return Optional.empty();
        }
      }
    } finally {
      addWaiting(-1);
      leave();
    }
  }

  private void addWaiting(int threads) {
    control.lock();
    try {
      waiting += threads;
    } finally {
      control.unlock();
    }
  }

  private Optional<RdmaCmId> takeRequest() throws IOException {
    // Not while it sleeps: who closes everything waits for those inside.
    if (!cm.gate.enter()) {
      throw new AsynchronousCloseException();
    }
    control.lock();
    try {
      requireIdle();
      long found = CmNatives.getRequest(cm.pointer, pointer, record());
      if (found == AGAIN) {
        return Optional.empty();
      }
      RdmaException.checked("rdma_get_request", found);
      RdmaCmId request = adopt(cm, cm, null, found, false);
      request.event = Optional.of(new CmEvent(cm, request, Optional.of(this), record()));
      attributes.ifPresent(given -> request.hasQueuePair(given, given.capabilities()));
      return Optional.of(request);
    } finally {
      control.unlock();
      cm.leave();
    }
  }

  /** Takes note of a queue pair that the library made. */
  void hasQueuePair(QueuePairAttributes made, QueuePairCapabilities capabilities) {
    addQueuePair(made, capabilities);
  }

  /** Takes note of what requests get. */
  void givesQueuePairs(QueuePairAttributes given) {
    attributes = Optional.of(given);
  }

  /** librdmacm keeps the domain of a queue pair for what is registered later. */
  private void belongTo(ProtectionDomain domain, QueuePair pair) {
    domain.own(this);
    domain.own(pair);
  }

  private QueuePair addQueuePair(QueuePairAttributes made, QueuePairCapabilities capabilities) {
    QueuePair pair = new QueuePair(cm, this, capabilities);
    own(pair);
    made.domain().ifPresent(domain -> belongTo(domain, pair));
    made.sharedReceiveQueue().ifPresent(queue -> queue.own(pair));
    sharedQueue.ifPresent(queue -> queue.own(pair));
    queuePair = Optional.of(pair);
    return pair;
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
    begin(
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
    call("rdma_establish", () -> CmNatives.establish(cm.pointer, pointer));
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
    call("rdma_reject", () -> CmNatives.reject(cm.pointer, pointer, copy));
  }

  /**
   * Tells of an event of the queue pair: rdma_notify(3).
   *
   * @param about {@link AsyncEventType#COMMUNICATION_ESTABLISHED}
   * @throws RdmaException if that failed
   */
  public void notifyOf(AsyncEventType about) throws RdmaException {
    call("rdma_notify", () -> CmNatives.notifyOf(cm.pointer, pointer, about.code()));
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
    begin(
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
    enter();
    control.lock();
    try {
      return CmNatives.port(cm.pointer, pointer, source);
    } finally {
      control.unlock();
      leave();
    }
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
    enter();
    control.lock();
    try {
      CmNatives.address(pointer, peer, bytes);
    } finally {
      control.unlock();
      leave();
    }
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
    call("rdma_get_remote_ece", () -> CmNatives.getRemoteEce(cm.pointer, pointer, ece));
    return new Ece(ece[0], ece[1]);
  }

  /**
   * Says what this side's device offers: rdma_set_local_ece(3).
   *
   * @throws RdmaException EINVAL with a queue pair of librdmacm's, which does it itself, and with
   *     vendor 0
   */
  public void setLocalEce(Ece ece) throws RdmaException {
    call(
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
      begin(
          "rdma_join_multicast",
          () -> CmNatives.joinMulticast(cm.pointer, pointer, address),
          CmEventType.MULTICAST_JOIN);
      MulticastGroup joined = new MulticastGroup(this, group);
      own(joined);
      // A queue pair that is in a group cannot be destroyed.
      queuePair.ifPresent(pair -> pair.own(joined));
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
  void leaveMulticast(byte[] address) {
    EventChannel from = channel;
    if (from != null) {
      from.taking.lock();
    }
    control.lock();
    try {
      acknowledgeAll();
      CmNatives.leaveMulticast(cm.pointer, pointer, address);
    } finally {
      control.unlock();
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
    enter();
    control.lock();
    try {
      requireIdle();
      requireDevice();
      if (queuePair.isPresent()) {
        throw new IllegalStateException(what() + " has a queue pair");
      }
      int[] numbers = QueuePairCodec.encode(wanted);
      return QueuePairCodec.using(
          wanted,
          (domain, shared) -> {
            RdmaException.check(
                "rdma_create_qp",
                CmNatives.createQueuePair(cm.pointer, pointer, domain, shared, numbers));
            return addQueuePair(wanted, QueuePairCodec.decode(numbers));
          });
    } finally {
      control.unlock();
      leave();
    }
  }

  void destroyQueuePair() {
    control.lock();
    try {
      CmNatives.destroyQueuePair(cm.pointer, pointer);
      queuePair = Optional.empty();
    } finally {
      control.unlock();
    }
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
    domain.ifPresent(Resource::enter);
    try {
      enter();
      control.lock();
      try {
        requireIdle();
        requireDevice();
        if (sharedQueue.isPresent() || queuePair.isPresent()) {
          throw new IllegalStateException(
              what() + " has a shared receive queue, or a queue pair, which comes after it");
        }
        int[] numbers = {requests, segments};
        RdmaException.check(
            "rdma_create_srq",
            CmNatives.createSharedQueue(
                cm.pointer, pointer, domain.map(each -> each.pointer).orElse(0L), numbers));
        SharedReceiveQueue queue = new SharedReceiveQueue(this, numbers[0], numbers[1]);
        own(queue);
        domain.ifPresent(each -> each.own(queue));
        sharedQueue = Optional.of(queue);
        return queue;
      } finally {
        control.unlock();
        leave();
      }
    } finally {
      domain.ifPresent(Resource::leave);
    }
  }

  void destroySharedReceiveQueue() {
    control.lock();
    try {
      CmNatives.destroySharedQueue(cm.pointer, pointer);
      sharedQueue = Optional.empty();
    } finally {
      control.unlock();
    }
  }

  private long requireDevice() {
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
    enter();
    try {
      return addHandle(
          RdmaException.checked(
              "ibv_create_ah",
              CmNatives.createAddressHandle(cm.pointer, requireDevice(), to.addressAttributes())));
    } finally {
      leave();
    }
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
    region.require(offset, GLOBAL_ROUTE_HEADER);
    region.enter();
    try {
      enter();
      try {
        requireDevice();
        return addHandle(
            RdmaException.checked(
                "ibv_create_ah_from_wc",
                CmNatives.createAddressHandleFrom(
                    cm.pointer,
                    pointer,
                    received.all.bytes,
                    received.index,
                    region.address() + offset)));
      } finally {
        leave();
      }
    } finally {
      region.leave();
    }
  }

  /** Bytes before the data of a datagram that was received: the global route header. */
  public static final int GLOBAL_ROUTE_HEADER = 40;

  private AddressHandle addHandle(long handle) {
    AddressHandle made = new AddressHandle(cm, handle);
    own(made);
    return made;
  }

  @Override
  String what() {
    return "the identifier";
  }

  @Override
  void free() {
    acknowledgeAll();
    cm.remove(this);
    if (isEndpoint) {
      CmNatives.destroyEndpoint(cm.pointer, pointer);
    } else {
      CmNatives.destroyId(cm.pointer, pointer);
    }
  }
}
