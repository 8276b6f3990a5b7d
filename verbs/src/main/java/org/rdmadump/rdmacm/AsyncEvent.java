package org.rdmadump.rdmacm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.AsyncEventType;

/**
 * An asynchronous event of a device, one of its ports or its queues: {@code struct
 * ibv_async_event}, ibv_get_async_event(3).
 *
 * <p>It is acknowledged before its queue is looked up, so that closing a queue never waits for an
 * event. The queue is absent if it is closed meanwhile, or is of another {@link RdmaCm} of the
 * process.
 */
public final class AsyncEvent {
  private final AsyncEventType type;
  private final long element;
  private final @Nullable Resource queue;

  /**
   * Creates an event.
   *
   * @param element number of the port or queue pair, or the structure of a queue
   * @param queue the queue, if it is one and open
   */
  AsyncEvent(AsyncEventType type, long element, @Nullable Resource queue) {
    this.type = type;
    this.element = element;
    this.queue = queue;
  }

  /** {@return the type of the event} */
  public AsyncEventType type() {
    return type;
  }

  /** {@return the number of the port, from 1; 0 if the event is not of a port} */
  public int port() {
    return type.isOfPort() ? (int) element : 0;
  }

  /** {@return the number of the queue pair; 0 if the event is not of a queue pair} */
  public int queuePairNumber() {
    return type.isOfQueuePair() ? (int) element : 0;
  }

  /**
   * {@return the completion queue that overran, unless it is closed or another {@link RdmaCm}'s}
   */
  public Optional<CompletionQueue> completionQueue() {
    return type == AsyncEventType.CQ_ERROR && queue instanceof CompletionQueue of
        ? Optional.of(of)
        : Optional.empty();
  }

  /**
   * {@return the shared receive queue of the event, unless it is closed or another {@link
   * RdmaCm}'s}
   */
  public Optional<SharedReceiveQueue> sharedReceiveQueue() {
    return type.isOfSharedQueue() && queue instanceof SharedReceiveQueue of
        ? Optional.of(of)
        : Optional.empty();
  }

  @Override
  public String toString() {
    String of = type.isOfPort() ? " of port " : type.isOfQueuePair() ? " of queue pair " : "";
    return type + (of.isEmpty() ? "" : of + element);
  }
}
