package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The source of events of asynchronous identifiers: rdma_create_event_channel(3). Closing closes
 * its identifiers, then calls rdma_destroy_event_channel(3).
 */
public final class EventChannel extends Resource {
  private final RdmaCmId.Origin origin;
  private final CmLibrary library;
  private final int fd;

  /** {@code struct rdma_event_channel}. */
  final long pointer;

  /**
   * Held while an event is taken and its identifier is found, and while queue pairs and groups of
   * the channel's identifiers are made or destroyed.
   */
  final ReentrantLock taking = new ReentrantLock();

  private final ByteBuffer record =
      ByteBuffer.allocateDirect(Layout.EVENT).order(ByteOrder.nativeOrder());

  EventChannel(RdmaCmId.Origin origin, long pointer) {
    super("the event channel");
    this.origin = origin;
    this.library = origin.library();
    this.pointer = pointer;
    this.fd = CmNatives.channelFd(pointer);
  }

  /**
   * Makes an asynchronous identifier: rdma_create_id(3).
   *
   * @param space port space
   * @throws RdmaException if the call fails
   */
  public RdmaCmId createId(PortSpace space) throws RdmaException {
    return create(space, Optional.empty());
  }

  /**
   * Makes an asynchronous identifier: rdma_create_id(3).
   *
   * @param space port space
   * @param context any object, for {@link RdmaCmId#context}
   * @throws RdmaException if the call fails
   */
  public RdmaCmId createId(PortSpace space, Object context) throws RdmaException {
    return create(space, Optional.of(context));
  }

  private RdmaCmId create(PortSpace space, Optional<Object> context) throws RdmaException {
    return use(
        () -> {
          long id = CmNatives.createId(library.pointer, pointer, space.code());
          return RdmaCmId.asynchronous(
              origin, this, RdmaException.checked("rdma_create_id", id), context);
        });
  }

  /**
   * Waits for an event: rdma_get_cm_event(3).
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel is closed during the wait
   * @throws RdmaException if the call fails
   */
  public CmEvent getEvent() throws IOException, InterruptedException {
    return getEvent(-1).orElseThrow();
  }

  /**
   * Waits for an event with a timeout: rdma_get_cm_event(3).
   *
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return the event; empty after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the channel is closed during the wait
   * @throws RdmaException if the call fails
   */
  public Optional<CmEvent> getEvent(int timeoutMillis) throws IOException, InterruptedException {
    return take(this::takeEvent, library.wakers, fd, timeoutMillis);
  }

  private Optional<CmEvent> takeEvent(int mostMillis) throws RdmaException, InterruptedException {
    if (!taking.tryLock()) {
      if (mostMillis < 0) {
        taking.lockInterruptibly();
      } else if (!taking.tryLock(mostMillis, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    }
    try {
      while (true) {
        int result = CmNatives.getEvent(library.pointer, pointer, record);
        if (result == CmNatives.NOT_YET) {
          return Optional.empty();
        }
        RdmaException.check("rdma_get_cm_event", result);
        CmEvent event = read();
        if (event != null) {
          return Optional.of(event);
        }
      }
    } finally {
      taking.unlock();
    }
  }

  /**
   * {@return the event in the record; null if its identifier is closed} The caller holds the lock.
   */
  private @Nullable CmEvent read() {
    long listenerAt = record.getLong(Layout.EVENT_LISTENER);
    long idAt = record.getLong(Layout.EVENT_ID);
    boolean isRequest = listenerAt != 0;
    RdmaCmId known = origin.open().get(isRequest ? listenerAt : idAt);
    if (known == null || !known.gate.enter()) {
      discard(isRequest ? idAt : 0);
      return null;
    }
    long unknown = isRequest ? idAt : 0;
    try {
      RdmaCmId about =
          isRequest ? RdmaCmId.asynchronous(origin, this, idAt, known.context()) : known;
      unknown = 0;
      EventDetails details = EventDetails.read(record);
      Acknowledgement acknowledgement =
          new Acknowledgement(library, record.getLong(Layout.EVENT_POINTER));
      Optional<RdmaCmId> listener = isRequest ? Optional.of(known) : Optional.empty();
      CmEvent event = new CmEvent(about, listener, group(), details, known.events, acknowledgement);
      known.events.add(acknowledgement);
      about.calls.setLastEvent(details);
      return event;
    } catch (OutOfMemoryError e) {
      // Nobody else would acknowledge it, and no identifier be closed before.
      discard(unknown);
      throw e;
    } finally {
      known.gate.leave();
    }
  }

  private Optional<MulticastGroup> group() {
    return library.groups.get(record.getLong(Layout.EVENT_GROUP)) instanceof MulticastGroup group
        ? Optional.of(group)
        : Optional.empty();
  }

  private void discard(long request) {
    library.closing.check(
        "rdma_destroy_id",
        CmNatives.discard(library.pointer, record.getLong(Layout.EVENT_POINTER), request));
  }

  @Override
  void free() {
    CmNatives.destroyEventChannel(library.pointer, pointer);
  }
}
