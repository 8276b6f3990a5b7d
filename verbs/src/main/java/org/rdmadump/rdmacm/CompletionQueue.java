package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.Optional;

/**
 * A queue of completions, which several queue pairs may share: {@code struct ibv_cq},
 * ibv_create_cq(3). Polling allocates nothing. The queue must not overrun: it needs room for all
 * requests and receives of its queue pairs.
 *
 * <p>{@link CompletionChannel#createQueue} makes a queue with events, {@link
 * DeviceContext#createCompletionQueue} a queue without them. {@link
 * QueuePairAttributes#withSendQueue} and {@link QueuePairAttributes#withReceiveQueue} attach it.
 * Closing closes its queue pairs, then calls ibv_destroy_cq(3).
 */
public final class CompletionQueue extends Resource {
  private final CmLibrary library;
  private final boolean ofPair;

  /** {@code struct ibv_comp_channel}; 0 without one. */
  private final long channel;

  private final int channelFd;
  private final Optional<Object> context;
  private final Runnable destroying;
  private final NumberTable<PairMark> pairs = new NumberTable<>();

  /** Whether an event was requested after the last one was taken. */
  private volatile boolean isRequested;

  /** {@code struct ibv_cq}. */
  final long pointer;

  /** This queue, as its events give it. */
  final Optional<CompletionQueue> itself = Optional.of(this);

  private CompletionQueue(
      CmLibrary library,
      String name,
      boolean ofPair,
      long pointer,
      Optional<Object> context,
      Runnable destroying) {
    super(name, !ofPair);
    this.library = library;
    this.ofPair = ofPair;
    this.pointer = pointer;
    this.context = context;
    this.destroying = destroying;
    this.channel = CompletionNatives.channel(pointer);
    this.channelFd = channel == 0 ? -1 : CompletionNatives.channelFd(channel);
    // A queue pair whose receives are all shared may have none.
    if (pointer != 0) {
      library.queues.put(pointer, this);
    }
  }

  /**
   * Creates a queue.
   *
   * @param device {@code struct ibv_context}
   * @param channel {@code struct ibv_comp_channel}; 0 for none
   */
  static CompletionQueue create(
      CmLibrary library,
      long device,
      long channel,
      int entries,
      int vector,
      Optional<Object> context)
      throws RdmaException {
    long made =
        RdmaException.checked(
            "ibv_create_cq",
            CompletionNatives.createQueue(library.pointer, device, channel, entries, vector));
    return new CompletionQueue(
        library,
        "the completion queue",
        false,
        made,
        context,
        () ->
            library.closing.check(
                "ibv_destroy_cq", CompletionNatives.destroyQueue(library.pointer, made)));
  }

  /** {@return a queue that librdmacm made for a queue pair, and destroys with it} */
  static CompletionQueue ofPair(CmLibrary library, long pointer) {
    return new CompletionQueue(
        library, "the queue pair", true, pointer, Optional.empty(), () -> {});
  }

  /** {@return the queue that librdmacm made for a shared receive queue, if it did} */
  static Optional<CompletionQueue> ofShared(CmLibrary library, long id) {
    long pointer = CompletionNatives.queue(id, false);
    return pointer == 0
        ? Optional.empty()
        : Optional.of(
            new CompletionQueue(
                library, "the shared receive queue", true, pointer, Optional.empty(), () -> {}));
  }

  /** {@return the number of completions that the queue can hold, at least the wanted number} */
  public int capacity() {
    return use(() -> CompletionNatives.capacity(pointer));
  }

  /** {@return the context given when the queue was made: {@code cq_context}} */
  public Optional<Object> context() {
    return context;
  }

  /**
   * Takes the available completions: ibv_poll_cq(3).
   *
   * @return the number of completions taken, at most the capacity of {@code into}
   * @throws RdmaException if the call fails
   */
  public int poll(WorkCompletions into) throws RdmaException {
    enter();
    try {
      return takeCompletions(into);
    } finally {
      leave();
    }
  }

  /**
   * Requests one event for the next completion: ibv_req_notify_cq(3). Completions that came before
   * the request cause no event: poll again after it.
   *
   * @throws IllegalStateException if the queue has no channel for its events
   * @throws RdmaException if the call fails
   */
  public void requestEvent() throws RdmaException {
    request(false);
  }

  /**
   * Requests one event for the next solicited completion, or the next failure: ibv_req_notify_cq(3)
   * with {@code solicited_only}. A receive is solicited if the peer sent with {@link
   * org.rdmadump.verbs.SendFlags#SOLICITED}.
   *
   * @throws IllegalStateException if the queue has no channel for its events
   * @throws RdmaException if the call fails
   */
  public void requestSolicitedEvent() throws RdmaException {
    request(true);
  }

  private void request(boolean solicited) throws RdmaException {
    if (channel == 0) {
      throw new IllegalStateException(
          what() + " has no channel for events; CompletionChannel.createQueue makes one that has");
    }
    enter();
    try {
      RdmaException.check("ibv_req_notify_cq", CompletionNatives.arm(pointer, solicited));
    } finally {
      leave();
    }
  }

  /** Tells the queue of a queue pair of its own. */
  void add(int pairNumber, PairMark mark) {
    pairs.put(pairNumber, mark);
  }

  void remove(int pairNumber) {
    pairs.remove(pairNumber);
  }

  /**
   * Waits for completions.
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the number of completions; 0 after the timeout
   * @throws IllegalStateException if the queue is not the queue pair's own: another thread may take
   *     the events of its channel
   */
  int await(WorkCompletions into, int timeoutMillis) throws IOException, InterruptedException {
    return await(into, timeoutMillis, -1);
  }

  /**
   * Waits for completions, or for another file descriptor.
   *
   * @param other the descriptor; -1 for none
   * @return the number of completions; 0 after the timeout, or if the other may be readable
   */
  int await(WorkCompletions into, int timeoutMillis, int other)
      throws IOException, InterruptedException {
    if (!ofPair) {
      throw new IllegalStateException(
          "the queue pair has a completion queue of its caller's: wait with CompletionChannel");
    }
    long start = System.nanoTime();
    enter();
    try {
      while (true) {
        int wakes = gate.wakes();
        int count = takeCompletions(into);
        if (count == 0) {
          if (isRequested) {
            // A wait that needed none may have left it, as may many: they would fill the channel.
            takeEvent();
            wakes = gate.wakes();
          }
          isRequested = true;
          RdmaException.check("ibv_req_notify_cq", CompletionNatives.arm(pointer, false));
          // Completions from before the request cause no event.
          count = takeCompletions(into);
        }
        if (count > 0) {
          return count;
        }
        int left = Timeouts.left(timeoutMillis, start);
        if (left == 0 || !await(library.wakers, channelFd, other, left, wakes)) {
          return 0;
        }
        if (!takeEvent() && other >= 0) {
          return takeCompletions(into);
        }
      }
    } finally {
      leave();
    }
  }

  private int takeCompletions(WorkCompletions into) throws RdmaException {
    into.filled(0, pairs);
    int count = CompletionNatives.poll(pointer, into.address(), into.capacity());
    return into.filled(RdmaException.checked("ibv_poll_cq", count), pairs);
  }

  /**
   * Takes a pending event. It arrives once, so other sleeping threads must look, too.
   *
   * @return whether there was one
   */
  private boolean takeEvent() throws RdmaException {
    // Before it is taken: another thread may request the next one at any time.
    isRequested = false;
    long taken = CompletionNatives.takeEvent(library.pointer, channel);
    if (taken == CmNatives.NOT_YET) {
      isRequested = true;
      return false;
    }
    RdmaException.checked("ibv_get_cq_event", taken);
    gate.wakeSleepers();
    return true;
  }

  @Override
  void free() {
    library.queues.remove(pointer);
    destroying.run();
  }
}
