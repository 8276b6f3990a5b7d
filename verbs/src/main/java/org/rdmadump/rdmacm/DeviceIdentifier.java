package org.rdmadump.rdmacm;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AccessFlags;

/**
 * An identifier and its device: where it is, its queues, and the memory and address handles that
 * are made with it.
 */
abstract class DeviceIdentifier extends Identifier {
  /** Bytes before the data of a datagram that was received: the global route header. */
  public static final int GLOBAL_ROUTE_HEADER = 40;

  final IdentifierCalls calls;
  final IdentifierQueues queues;

  /**
   * An identifier.
   *
   * @param channelLock lock of the channel that its events come through; null if it is synchronous
   */
  DeviceIdentifier(CmLibrary library, long pointer, @Nullable ReentrantLock channelLock) {
    super(library, pointer);
    this.calls = new IdentifierCalls(this, channelLock);
    this.queues = new IdentifierQueues(this, calls);
  }

  /** {@return its queue pair} */
  public final Optional<QueuePair> queuePair() {
    return queues.pair();
  }

  /** {@return its shared receive queue} */
  public final Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return queues.shared();
  }

  /** {@return the local port, 0 if there is none: rdma_get_src_port(3)} */
  public final int sourcePort() {
    return port(true);
  }

  /** {@return the other side's port, 0 if there is none: rdma_get_dst_port(3)} */
  public final int destinationPort() {
    return port(false);
  }

  private int port(boolean source) {
    return calls.look(() -> CmNatives.port(library.pointer, pointer, source));
  }

  /** {@return the local address, empty if there is none: rdma_get_local_addr(3)} */
  public final Optional<InetSocketAddress> localAddress() {
    return address(false);
  }

  /** {@return the other side's address, empty if there is none: rdma_get_peer_addr(3)} */
  public final Optional<InetSocketAddress> peerAddress() {
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
  public final Optional<String> deviceName() {
    return Optional.of(use(() -> CmNatives.deviceName(library.pointer, pointer)))
        .filter(name -> !name.isEmpty());
  }

  /** {@return whether its device speaks iWARP, not RoCE or InfiniBand; false before it has one} */
  public final boolean isIwarp() {
    return use(() -> CmNatives.isIwarp(pointer));
  }

  /** {@return number of its port, from 1; 0 before it has a device} */
  public final int devicePort() {
    return use(() -> CmNatives.devicePort(pointer));
  }

  /**
   * {@return what the other side's device offers: rdma_get_remote_ece(3)}
   *
   * @throws RdmaException EINVAL with a queue pair of librdmacm's, which does it itself
   */
  public final Ece remoteEce() throws RdmaException {
    int[] ece = new int[2];
    calls.call("rdma_get_remote_ece", () -> CmNatives.getRemoteEce(library.pointer, pointer, ece));
    return new Ece(ece[0], ece[1]);
  }

  /**
   * Says what this side's device offers: rdma_set_local_ece(3).
   *
   * @throws RdmaException EINVAL with a queue pair of librdmacm's, which does it itself, and with
   *     vendor 0
   */
  public final void setLocalEce(Ece ece) throws RdmaException {
    calls.call(
        "rdma_set_local_ece",
        () -> CmNatives.setLocalEce(library.pointer, pointer, ece.vendorId(), ece.options()));
  }

  /**
   * Makes a queue pair: rdma_create_qp(3). It has a device by then: an address was bound or
   * resolved.
   *
   * @throws IllegalStateException if it has one, or has no device
   * @throws RdmaException if that failed: EINVAL or ENOMEM if it is more than the device has
   */
  public final QueuePair createQueuePair(QueuePairAttributes wanted) throws RdmaException {
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
  public final SharedReceiveQueue createSharedReceiveQueue(
      int requests, int segments, Optional<ProtectionDomain> domain) throws RdmaException {
    return queues.createShared(requests, segments, domain);
  }

  /**
   * Registers memory for messages: rdma_reg_msgs(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public final MemoryRegion registerMessages(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE);
  }

  /**
   * Registers memory that the other side may read: rdma_reg_read(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public final MemoryRegion registerForRead(ByteBuffer buffer) throws RdmaException {
    return register(buffer, AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ);
  }

  /**
   * Registers memory that the other side may write: rdma_reg_write(3).
   *
   * @param buffer a direct one; what is between position and limit
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public final MemoryRegion registerForWrite(ByteBuffer buffer) throws RdmaException {
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
  public final MemoryRegion register(ByteBuffer buffer, int access) throws RdmaException {
    return make(() -> MemoryRegion.register(library, requireDevice(), buffer, access));
  }

  /**
   * Makes an address of datagrams: ibv_create_ah(3).
   *
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
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
   * Makes the address that a datagram came from: ibv_create_ah_from_wc(3).
   *
   * @param received its completion
   * @param region where it was received
   * @param offset where it begins, with its global route header
   * @throws IllegalStateException if it has no device
   * @throws RdmaException if that failed
   */
  public final AddressHandle createAddressHandle(
      WorkCompletion received, MemoryRegion region, int offset) throws RdmaException {
    region.require(offset, GLOBAL_ROUTE_HEADER);
    return region.use(() -> make(() -> addressHandleOf(received, region.address() + offset)));
  }

  private AddressHandle addressHandleOf(WorkCompletion received, long globalRoute)
      throws RdmaException {
    requireDevice();
    return addressHandle(
        "ibv_create_ah_from_wc",
        CmNatives.createAddressHandleFrom(
            library.pointer, pointer, received.all.bytes, received.index, globalRoute));
  }

  private AddressHandle addressHandle(String call, long made) throws RdmaException {
    return new AddressHandle(library, RdmaException.checked(call, made));
  }
}
