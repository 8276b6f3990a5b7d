package org.rdmadump.rdmacm;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.Errno;

/**
 * Thrown when a call of librdmacm or libibverbs fails. The message holds the call and the error's
 * name.
 */
public final class RdmaException extends IOException {
  private static final long serialVersionUID = 1;

  private final String call;
  private final int errno;
  private final transient @Nullable EventDetails event;

  RdmaException(String call, int errno) {
    this(call, errno, null);
  }

  RdmaException(String call, int errno, @Nullable EventDetails event) {
    super(call + ": " + Errno.describe(errno) + (event == null ? "" : ", " + event));
    this.call = call;
    this.errno = errno;
    this.event = event;
  }

  /** {@return the name of the failed function, such as {@code rdma_resolve_addr}} */
  public String call() {
    return call;
  }

  /** {@return the error number} */
  public int errno() {
    return errno;
  }

  /** {@return the error; {@link Errno#UNKNOWN} if its number has no name} */
  public Errno error() {
    return Errno.of(errno);
  }

  /**
   * {@return the event that reported the failure of a synchronous call, such as a rejection with
   * the peer's private data}
   */
  public Optional<EventDetails> event() {
    return Optional.ofNullable(event);
  }

  /** Throws if a result is a negated errno. */
  static void check(String call, int result) throws RdmaException {
    if (result < 0) {
      throw new RdmaException(call, -result);
    }
  }

  /** {@return the result, unless it is a negated errno} */
  static int checked(String call, int result) throws RdmaException {
    check(call, result);
    return result;
  }

  /** {@return the pointer, unless it is a negated errno} */
  static long checked(String call, long result) throws RdmaException {
    if (result < 0) {
      throw new RdmaException(call, (int) -result);
    }
    return result;
  }
}
