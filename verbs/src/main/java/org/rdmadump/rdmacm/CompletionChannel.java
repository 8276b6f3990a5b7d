package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.Optional;

/**
 * The source of events of completion queues: {@code struct ibv_comp_channel},
 * ibv_create_comp_channel(3). One thread can serve all queue pairs of its queues. Closing closes
 * its queues, then calls ibv_destroy_comp_channel(3).
 *
 * <p>Before it waits, the thread requests an event with {@link CompletionQueue#requestEvent}, and
 * polls once more. {@link #getEvent} then gives the queue that has completions; it may rarely give
 * a queue whose completions were already taken.
 */
public final class CompletionChannel extends Resource {
  private final CmLibrary library;
  private final long device;
  private final long pointer;
  private final int fd;

  /** Made once, as a wait allocates nothing. */
  private final Source<CompletionQueue> source = left -> takeEvent();

  /**
   * Creates a channel.
   *
   * @param device {@code struct ibv_context}
   * @param pointer {@code struct ibv_comp_channel}
   */
  CompletionChannel(CmLibrary library, long device, long pointer) {
    super("the completion channel", true);
    this.library = library;
    this.device = device;
    this.pointer = pointer;
    this.fd = CompletionNatives.channelFd(pointer);
  }

  /**
   * Makes a queue with its events in this channel: ibv_create_cq(3).
   *
   * @param entries number of completions that the queue must hold, at least 1
   * @throws RdmaException if the call fails: EINVAL if the device has no queues of this length
   */
  public CompletionQueue createQueue(int entries) throws RdmaException {
    return create(entries, 0, Optional.empty());
  }

  /**
   * Makes a queue with its events in this channel: ibv_create_cq(3).
   *
   * @param entries number of completions that the queue must hold, at least 1
   * @param vector interrupt of the device, less than {@link DeviceContext#completionVectors}
   * @param context any object, for {@link CompletionQueue#context}
   * @throws RdmaException if the call fails: EINVAL if the device has no queues of this length, or
   *     no such interrupt
   */
  public CompletionQueue createQueue(int entries, int vector, Object context) throws RdmaException {
    return create(entries, vector, Optional.of(context));
  }

  private CompletionQueue create(int entries, int vector, Optional<Object> context)
      throws RdmaException {
    return make(() -> CompletionQueue.create(library, device, pointer, entries, vector, context));
  }

  /**
   * Waits for an event, and acknowledges it: ibv_get_cq_event(3), ibv_ack_cq_events(3).
   *
   * @return the queue that has completions
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel is closed during the wait
   * @throws RdmaException if the call fails
   */
  public CompletionQueue getEvent() throws IOException, InterruptedException {
    return getEvent(-1).orElseThrow();
  }

  /**
   * Waits for an event with a timeout, and acknowledges it. Allocates nothing.
   *
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return the queue that has completions; empty after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel is closed during the wait
   * @throws RdmaException if the call fails
   */
  public Optional<CompletionQueue> getEvent(int timeoutMillis)
      throws IOException, InterruptedException {
    return take(source, library.wakers, fd, timeoutMillis);
  }

  private Optional<CompletionQueue> takeEvent() throws RdmaException {
    while (true) {
      long taken = CompletionNatives.takeEvent(library.pointer, pointer);
      if (taken == CmNatives.NOT_YET) {
        return Optional.empty();
      }
      Resource of = library.queues.get(RdmaException.checked("ibv_get_cq_event", taken));
      // A queue that is closed now needs nobody.
      if (of instanceof CompletionQueue queue && !queue.isClosed()) {
        return queue.itself;
      }
    }
  }

  @Override
  void free() {
    library.closing.check(
        "ibv_destroy_comp_channel", CompletionNatives.destroyChannel(library.pointer, pointer));
  }
}
