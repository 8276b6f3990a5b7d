package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where events of asynchronous identifiers come from: rdma_create_event_channel(3); closing is
 * rdma_destroy_event_channel(3), before which its identifiers are closed.
 */
public final class EventChannel extends Resource {
  private final RdmaCm cm;
  private final int fd;

  /** {@code struct rdma_event_channel}. */
  final long pointer;

  /** Held from when an event is taken until it is known whose it is. */
  final ReentrantLock taking = new ReentrantLock();

  private final ByteBuffer record =
      ByteBuffer.allocateDirect(Layout.EVENT).order(ByteOrder.nativeOrder());

  EventChannel(RdmaCm cm, long pointer) {
    this.cm = cm;
    this.pointer = pointer;
    this.fd = CmNatives.channelFd(pointer);
  }

  /**
   * Makes an asynchronous identifier: rdma_create_id(3).
   *
   * @throws RdmaException if that failed
   */
  public RdmaCmId createId(PortSpace space) throws RdmaException {
    enter();
    try {
      long id =
          RdmaException.checked(
              "rdma_create_id", CmNatives.createId(cm.pointer, pointer, space.code()));
      return RdmaCmId.adopt(cm, this, this, id, false);
    } finally {
      leave();
    }
  }

  /**
   * Waits for an event: rdma_get_cm_event(3).
   *
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel was closed meanwhile
   * @throws RdmaException if that failed
   */
  public CmEvent getEvent() throws IOException, InterruptedException {
    while (true) {
      Optional<CmEvent> event = getEvent(-1);
      if (event.isPresent()) {
        return event.get();
      }
    }
  }

  /**
   * Waits for an event: rdma_get_cm_event(3).
   *
   * @param timeoutMillis how long at most; 0 not at all, negative for ever
   * @return the event, or empty if there was none in time
   * @throws InterruptedException if the thread was interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel was closed meanwhile
   * @throws RdmaException if that failed
   */
  public Optional<CmEvent> getEvent(int timeoutMillis) throws IOException, InterruptedException {
    long start = System.nanoTime();
    enter();
    try {
      while (true) {
        CmEvent event = take();
        if (event != null) {
          return Optional.of(event);
        }
        int left = left(timeoutMillis, start);
        if (left == 0 || !await(cm.wakers, fd, left)) {
          return Optional.empty();
        }
      }
    } finally {
      leave();
    }
  }

  /** {@return what is left of a time: milliseconds, rounded up, or -1 for ever} */
  static int left(int timeoutMillis, long startNanos) {
    if (timeoutMillis < 0) {
      return -1;
    }
    long spent = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    return (int) Math.max(0, timeoutMillis - spent);
  }

  /** {@return the next event; null if there is none yet} */
  private @Nullable CmEvent take() throws RdmaException {
    taking.lock();
    try {
      while (true) {
        int result = CmNatives.getEvent(cm.pointer, pointer, record);
        if (result == CmNatives.NOT_YET) {
          return null;
        }
        RdmaException.check("rdma_get_cm_event", result);
        CmEvent event = PendingEvents.read(cm, this, record);
        if (event != null) {
          return event;
        }
      }
    } finally {
      taking.unlock();
    }
  }

  @Override
  String what() {
    return "the event channel";
  }

  @Override
  void free() {
    CmNatives.destroyEventChannel(cm.pointer, pointer);
  }
}
