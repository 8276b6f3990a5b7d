package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.verbs.AsyncEventType;

/**
 * An open device: {@code struct ibv_context}. {@link RdmaCmId#device} and {@link DeviceList#device}
 * make it; closing closes its completion channels and queues.
 */
public final class DeviceContext extends Resource {
  private final CmLibrary library;
  private final long pointer;
  private final String name;

  /**
   * Creates a device.
   *
   * @param pointer {@code struct ibv_context}
   */
  DeviceContext(CmLibrary library, long pointer) {
    super("the device", true);
    this.library = library;
    this.pointer = pointer;
    this.name = DeviceNatives.name(library.pointer, pointer);
  }

  /** {@return the name of the device, such as {@code rxe0}} */
  public String name() {
    return name;
  }

  /** {@return the number of interrupts for completions, {@code num_comp_vectors}} */
  public int completionVectors() {
    return use(() -> DeviceNatives.vectors(pointer));
  }

  /**
   * Makes a channel for events of completion queues: ibv_create_comp_channel(3).
   *
   * @throws RdmaException if no file descriptor is free
   */
  public CompletionChannel createCompletionChannel() throws RdmaException {
    return make(
        () -> {
          long channel =
              RdmaException.checked(
                  "ibv_create_comp_channel",
                  CompletionNatives.createChannel(library.pointer, pointer));
          return new CompletionChannel(library, pointer, channel);
        });
  }

  /**
   * Makes a completion queue without events, only for polling: ibv_create_cq(3).
   *
   * @param entries number of completions that the queue must hold, at least 1
   * @throws RdmaException if the call fails: EINVAL if the device has no queues of this length
   */
  public CompletionQueue createCompletionQueue(int entries) throws RdmaException {
    return make(() -> create(entries, Optional.empty()));
  }

  /**
   * Makes a completion queue without events, only for polling: ibv_create_cq(3).
   *
   * @param entries number of completions that the queue must hold, at least 1
   * @param context any object, for {@link CompletionQueue#context}
   * @throws RdmaException if the call fails: EINVAL if the device has no queues of this length
   */
  public CompletionQueue createCompletionQueue(int entries, Object context) throws RdmaException {
    return make(() -> create(entries, Optional.of(context)));
  }

  private CompletionQueue create(int entries, Optional<Object> context) throws RdmaException {
    return CompletionQueue.create(library, pointer, 0, entries, 0, context);
  }

  /**
   * {@return what the device can do: ibv_query_device(3)}
   *
   * @throws RdmaException if the call fails
   */
  public DeviceAttributes attributes() throws RdmaException {
    return use(() -> DeviceAttributes.query(library, pointer));
  }

  /**
   * {@return the state of a port: ibv_query_port(3)}
   *
   * @param port number of the port, from 1
   * @throws IllegalArgumentException if the number is not in 1 to 255
   * @throws RdmaException if the call fails: EINVAL if there is no such port
   */
  public PortAttributes port(int port) throws RdmaException {
    requirePort(port);
    return use(() -> PortAttributes.query(pointer, port));
  }

  /**
   * {@return the 16 bytes of a GID: ibv_query_gid(3); zeros in an unused entry}
   *
   * @param port number of the port, from 1
   * @param index index in the table, less than {@link PortAttributes#gids}
   * @throws IllegalArgumentException if the number of the port is not in 1 to 255
   * @throws RdmaException if the call fails: there is no such entry
   */
  public byte[] gid(int port, int index) throws RdmaException {
    requirePort(port);
    byte[] gid = new byte[16];
    use(
        () ->
            RdmaException.checked(
                "ibv_query_gid",
                DeviceNatives.queryGid(library.pointer, pointer, port, index, gid)));
    return gid;
  }

  private static void requirePort(int port) {
    if (port < 1 || port > 255) {
      throw new IllegalArgumentException("port " + port + " is not in 1 to 255");
    }
  }

  /**
   * Waits for an asynchronous event, and acknowledges it: ibv_get_async_event(3). A process opens a
   * device once, so that each event arrives at one of the threads that wait for it. With several
   * {@link RdmaCm} in one process, this may be an event of a queue of another; it comes without the
   * queue. Wait for the events of a device in one place.
   *
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the device is closed during the wait
   * @throws RdmaException if the call fails
   */
  public AsyncEvent getAsyncEvent() throws IOException, InterruptedException {
    return getAsyncEvent(-1).orElseThrow();
  }

  /**
   * Waits for an asynchronous event with a timeout, as above.
   *
   * @param timeoutMillis longest wait in milliseconds; 0 does not wait, negative has no limit
   * @return the event; empty after the timeout
   * @throws InterruptedException if the thread is interrupted
   * @throws java.nio.channels.AsynchronousCloseException if the device is closed during the wait
   * @throws RdmaException if the call fails
   */
  public Optional<AsyncEvent> getAsyncEvent(int timeoutMillis)
      throws IOException, InterruptedException {
    int fd = use(() -> RdmaException.checked("fcntl", DeviceNatives.eventFd(pointer)));
    return take(left -> takeEvent(), library.wakers, fd, timeoutMillis);
  }

  private Optional<AsyncEvent> takeEvent() throws RdmaException {
    long[] event = new long[2];
    int result = DeviceNatives.takeEvent(library.pointer, pointer, event);
    if (result == CmNatives.NOT_YET) {
      return Optional.empty();
    }
    RdmaException.check("ibv_get_async_event", result);
    AsyncEventType type = AsyncEventType.of((int) event[0]);
    return Optional.of(new AsyncEvent(type, event[1], library.queues.get(event[1])));
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  void free() {
    // librdmacm, or the list of devices, keeps the device open.
  }
}
