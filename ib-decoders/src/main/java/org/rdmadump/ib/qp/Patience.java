package org.rdmadump.ib.qp;

import org.rdmadump.ib.cm.CmField;
import org.rdmadump.ib.cm.CmMessage;

/**
 * How long a Send waits for an acknowledgement, in time of the capture, from its latest copy on.
 *
 * <p>A requester without acknowledgement sends again when its timer runs out, which takes one to
 * four times the Local ACK Timeout (IBTA volume 1, 9.7.6.1.3), and as often as the Retry Count says
 * (12.7.34, 12.7.38). The connection manager tells both of them.
 */
final class Patience {
  /** No Send is settled sooner: adapters take short timeouts for longer ones. */
  static final long LEAST_NANOS = 2_000_000_000L;

  /** Where nothing is known of the timeout, or there is none. */
  static final long USUAL_NANOS = 5_000_000_000L;

  /** No Send waits longer: the timeout may be hours. */
  static final long MOST_NANOS = 60_000_000_000L;

  /** Unit of a timeout, times two to its power. */
  private static final long UNIT_NANOS = 4096;

  private Patience() {}

  /**
   * How long a requester waits at least before it sends again unprompted, whoever it is; 0 if that
   * is not known, or it does not.
   */
  static long timer(CmMessage req) {
    int timeout = req.number(CmField.PRIMARY_ACK_TIMEOUT);
    return timeout == 0 ? 0 : UNIT_NANOS << timeout;
  }

  /** What a request for a connection lets a Send of it wait, whoever sends it. */
  static long of(CmMessage req) {
    int timeout = req.number(CmField.PRIMARY_ACK_TIMEOUT);
    if (timeout == 0) {
      return USUAL_NANOS;
    }
    long nanos = (UNIT_NANOS << timeout) * Math.max(1, req.number(CmField.RETRY_COUNT));
    return Math.max(LEAST_NANOS, Math.min(MOST_NANOS, nanos));
  }
}
