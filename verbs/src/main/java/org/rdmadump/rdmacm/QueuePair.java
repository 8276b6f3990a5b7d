package org.rdmadump.rdmacm;

import java.io.IOException;
import org.rdmadump.verbs.QueuePairType;

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
public final class QueuePair extends ReceiveQueue {
  private final QueuePairCapabilities capabilities;
  private final QueuePairType type;
  private final SendQueue sends;
  private final CompletionQueue requestCompletions;
  private final CompletionQueue receiveCompletions;
  private final Runnable destroying;

  /**
   * Creates the queue pair of an identifier.
   *
   * @param pointer {@code struct rdma_cm_id}
   * @param destroying destroys the queue pair
   */
  QueuePair(
      CmLibrary library, long pointer, QueuePairCapabilities capabilities, Runnable destroying) {
    super("the queue pair", false, pointer);
    this.capabilities = capabilities;
    this.type = QueuePairType.of(WorkNatives.type(pointer));
    boolean ofDatagrams = type == QueuePairType.UD;
    this.sends = new SendQueue(this, pointer, type, capabilities.inlineBytes());
    this.requestCompletions = new CompletionQueue(library, this, pointer, true, ofDatagrams);
    this.receiveCompletions = new CompletionQueue(library, this, pointer, false, ofDatagrams);
    this.destroying = destroying;
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
   * Sends one buffer: rdma_post_send(3).
   *
   * @param requestId identifies the request in its completion
   * @param flags {@link org.rdmadump.verbs.SendFlags}
   * @throws RdmaException if the post fails
   */
  public void postSend(long requestId, MemoryRegion region, int offset, int length, int flags)
      throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, region, offset, length, 0, 0);
  }

  /**
   * Sends several buffers as one message: rdma_post_sendv(3).
   *
   * @throws RdmaException if the post fails
   */
  public void postSend(long requestId, ScatterGatherList list, int flags) throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, list, 0, 0);
  }

  /**
   * Sends with four bytes of immediate data for the completion of the peer's receive. iWARP has no
   * immediate data: the post fails with EINVAL, or the request completes with an error.
   *
   * @throws RdmaException if the post fails
   */
  public void postSendWithImmediate(
      long requestId, ScatterGatherList list, int flags, int immediate) throws RdmaException {
    sends.post(requestId, SendQueue.SEND_WITH_IMMEDIATE, flags, immediate, list, 0, 0);
  }

  /**
   * Sends, and invalidates a remote key at the peer.
   *
   * @throws RdmaException if the post fails
   */
  public void postSendWithInvalidate(
      long requestId, ScatterGatherList list, int flags, int remoteKey) throws RdmaException {
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
      int flags,
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
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
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
      int flags,
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
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
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
      int flags,
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
      int flags,
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
      int flags,
      AddressHandle to,
      int queuePair,
      int queueKey)
      throws RdmaException {
    sends.postDatagram(requestId, list, flags, to, queuePair, queueKey);
  }

  /**
   * Invalidates a local key, such as the key of a memory window.
   *
   * @throws RdmaException if the post fails
   */
  public void postLocalInvalidate(long requestId, int flags, int key) throws RdmaException {
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
      long requestId, MemoryWindow window, int offset, int length, int flags, int access)
      throws RdmaException {
    return sends.postBind(requestId, window, offset, length, flags, access);
  }

  /**
   * Takes the available completions of requests: ibv_poll_cq(3).
   *
   * @return the number of completions taken, at most the capacity of {@code into}
   * @throws RdmaException if the call fails
   */
  public int pollSends(WorkCompletions into) throws RdmaException {
    return requestCompletions.poll(into);
  }

  /**
   * Takes the available completions of receives: ibv_poll_cq(3).
   *
   * @return the number of completions taken, at most the capacity of {@code into}
   * @throws RdmaException if the call fails
   */
  public int pollReceives(WorkCompletions into) throws RdmaException {
    return receiveCompletions.poll(into);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @return the number of completions taken, at least 1
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws RdmaException if the call fails
   */
  public int awaitSends(WorkCompletions into) throws IOException, InterruptedException {
    return requestCompletions.await(into, -1);
  }

  /**
   * Waits for completions of requests with a timeout: rdma_get_send_comp(3).
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions taken; 0 after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws RdmaException if the call fails
   */
  public int awaitSends(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return requestCompletions.await(into, timeoutMillis);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @return the number of completions taken, at least 1
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws RdmaException if the call fails
   */
  public int awaitReceives(WorkCompletions into) throws IOException, InterruptedException {
    return receiveCompletions.await(into, -1);
  }

  /**
   * Waits for completions of receives with a timeout: rdma_get_recv_comp(3).
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions taken; 0 after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws RdmaException if the call fails
   */
  public int awaitReceives(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return receiveCompletions.await(into, timeoutMillis);
  }

  @Override
  void free() {
    destroying.run();
  }
}
