package org.rdmadump.rdma;

import java.util.OptionalInt;

/**
 * How a connection ended, and which side ended it.
 *
 * @param how what ended it
 * @param side that ended it; empty if neither side did, or if it is unknown
 * @param reason in words, such as the reason of a REJ or the error that came before; may be empty
 * @param frame 1-based number of the frame that says so, 0 if none does
 * @param epochNanos time of that frame, 0 if there is none
 */
public record ConnectionEnd(How how, OptionalInt side, String reason, long frame, long epochNanos) {
  /** {@return whether an error ended it: a reset, a Terminate, or what gave a reason} */
  public boolean isAbort() {
    return how == How.RST || how == How.TERMINATE || !reason.isEmpty();
  }

  /** What ends a connection. */
  public enum How {
    /** A disconnect request or its reply, of the connection manager. */
    DREQ("dreq"),
    /** The connection manager or an MPA Reply rejected it. */
    REJ("rej"),
    /** Both sides of TCP said that they send no more. */
    FIN("fin"),
    /** TCP was broken off. */
    RST("rst"),
    /** A Terminate message of RDMAP. */
    TERMINATE("terminate"),
    /** Another connection uses its queue pair, or its addresses and ports. */
    REPLACED("replaced"),
    /** It was found to be the other direction of another one, which goes on. */
    JOINED("joined"),
    /** A limit of our own. */
    EVICTED("evicted"),
    /** Nothing: it was there when the capture ended. */
    CAPTURE_END("capture_end");

    private final String label;

    How(String label) {
      this.label = label;
    }

    /** The name that output uses. */
    public String label() {
      return label;
    }
  }
}
