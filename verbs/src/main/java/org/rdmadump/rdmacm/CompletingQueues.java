package org.rdmadump.rdmacm;

import java.io.IOException;

/**
 * The completion queues of a queue pair, one for its requests and one for its receives. Polling
 * allocates nothing.
 */
abstract class CompletingQueues extends ReceiveQueue {
  private final CompletionQueue sendQueue;
  private final CompletionQueue receiveQueue;
  final CmLibrary library;

  /**
   * Finds the queues of a queue pair.
   *
   * @param pointer {@code struct rdma_cm_id} of the queue pair
   * @param made the attributes that the queue pair was made with
   */
  CompletingQueues(CmLibrary library, long pointer, QueuePairAttributes made) {
    super("the queue pair", false, pointer);
    this.library = library;
    this.sendQueue = made.sendQueue().orElseGet(() -> ownQueue(true));
    this.receiveQueue = made.receiveQueue().orElseGet(() -> ownQueue(false));
  }

  private CompletionQueue ownQueue(boolean ofRequests) {
    CompletionQueue queue =
        CompletionQueue.ofPair(library, CompletionNatives.queue(idPointer, ofRequests));
    own(queue);
    return queue;
  }

  /** Tells both queues of the queue pair. */
  final void addToQueues(PairMark mark) {
    int number = WorkNatives.number(idPointer);
    sendQueue.add(number, mark);
    receiveQueue.add(number, mark);
  }

  /** Has both queues forget the queue pair. */
  final void removeFromQueues() {
    int number = WorkNatives.number(idPointer);
    sendQueue.remove(number);
    receiveQueue.remove(number);
  }

  /** {@return the completion queue of requests, which librdmacm or the caller made} */
  public final CompletionQueue sendQueue() {
    return sendQueue;
  }

  /** {@return the completion queue of receives, which librdmacm or the caller made} */
  public final CompletionQueue receiveQueue() {
    return receiveQueue;
  }

  private CompletionQueue open(CompletionQueue queue) {
    if (isClosed()) {
      throw closedAlready();
    }
    return queue;
  }

  /**
   * Takes the available completions of requests: ibv_poll_cq(3).
   *
   * @return the number of completions taken, at most the capacity of {@code into}
   * @throws RdmaException if the call fails
   */
  public final int pollSends(WorkCompletions into) throws RdmaException {
    return open(sendQueue).poll(into);
  }

  /**
   * Takes the available completions of receives: ibv_poll_cq(3).
   *
   * @return the number of completions taken, at most the capacity of {@code into}
   * @throws RdmaException if the call fails
   */
  public final int pollReceives(WorkCompletions into) throws RdmaException {
    return open(receiveQueue).poll(into);
  }

  /**
   * Waits for completions of requests: rdma_get_send_comp(3).
   *
   * @return the number of completions taken, at least 1
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws IllegalStateException if the completion queue is the caller's; wait with {@link
   *     CompletionChannel}
   * @throws RdmaException if the call fails
   */
  public final int awaitSends(WorkCompletions into) throws IOException, InterruptedException {
    return open(sendQueue).await(into, -1);
  }

  /**
   * Waits for completions of requests with a timeout: rdma_get_send_comp(3).
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions taken; 0 after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws IllegalStateException if the completion queue is the caller's; wait with {@link
   *     CompletionChannel}
   * @throws RdmaException if the call fails
   */
  public final int awaitSends(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return open(sendQueue).await(into, timeoutMillis);
  }

  /**
   * Waits for completions of receives: rdma_get_recv_comp(3).
   *
   * @return the number of completions taken, at least 1
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws IllegalStateException if the completion queue is the caller's; wait with {@link
   *     CompletionChannel}
   * @throws RdmaException if the call fails
   */
  public final int awaitReceives(WorkCompletions into) throws IOException, InterruptedException {
    return open(receiveQueue).await(into, -1);
  }

  /**
   * Waits for completions of receives with a timeout: rdma_get_recv_comp(3).
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions taken; 0 after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the queue pair is closed during the
   *     wait
   * @throws IllegalStateException if the completion queue is the caller's; wait with {@link
   *     CompletionChannel}
   * @throws RdmaException if the call fails
   */
  public final int awaitReceives(WorkCompletions into, int timeoutMillis)
      throws IOException, InterruptedException {
    return open(receiveQueue).await(into, timeoutMillis);
  }
}
