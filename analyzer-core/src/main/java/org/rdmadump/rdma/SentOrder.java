package org.rdmadump.rdma;

/**
 * The order in which one side of a connection sent its requests: Sends, RDMA Writes and RDMA Read
 * requests. Each has a place in it, {@link Send#order()} and {@link RdmaOperation#order()}, which
 * does not depend on the order of the capture: the PSN over InfiniBand, extended to 64 bits, and
 * over iWARP the position in the stream. The receiver takes them in this order.
 */
public interface SentOrder {
  /** The place of what has none that is known. */
  long NONE = Long.MIN_VALUE;

  /** An order of which nothing is known. */
  SentOrder UNKNOWN =
      new SentOrder() {
        @Override
        public boolean isKnown() {
          return false;
        }

        @Override
        public long end() {
          return 0;
        }

        @Override
        public long receivedTo() {
          return 0;
        }

        @Override
        public boolean mayLackSend(long after, long before) {
          return false;
        }
      };

  /** {@return whether the side is known; if not, the other values are undefined} */
  default boolean isKnown() {
    return true;
  }

  /** {@return the place behind the last request that was seen; 0 if none was} */
  long end();

  /**
   * {@return whether all that the other side sends says what it had received of this side, as with
   * TCP: then it is known what is missing before it}
   */
  default boolean isToldByPeer() {
    return false;
  }

  /** {@return whether the side is known to have sent nothing behind that place} */
  default boolean hasEnded() {
    return false;
  }

  /** {@return the place before which the other side is known to have received all; 0 if none} */
  long receivedTo();

  /**
   * {@return whether there may be a Send between two places that was not captured, or not yet}
   *
   * @param after a place, exclusive
   * @param before a place, exclusive
   */
  boolean mayLackSend(long after, long before);

  /**
   * {@return whether something was captured between two places and given up by a limit}
   *
   * @param after a place, inclusive
   * @param before a place, exclusive
   */
  default boolean hasGivenUp(long after, long before) {
    return false;
  }
}
