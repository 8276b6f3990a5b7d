package org.rdmadump.exercise.endpoint;

/** Why a connection cannot be made or used, in words for the user. */
public final class EndpointException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Reason {
    /** A library that is needed is not installed, or is not ours. */
    NO_LIBRARY,
    /** The name of the host has no address. */
    NO_ADDRESS,
    /** No RDMA device leads to the address, or has it. */
    NO_DEVICE,
    /** There is no route, or nobody answers. */
    UNREACHABLE,
    /** The other side refused. */
    REFUSED,
    /** Nothing came in the time that it was waited for. */
    TIMED_OUT,
    /** The connection ended. */
    DISCONNECTED,
    /** The thread was interrupted: the user wants to stop. */
    INTERRUPTED,
    /** Something else failed. */
    FAILED
  }

  private final Reason reason;
  private final byte[] said;

  /** A failure, in words. */
  public EndpointException(Reason reason, String message) {
    super(message);
    this.reason = reason;
    this.said = new byte[0];
  }

  /** A failure, in words, with what caused it. */
  public EndpointException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.said = new byte[0];
  }

  /**
   * A refusal, in words.
   *
   * @param said what the other side said with it: private data, which zeros may follow
   */
  public EndpointException(String message, byte[] said) {
    super(message);
    this.reason = Reason.REFUSED;
    this.said = said.clone();
  }

  /** {@return what kind of failure it is} */
  public Reason reason() {
    return reason;
  }

  /** {@return the message} */
  public String text() {
    return String.valueOf(getMessage());
  }

  /** {@return what the other side said with its refusal; nothing of other failures} */
  public byte[] said() {
    return said.clone();
  }
}
