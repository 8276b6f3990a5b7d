package org.rdmadump.rdmacm;

import java.io.IOException;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AccessFlags;

/**
 * An identifier and its device: addresses and ports, queues, and the memory and address handles
 * made with it.
 */
abstract class DeviceIdentifier extends Identifier {
  /**
   * Length of the global route header, in bytes: it precedes the data of each received datagram.
   */
  public static final int GLOBAL_ROUTE_HEADER = 40;

  final IdentifierCalls calls;
  final IdentifierQueues queues;
  private volatile boolean listening;

  /** Held while {@link #device} is set. */
  private final Object deviceLock = new Object();

  private @Nullable DeviceContext device;

  /**
   * Creates an identifier.
   *
   * @param channelLock lock of its event channel; null for a synchronous identifier
   */
  DeviceIdentifier(CmLibrary library, long pointer, @Nullable ReentrantLock channelLock) {
    super(library, pointer);
    this.calls = new IdentifierCalls(this, channelLock);
    this.queues = new IdentifierQueues(this, calls);
  }

  /** {@return the queue pair, if it has one} */
  public final Optional<QueuePair> queuePair() {
    return queues.pair();
  }

  /** {@return the shared receive queue, if it has one} */
  public final Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return queues.shared();
  }

  /** Marks the identifier as a listener, whose events are requests. */
  final void setListening() {
    listening = true;
  }

  /**
   * Waits for an event of a synchronous connection that no call waits for, such as {@link
   * CmEventType#DISCONNECTED} when the peer has left. {@link RdmaCmId#disconnect} then answers the
   * peer at once, and waits for no further event. To wait for several identifiers in one thread,
   * {@link RdmaCmId#migrate} them to one {@link EventChannel}.
   *
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return the event; empty after the timeout
   * @throws IllegalStateException if the identifier is asynchronous, or listens
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the identifier is closed during the
   *     wait
   */
  public final Optional<EventDetails> awaitEvent(int timeoutMillis)
      throws IOException, InterruptedException {
    requireConnection();
    return calls.awaitEvent(timeoutMillis);
  }

  /**
   * Waits for completions of receives, or for an event as {@link #awaitEvent} does: a synchronous
   * server waits for a message, and sees that its client has left. Completions come first.
   *
   * @param into gets the completions; empty if an event ended the wait, or the timeout
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return the event; empty if there are completions, or after the timeout
   * @throws IllegalStateException if the identifier has no queue pair, is asynchronous, or listens,
   *     or its completion queue is the caller's
   * @throws RdmaException if the call fails
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the identifier is closed during the
   *     wait
   */
  public final Optional<EventDetails> awaitReceivesOrEvent(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    requireConnection();
    Optional<QueuePair> queuePair = queuePair();
    if (queuePair.isEmpty()) {
      throw new IllegalStateException(what() + " has no queue pair");
    }
    CompletionQueue queue = queuePair.get().receiveQueue();
    long start = System.nanoTime();
    calls.addWaiting(1);
    try {
      while (true) {
        // Closing this identifier first closes the queue, which ends the wait.
        if (queue.await(into, Timeouts.left(timeoutMillis, start), descriptor()) > 0) {
          return Optional.empty();
        }
        Optional<EventDetails> event = takeEvent();
        if (event.isPresent() || Timeouts.left(timeoutMillis, start) == 0) {
          return event;
        }
      }
    } finally {
      calls.addWaiting(-1);
    }
  }

  private Optional<EventDetails> takeEvent() throws RdmaException {
    enter();
    try {
      return calls.take();
    } finally {
      leave();
    }
  }

  /** {@return the file descriptor of its events} */
  private int descriptor() {
    enter();
    try {
      return CmNatives.idFd(pointer);
    } finally {
      leave();
    }
  }

  private void requireConnection() {
    if (listening) {
      throw new IllegalStateException(what() + " listens: its events are requests");
    }
  }

  /** {@return the local port: rdma_get_src_port(3); 0 if there is none} */
  public final int sourcePort() {
    return port(true);
  }

  /** {@return the peer's port: rdma_get_dst_port(3); 0 if there is none} */
  public final int destinationPort() {
    return port(false);
  }

  private int port(boolean source) {
    return calls.look(() -> CmNatives.port(library.pointer, pointer, source));
  }

  /** {@return the local address: rdma_get_local_addr(3); empty if there is none of IP} */
  public final Optional<InetSocketAddress> localAddress() {
    return SocketAddresses.decode(address(false));
  }

  /** {@return the peer's address: rdma_get_peer_addr(3); empty if there is none of IP} */
  public final Optional<InetSocketAddress> peerAddress() {
    return SocketAddresses.decode(address(true));
  }

  /** {@return the local address of an identifier of {@link PortSpace#IB}; empty if it has none} */
  public final Optional<InfinibandAddress> localInfinibandAddress() {
    return SocketAddresses.decodeInfiniband(address(false));
  }

  /** {@return the peer's address of an identifier of {@link PortSpace#IB}; empty if it has none} */
  public final Optional<InfinibandAddress> peerInfinibandAddress() {
    return SocketAddresses.decodeInfiniband(address(true));
  }

  private byte[] address(boolean peer) {
    byte[] bytes = new byte[SocketAddresses.MOST];
    calls.look(
        () -> {
          CmNatives.address(pointer, peer, bytes);
          return 0;
        });
    return bytes;
  }

  /**
   * {@return the name of the device, such as {@code rxe0}; empty before an address is bound or
   * resolved}
   */
  public final Optional<String> deviceName() {
    return Optional.of(use(() -> CmNatives.deviceName(library.pointer, pointer)))
        .filter(name -> !name.isEmpty());
  }

  /**
   * {@return whether the device uses iWARP; false for InfiniBand and RoCE, and without a device}
   */
  public final boolean isIwarp() {
    return use(() -> CmNatives.isIwarp(pointer));
  }

  /** {@return the number of the device's port, from 1; 0 without a device} */
  public final int devicePort() {
    return use(() -> CmNatives.devicePort(pointer));
  }

  /**
   * {@return the options that the peer's device offers: rdma_get_remote_ece(3)}
   *
   * @throws RdmaException EINVAL if librdmacm made the queue pair, because librdmacm then
   *     negotiates the options itself
   */
  public final Ece remoteEce() throws RdmaException {
    int[] ece = new int[2];
    calls.call("rdma_get_remote_ece", () -> CmNatives.getRemoteEce(library.pointer, pointer, ece));
    return new Ece(ece[0], ece[1]);
  }

  /**
   * Sets the options that the local device offers: rdma_set_local_ece(3).
   *
   * @throws RdmaException EINVAL if librdmacm made the queue pair, because librdmacm then
   *     negotiates the options itself, and EINVAL for vendor 0
   */
  public final void setLocalEce(Ece ece) throws RdmaException {
    calls.call(
        "rdma_set_local_ece",
        () -> CmNatives.setLocalEce(library.pointer, pointer, ece.vendorId(), ece.options()));
  }

  /**
   * {@return the device, open until this identifier is closed; the same each time, unless it was
   * closed}
   *
   * @throws IllegalStateException if the identifier has no device, from an address bound or
   *     resolved; a listener on a wildcard address has none
   */
  public final DeviceContext device() {
    return use(
        () -> {
          requireDevice();
          synchronized (deviceLock) {
            DeviceContext there = device;
            if (there == null || there.isClosed()) {
              there = new DeviceContext(library, DeviceNatives.context(pointer));
              own(there);
              device = there;
            }
            return there;
          }
        });
  }

  /**
   * Makes a queue pair: rdma_create_qp(3). The identifier must have a device, from an address bound
   * or resolved.
   *
   * @param wanted attributes of the queue pair
   * @throws IllegalStateException if the identifier has a queue pair, or has no device
   * @throws RdmaException if the call fails: EINVAL or ENOMEM if the device cannot hold so much
   */
  public final QueuePair createQueuePair(QueuePairAttributes wanted) throws RdmaException {
    return queues.create(wanted);
  }

  /**
   * Makes a shared receive queue, the source of receives of the queue pair: rdma_create_srq(3). It
   * must be made before the queue pair.
   *
   * @param requests number of receives that may be posted
   * @param segments number of buffers for each receive
   * @throws IllegalStateException if the identifier has a shared receive queue or a queue pair, or
   *     has no device
   * @throws RdmaException if the call fails
   */
  public final SharedReceiveQueue createSharedReceiveQueue(int requests, int segments)
      throws RdmaException {
    return queues.createShared(requests, segments, null);
  }

  /**
   * Makes a shared receive queue as above, in a protection domain.
   *
   * @param requests number of receives that may be posted
   * @param segments number of buffers for each receive
   * @param domain the protection domain
   * @throws IllegalStateException if the identifier has a shared receive queue or a queue pair, or
   *     has no device
   * @throws RdmaException if the call fails
   */
  public final SharedReceiveQueue createSharedReceiveQueue(
      int requests, int segments, ProtectionDomain domain) throws RdmaException {
    return queues.createShared(requests, segments, domain);
  }

  /**
   * Registers memory for messages: rdma_reg_msgs(3).
   *
   * @param buffer a direct buffer; the bytes between its position and limit are registered
   * @throws IllegalArgumentException if the buffer is not direct, or is read-only
   * @throws IllegalStateException if the identifier has no device
   * @throws RdmaException if the call fails
   */
  public final MemoryRegion registerMessages(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE);
  }

  /**
   * Registers memory that the peer may read: rdma_reg_read(3).
   *
   * @param buffer a direct buffer; the bytes between its position and limit are registered
   * @throws IllegalArgumentException if the buffer is not direct, or is read-only
   * @throws IllegalStateException if the identifier has no device
   * @throws RdmaException if the call fails
   */
  public final MemoryRegion registerForRead(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE, AccessFlags.REMOTE_READ);
  }

  /**
   * Registers memory that the peer may write: rdma_reg_write(3).
   *
   * @param buffer a direct buffer; the bytes between its position and limit are registered
   * @throws IllegalArgumentException if the buffer is not direct, or is read-only
   * @throws IllegalStateException if the identifier has no device
   * @throws RdmaException if the call fails
   */
  public final MemoryRegion registerForWrite(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE, AccessFlags.REMOTE_WRITE);
  }

  /**
   * Registers memory: ibv_reg_mr(3).
   *
   * @param buffer a direct buffer; the bytes between its position and limit are registered
   * @param access {@link AccessFlags}, one after the other or combined
   * @throws IllegalArgumentException if the buffer is not direct, or is read-only although {@code
   *     access} permits writes
   * @throws IllegalStateException if the identifier has no device
   * @throws RdmaException if the call fails
   */
  public final MemoryRegion register(ByteBuffer buffer, int... access) throws RdmaException {
    int all = AccessFlags.all(access);
    return make(() -> MemoryRegion.register(library, requireDevice(), buffer, all));
  }

  /**
   * Makes an address handle for datagrams: ibv_create_ah(3).
   *
   * @param to destination of the datagrams
   * @throws IllegalStateException if the identifier has no device
   * @throws RdmaException if the call fails
   */
  public final AddressHandle createAddressHandle(UdParameters to) throws RdmaException {
    return make(
        () ->
            addressHandle(
                "ibv_create_ah",
                CmNatives.createAddressHandle(
                    library.pointer, requireDevice(), to.addressAttributes())));
  }

  /**
   * Makes an address handle for replies to a received datagram: ibv_create_ah_from_wc(3).
   *
   * @param received completion of the datagram's receive
   * @param region region of the receive
   * @param offset start of the datagram in the region, where its global route header is, in bytes
   * @throws IndexOutOfBoundsException if the region does not hold the 40 bytes of the header
   * @throws IllegalStateException if the identifier has no device, or the region is closed
   * @throws RdmaException if the call fails
   */
  public final AddressHandle createAddressHandle(
      WorkCompletion received, MemoryRegion region, int offset) throws RdmaException {
    region.require(offset, GLOBAL_ROUTE_HEADER);
    return region.use(() -> make(() -> addressHandleOf(received, region.address() + offset)));
  }

  private AddressHandle addressHandleOf(WorkCompletion received, long globalRoute)
      throws RdmaException {
    requireDevice();
    try {
      return addressHandle(
          "ibv_create_ah_from_wc",
          CmNatives.createAddressHandleFrom(
              library.pointer, pointer, received.all.address(), received.index, globalRoute));
    } finally {
      Reference.reachabilityFence(received);
    }
  }

  private AddressHandle addressHandle(String call, long made) throws RdmaException {
    return new AddressHandle(library, RdmaException.checked(call, made));
  }
}
