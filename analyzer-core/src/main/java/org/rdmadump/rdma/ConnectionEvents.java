package org.rdmadump.rdma;

import org.rdmadump.finding.Finding;

/**
 * The events of one RDMA connection: the common model of InfiniBand and iWARP.
 *
 * <p>Events are calls, not objects, because most packets are fragments and nothing may be allocated
 * for them. Whoever takes the events keeps the connection's state above the transport, and drops it
 * with {@link #closed}.
 */
public interface ConnectionEvents {
  /**
   * An RDMA Write or Read begins. Its fragments go to the sink that is returned: for a Write those
   * that the initiator sends, for a Read those that it is sent.
   */
  FragmentSink operation(RdmaOperation operation);

  /** All that is going to be seen of a Send was seen; whether it was delivered is not yet known. */
  void sendArrived(Send send);

  /** It is now known, or given up, whether a Send that arrived was delivered. */
  default void sendSettled(Send send) {}

  /**
   * A packet of a Send came again, or bytes of a stream did, for whoever shows frames.
   *
   * @param side that sent them
   * @param from PSN on the wire, or position in the stream of the first byte
   * @param to PSN or position behind the last
   */
  default void sentAgain(int side, long from, long to, long frame) {}

  /**
   * Whether a Send that arrived and was acknowledged can use data that was not captured yet: of
   * operations that were sent before it, or of a Send that it answers. A transport may wait a while
   * for what was captured late before it settles such a Send.
   */
  default boolean lacksData(Send send) {
    return false;
  }

  /**
   * Whether a Send that arrived and was acknowledged answers one that was not seen, though nothing
   * shows yet that packets are missing. The next request of the other side may show it.
   */
  default boolean lacksCall(Send send) {
    return false;
  }

  /**
   * Something was noticed that belongs to no operation and no Send; the next message may say it.
   */
  default void finding(Finding finding) {}

  /** Whether what is noticed of a Send, or of an operation, is told with a message. */
  default boolean tellsOfSends() {
    return true;
  }

  /** Something was noticed that has nothing to do with the message that comes next. */
  default void alone(Finding finding) {
    finding(finding);
  }

  /** What {@link #finding} told turned out not to be so; too late if it was handed on already. */
  default void withdraw(Finding finding) {}

  /**
   * Packets of the connection were not captured, and Sends may be among them: from now on it is not
   * known any more what else was said.
   */
  default void missed() {}

  /** Whether {@code side} advertised memory that includes this range and is still valid. */
  default boolean advertises(int side, int handle, long address, long length) {
    return false;
  }

  /** Whether {@code side} sent a call with this XID and has no reply yet. */
  default boolean awaitsReply(int side, int xid) {
    return false;
  }

  /**
   * Takes over what the other direction of the same queue pair or stream gathered while the two
   * were not known to belong together: its first side is this connection's second.
   */
  void join(ConnectionEvents other);

  /** The connection ended, or the capture did. */
  void closed(Ending ending);

  /** Why a connection gets no more events. */
  enum Ending {
    /** The peers disconnected, or an error broke the connection. */
    DISCONNECTED,
    /** The capture ended. */
    CAPTURE_ENDED,
    /** The table of connections was full. */
    EVICTED
  }
}
