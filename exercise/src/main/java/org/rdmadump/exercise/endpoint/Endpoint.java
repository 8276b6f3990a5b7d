package org.rdmadump.exercise.endpoint;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * One end of a reliable connection. Each operation waits for its completion; receives are posted
 * ahead, and again as they are taken. For one thread, but for {@link #close}.
 */
public interface Endpoint extends AutoCloseable {
  /** {@return what it can do} */
  Traits traits();

  /** {@return what the other side said when the connection was made; zeros may follow it} */
  byte[] peerData();

  /** {@return who the other side is, for messages: an address} */
  String peerName();

  /**
   * {@return memory that the other side may read and write, of {@code length} zeros; it lives as
   * long as the connection}
   *
   * @throws EndpointException if the device takes no more
   */
  Memory register(int length) throws EndpointException;

  /**
   * {@return memory that a Send of the other side may take away, where {@link Traits#invalidate}}
   *
   * @throws EndpointException if the device has no such memory
   */
  Memory registerInvalidatable(int length) throws EndpointException;

  /**
   * Sends a message.
   *
   * @param slices its bytes, in order; empty for a message of none
   * @param immediate data to go with it
   * @param invalidates handle of the other side to take away; not with immediate data
   * @throws EndpointException if it did not complete
   */
  void send(List<Slice> slices, OptionalInt immediate, OptionalInt invalidates)
      throws EndpointException;

  /**
   * Sends a message without waiting for its completion, which {@link #finish} has to do before
   * anything else is sent, written or read. Its bytes stay as they are until then.
   *
   * @throws EndpointException if it cannot be posted
   */
  void post(List<Slice> slices) throws EndpointException;

  /**
   * Waits for the completion of what was posted.
   *
   * @throws EndpointException if it did not complete
   */
  void finish() throws EndpointException;

  /**
   * Writes into memory of the other side.
   *
   * @param slices the bytes, in order, as many as {@code to} has
   * @param immediate data that completes a receive there
   * @throws EndpointException if it did not complete
   */
  void write(List<Slice> slices, Remote to, OptionalInt immediate) throws EndpointException;

  /**
   * Reads memory of the other side.
   *
   * @param slices where the bytes go, in order, as many as {@code from} has
   * @throws EndpointException if it did not complete
   */
  void read(List<Slice> slices, Remote from) throws EndpointException;

  /**
   * {@return the next message or immediate data}
   *
   * @param patience how long to wait
   * @throws EndpointException of reason {@code TIMED_OUT}, {@code DISCONNECTED} or another
   */
  Received receive(Duration patience) throws EndpointException;

  /** Disconnects and gives everything back. From any thread: what waits then ends. */
  @Override
  void close();
}
