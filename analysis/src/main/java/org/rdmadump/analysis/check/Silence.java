package org.rdmadump.analysis.check;

import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A time in which a call waited and nothing new moved over its connection.
 *
 * @param nanos how long, in nanoseconds
 * @param frame the last frame with new data before it
 * @param call the call that waited
 * @param until what ended it
 */
public record Silence(long nanos, long frame, RpcMessage call, Until until) {
  /** What ends a silence. */
  public enum Until {
    /** The reply to the call. */
    REPLY,
    /** The end of the connection, without a reply. */
    CONNECTION_END,
    /** The end of the capture, without a reply. */
    CAPTURE_END
  }
}
