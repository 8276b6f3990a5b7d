package org.rdmadump.rdmacm;

import java.util.Optional;

/**
 * A receive queue shared by several queue pairs: rdma_create_srq(3). Closing calls
 * rdma_destroy_srq(3).
 */
public final class SharedReceiveQueue extends ReceiveQueue {
  private final CmLibrary library;
  private final int requests;
  private final int segments;
  private final Runnable destroying;

  private final Optional<CompletionQueue> completions;

  /** {@code struct ibv_srq}. */
  private final long structure;

  /**
   * Creates the queue of an identifier.
   *
   * @param destroying destroys the queue
   */
  SharedReceiveQueue(
      CmLibrary library, long idPointer, int requests, int segments, Runnable destroying) {
    super("the shared receive queue", true, idPointer);
    this.library = library;
    this.requests = requests;
    this.segments = segments;
    this.destroying = destroying;
    this.completions = CompletionQueue.ofShared(library, idPointer).map(this::owned);
    this.structure = DeviceNatives.sharedQueue(idPointer);
    library.queues.put(structure, this);
  }

  /** {@return the number of receives that may be posted} */
  public int requests() {
    return requests;
  }

  /** {@return the number of buffers for each receive} */
  public int segments() {
    return segments;
  }

  /**
   * Requests one {@link org.rdmadump.verbs.AsyncEventType#SRQ_LIMIT_REACHED}, for the moment when
   * fewer receives than a limit are posted: {@code srq_limit} of ibv_modify_srq(3). {@link
   * DeviceContext#getAsyncEvent} takes the event; the limit is then 0.
   *
   * @param receives the limit; 0 for no event
   * @throws RdmaException if the call fails: EINVAL if the limit is above {@link #requests}
   */
  public void setLimit(int receives) throws RdmaException {
    use(
        () ->
            RdmaException.checked(
                "ibv_modify_srq",
                DeviceNatives.setSharedLimit(library.pointer, idPointer, receives)));
  }

  /**
   * {@return the limit: {@code srq_limit} of ibv_query_srq(3); 0 for none}
   *
   * @throws RdmaException if the call fails
   */
  public int limit() throws RdmaException {
    return use(
        () ->
            RdmaException.checked(
                "ibv_query_srq", DeviceNatives.sharedLimit(library.pointer, idPointer)));
  }

  private CompletionQueue owned(CompletionQueue queue) {
    own(queue);
    return queue;
  }

  /** {@return the completions of receives; only for a queue of extended reliable connections} */
  public Optional<CompletionQueue> completions() {
    return completions;
  }

  /**
   * {@return the number of a queue of extended reliable connections, for {@link
   * QueuePair#postSendToShared}: ibv_get_srq_num(3)}
   *
   * @throws RdmaException EOPNOTSUPP if the queue is not of XRC
   */
  public int number() throws RdmaException {
    return use(
        () -> RdmaException.checked("ibv_get_srq_num", DeviceNatives.sharedNumber(idPointer)));
  }

  @Override
  public String toString() {
    return "shared receive queue of " + requests + " receives of " + segments + " buffers";
  }

  @Override
  void free() {
    library.queues.remove(structure);
    destroying.run();
  }
}
