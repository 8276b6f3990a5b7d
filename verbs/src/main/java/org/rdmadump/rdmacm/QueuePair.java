package org.rdmadump.rdmacm;

import java.io.IOException;
import org.rdmadump.verbs.QueuePairType;

/**
 * The work of an identifier: rdma_create_qp(3); closing is rdma_destroy_qp(3), after which nothing
 * that was posted is done any more.
 *
 * <p>Offsets and lengths are bytes within a region. What is posted may be changed when its
 * completion was taken, and not before. Posting and polling allocate nothing. A request that cannot
 * be posted fails with ENOMEM if the queue is full, and with EINVAL if the queue pair is not
 * connected, or not of the kind.
 */
public final class QueuePair extends ReceiveQueue {
  private final QueuePairCapabilities capabilities;
  private final QueuePairType type;
  private final SendQueue sends;
  private final CompletionQueue requestCompletions;
  private final CompletionQueue receiveCompletions;
  private final Runnable destroying;

  /**
   * The queue pair of an identifier, which knows how to destroy it.
   *
   * @param pointer {@code struct rdma_cm_id}
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

  /** {@return its service} */
  public QueuePairType type() {
    return type;
  }

  /** {@return how much it holds, as much as was asked for or more} */
  public QueuePairCapabilities capabilities() {
    return capabilities;
  }

  /** {@return its number, 24 bits} */
  public int number() {
    return use(() -> WorkNatives.number(idPointer));
  }

  /**
   * Sends: rdma_post_send(3).
   *
   * @param flags of {@link org.rdmadump.verbs.SendFlags}
   * @throws RdmaException if that failed
   */
  public void postSend(long requestId, MemoryRegion region, int offset, int length, int flags)
      throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, region, offset, length, 0, 0);
  }

  /**
   * Sends several buffers: rdma_post_sendv(3).
   *
   * @throws RdmaException if that failed
   */
  public void postSend(long requestId, ScatterGatherList list, int flags) throws RdmaException {
    sends.post(requestId, SendQueue.SEND, flags, 0, list, 0, 0);
  }

  /**
   * Sends with four bytes that the completion of the receive has. iWARP has no immediate data:
   * EINVAL, or a completion in error.
   *
   * @throws RdmaException if that failed
   */
  public void postSendWithImmediate(
      long requestId, ScatterGatherList list, int flags, int immediate) throws RdmaException {
    sends.post(requestId, SendQueue.SEND_WITH_IMMEDIATE, flags, immediate, list, 0, 0);
  }

  /**
   * Sends, and invalidates a key of the other side.
   *
   * @throws RdmaException if that failed
   */
  public void postSendWithInvalidate(
      long requestId, ScatterGatherList list, int flags, int remoteKey) throws RdmaException {
    sends.post(requestId, SendQueue.SEND_WITH_INVALIDATE, flags, remoteKey, list, 0, 0);
  }

  /**
   * Reads from the other side: rdma_post_read(3).
   *
   * @throws RdmaException if that failed
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
   * Reads from the other side into several buffers: rdma_post_readv(3). iWARP reads into one only:
   * EINVAL.
   *
   * @throws RdmaException if that failed
   */
  public void postRead(
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    sends.post(requestId, SendQueue.RDMA_READ, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes to the other side: rdma_post_write(3).
   *
   * @throws RdmaException if that failed
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
   * Writes several buffers to the other side, one behind the other: rdma_post_writev(3).
   *
   * @throws RdmaException if that failed
   */
  public void postWrite(
      long requestId, ScatterGatherList list, int flags, long remoteAddress, int remoteKey)
      throws RdmaException {
    sends.post(requestId, SendQueue.RDMA_WRITE, flags, 0, list, remoteAddress, remoteKey);
  }

  /**
   * Writes, and completes a receive of the other side, with four bytes. iWARP has no immediate
   * data.
   *
   * @throws RdmaException if that failed
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
   * @param queuePair number of the other side's
   * @param queueKey the other side's, {@link UdParameters#QUEUE_KEY} of all that librdmacm made
   * @throws RdmaException if that failed
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
   * @param queuePair number of the other side's
   * @param queueKey the other side's, {@link UdParameters#QUEUE_KEY} of all that librdmacm made
   * @throws RdmaException if that failed
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
   * Invalidates a key of this side: that of a memory window.
   *
   * @throws RdmaException if that failed
   */
  public void postLocalInvalidate(long requestId, int flags, int key) throws RdmaException {
    sends.postLocalInvalidate(requestId, flags, key);
  }

  /**
   * Binds a memory window to a part of its region, and gives it another key.
   *
   * @param access what the other side may do, of {@link org.rdmadump.verbs.AccessFlags}
   * @return the key, valid when it completes
   * @throws RdmaException if that failed
   */
  public int postBind(
      long requestId, MemoryWindow window, int offset, int length, int flags, int access)
      throws RdmaException {
    return sends.postBind(requestId, window, offset, length, flags, access);
  }

  /**
   * Takes completions of requests that are there: ibv_poll_cq(3).
   *
   * @return how many, up to the room for them
   * @throws RdmaException if that failed
   */
  public int pollSends(WorkCompletions into) throws RdmaException {
    return requestCompletions.poll(into);
  }

  /**
   * Takes completions of receives that are there: ibv_poll_cq(3).
   *
   * @return how many, up to the room for them
   * @throws RdmaException if that failed
   */
  public int pollReceives(WorkCompletions into) throws RdmaException {
    return receiveCompletions.poll(into);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @return how many, 1 or more
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitSends(WorkCompletions into) throws IOException, InterruptedException {
    return requestCompletions.await(into, -1);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return how many, 0 if there was none in time
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitSends(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return requestCompletions.await(into, timeoutMillis);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @return how many, 1 or more
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
   */
  public int awaitReceives(WorkCompletions into) throws IOException, InterruptedException {
    return receiveCompletions.await(into, -1);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @param timeoutMillis how long at most; negative for ever
   * @return how many, 0 if there was none in time
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if it was closed meanwhile
   * @throws RdmaException if that failed
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
