package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.verbs.QueuePairType;
import org.rdmadump.verbs.SendFlags;

/**
 * The queue pair of an identifier: rdma_create_qp(3). Closing calls rdma_destroy_qp(3); no posted
 * request runs after that.
 *
 * <p>Offsets and lengths are in bytes, within a region. A request's memory belongs to the device
 * from the post until its completion is taken. Posting and polling allocate nothing.
 *
 * <p>A post fails with ENOMEM if the queue is full. It fails with EINVAL if the queue pair is not
 * connected, or does not support the request. It throws {@link IllegalArgumentException} if the
 * request is longer than 2<sup>31</sup> bytes, or its inline data exceed the capability. It throws
 * {@link IllegalStateException} if the request is for the other service: datagrams, or connections.
 */
public final class QueuePair extends CompletingQueues {
  private final QueuePairCapabilities capabilities;
  private final QueuePairType type;
  private final SendQueue sends;
  private final Optional<Object> context;
  private final Runnable destroying;

  /**
   * Creates the queue pair of an identifier.
   *
   * @param pointer {@code struct rdma_cm_id}
   * @param made the attributes that it was made with
   * @param capabilities the actual capabilities
   * @param destroying destroys the queue pair
   */
  QueuePair(
      CmLibrary library,
      long pointer,
      QueuePairAttributes made,
      QueuePairCapabilities capabilities,
      Runnable destroying) {
    super(library, pointer, made);
    this.capabilities = capabilities;
    this.type = QueuePairType.of(WorkNatives.type(pointer));
    this.context = made.context();
    this.sends = new SendQueue(this, pointer, type, capabilities.inlineBytes());
    this.destroying = destroying;
    addToQueues(new PairMark(type == QueuePairType.UD, context));
  }

  /** {@return the service type} */
  public QueuePairType type() {
    return type;
  }

  /** {@return the actual capabilities, at least the wanted capabilities} */
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  /** {@return the queue pair number, 24 bits} */
  public int number() {
    return use(() -> WorkNatives.number(idPointer));
  }

  /**
   * {@return the state of the queue pair: ibv_query_qp(3)}
   *
   * @throws RdmaException if the call fails
   */
  public QueuePairState state() throws RdmaException {
    return use(() -> QueuePairState.query(library, idPointer));
  }

  /** {@return the context given in the attributes: {@code qp_context}} */
  public Optional<Object> context() {
    return context;
  }

  /**
   * Sends one buffer: rdma_post_send(3).
   *
   * @param requestId identifies the request in its completion
   * @throws RdmaException if the post fails
   */
  public void postSend(long requestId, MemoryRegion region, int offset, int length, SendFlags flags)
      throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, region, offset, length, 0, 0);
  }

  /**
   * Sends the bytes between position and limit of a buffer that no region holds: rdma_post_send(3)
   * without a region, with {@code IBV_SEND_INLINE}. {@link ScatterGatherList#addInline} does the
   * same for other requests.
   *
   * @param data a direct buffer, which may be reused after the post
   * @param flags INLINE is added
   * @throws IllegalArgumentException if the buffer is not direct, or longer than {@link
   *     QueuePairCapabilities#inlineBytes}
   * @throws RdmaException if the post fails
   */
  public void postSendInline(long requestId, ByteBuffer data, SendFlags flags)
      throws RdmaException {
    sends.postInline(requestId, data, flags);
  }

  /**
   * Sends to a shared receive queue of the peer, by an extended reliable connection (XRC).
   *
   * @param sharedQueue {@link SharedReceiveQueue#number} of the peer's queue
   * @throws IllegalStateException if the queue pair is not of type XRC_SEND
   * @throws RdmaException if the post fails
   */
  public void postSendToShared(
      long requestId, ScatterGatherList list, SendFlags flags, int sharedQueue)
      throws RdmaException {
    sends.postToShared(requestId, SendQueue.SEND, flags, 0, list, sharedQueue);
  }

  /**
   * Sends several buffers as one message: rdma_post_sendv(3).
   *
   * @throws RdmaException if the post fails
   */
  public void postSend(long requestId, ScatterGatherList list, SendFlags flags)
      throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, list, 0, 0);
  }

  /**
   * Sends with four bytes of immediate data for the completion of the peer's receive. iWARP has no
   * immediate data: the post fails with EINVAL, or the request completes with an error.
   *
   * @throws RdmaException if the post fails
   */
  public void postSendWithImmediate(
      long requestId, ScatterGatherList list, SendFlags flags, int immediate) throws RdmaException {
    sends.post(requestId, SendQueue.SEND_WITH_IMMEDIATE, flags, immediate, list, 0, 0);
  }

  /**
   * Sends, and invalidates a remote key at the peer.
   *
   * @throws RdmaException if the post fails
   */
  public void postSendWithInvalidate(
      long requestId, ScatterGatherList list, SendFlags flags, int remoteKey) throws RdmaException {
    sends.post(requestId, SendQueue.SEND_WITH_INVALIDATE, flags, remoteKey, list, 0, 0);
  }

  /**
   * Reads from the peer's memory: rdma_post_read(3).
   *
   * @throws RdmaException if the post fails
   */
  public void postRead(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      SendFlags flags,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    sends.post(
        requestId, SendQueue.RDMA_READ, flags, 0, region, offset, length, remoteAddress, remoteKey);
  }

  /**
   * Reads from the peer's memory into several buffers: rdma_post_readv(3). iWARP supports only one
   * buffer: more fail with EINVAL.
   *
   * @throws RdmaException if the post fails
   */
  public void postRead(
      long requestId, ScatterGatherList list, SendFlags flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    sends.post(requestId, SendQueue.RDMA_READ, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes to the peer's memory: rdma_post_write(3).
   *
   * @throws RdmaException if the post fails
   */
  public void postWrite(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      SendFlags flags,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    sends.post(
        requestId,
        SendQueue.RDMA_WRITE,
        flags,
        0,
        region,
        offset,
        length,
        remoteAddress,
        remoteKey);
  }

  /**
   * Writes several buffers to contiguous memory of the peer: rdma_post_writev(3).
   *
   * @throws RdmaException if the post fails
   */
  public void postWrite(
      long requestId, ScatterGatherList list, SendFlags flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    sends.post(requestId, SendQueue.RDMA_WRITE, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes to the peer's memory, and completes one of the peer's receives with four bytes of
   * immediate data. iWARP has no immediate data.
   *
   * @throws RdmaException if the post fails
   */
  public void postWriteWithImmediate(
      long requestId,
      ScatterGatherList list,
      SendFlags flags,
      int immediate,
      long remoteAddress,
      int remoteKey)
      throws RdmaException {
    sends.post(
        requestId,
        SendQueue.RDMA_WRITE_WITH_IMMEDIATE,
        flags,
        immediate,
        list,
        remoteAddress,
        remoteKey);
  }

  /**
   * Sends a datagram: rdma_post_ud_send(3).
   *
   * @param queuePair number of the peer's queue pair
   * @param queueKey queue key of the peer; {@link UdParameters#QUEUE_KEY} for queue pairs made by
   *     librdmacm
   * @throws RdmaException if the post fails
   */
  public void postDatagram(
      long requestId,
      MemoryRegion region,
      int offset,
      int length,
      SendFlags flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    sends.postDatagram(requestId, region, offset, length, flags, to, queuePair, queueKey);
  }

  /**
   * Sends several buffers as one datagram: rdma_post_ud_send(3) with a list.
   *
   * @param queuePair number of the peer's queue pair
   * @param queueKey queue key of the peer; {@link UdParameters#QUEUE_KEY} for queue pairs made by
   *     librdmacm
   * @throws RdmaException if the post fails
   */
  public void postDatagram(
      long requestId,
      ScatterGatherList list,
      SendFlags flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    sends.postDatagram(requestId, SendQueue.SEND, 0, list, flags, to, queuePair, queueKey);
  }

  /**
   * Sends a datagram with four bytes of immediate data for the completion of the peer's receive.
   *
   * @param immediate the immediate data
   * @param queuePair number of the peer's queue pair
   * @param queueKey queue key of the peer; {@link UdParameters#QUEUE_KEY} for queue pairs made by
   *     librdmacm
   * @throws RdmaException if the post fails
   */
  public void postDatagramWithImmediate(
      long requestId,
      ScatterGatherList list,
      SendFlags flags,
      int immediate,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    sends.postDatagram(
        requestId, SendQueue.SEND_WITH_IMMEDIATE, immediate, list, flags, to, queuePair, queueKey);
  }

  /**
   * Adds a number to 8 bytes of the peer, and reads their old value: an atomic fetch and add. iWARP
   * of verbs has no atomics.
   *
   * @param region region of the result
   * @param offset start of the 8 bytes of the result, the old value in this machine's byte order
   * @param remoteAddress address at the peer, a multiple of 8, in a region with {@link
   *     org.rdmadump.verbs.AccessFlags#REMOTE_ATOMIC}
   * @param add the number
   * @throws RdmaException if the post fails
   */
  public void postFetchAdd(
      long requestId,
      MemoryRegion region,
      int offset,
      SendFlags flags,
      long remoteAddress,
      int remoteKey,
      long add)
      throws RdmaException {
    sends.postAtomic(
        requestId, SendQueue.FETCH_ADD, flags, region, offset, remoteAddress, remoteKey, add, 0);
  }

  /**
   * Replaces 8 bytes of the peer if they have an expected value, and reads their old value: an
   * atomic compare and swap.
   *
   * @param region region of the result
   * @param offset start of the 8 bytes of the result, the old value in this machine's byte order
   * @param remoteAddress address at the peer, as for {@link #postFetchAdd}
   * @param compare the expected value
   * @param swap the new value
   * @throws RdmaException if the post fails
   */
  public void postCompareSwap(
      long requestId,
      MemoryRegion region,
      int offset,
      SendFlags flags,
      long remoteAddress,
      int remoteKey,
      long compare,
      long swap)
      throws RdmaException {
    sends.postAtomic(
        requestId,
        SendQueue.COMPARE_SWAP,
        flags,
        region,
        offset,
        remoteAddress,
        remoteKey,
        compare,
        swap);
  }

  /**
   * Invalidates a local key, such as the key of a memory window.
   *
   * @throws RdmaException if the post fails
   */
  public void postLocalInvalidate(long requestId, SendFlags flags, int key) throws RdmaException {
    sends.postLocalInvalidate(requestId, flags, key);
  }

  /**
   * Binds a memory window to a part of its region, with a new key.
   *
   * @param access what the peer may do, {@link org.rdmadump.verbs.AccessFlags}
   * @return the new key, valid once the request completes
   * @throws RdmaException if the post fails
   */
  public int postBind(
      long requestId, MemoryWindow window, int offset, int length, SendFlags flags, int access)
      throws RdmaException {
    return sends.postBind(requestId, window, offset, length, flags, access);
  }

  @Override
  void free() {
    removeFromQueues();
    destroying.run();
  }

  @Override
  public String toString() {
    return "queue pair of " + type + ", " + capabilities;
  }
}
