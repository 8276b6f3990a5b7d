package org.rdmadump.rpcrdma.memory;

import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/**
 * The messages of the protocol that a connection carries: the one door between placed memory and
 * what a protocol makes of it.
 *
 * <p>The connection hands every Send to the protocol, which adds the memory that the Send
 * advertises to the {@link RdmaInfo} of the sending side. The connection then places what RDMA
 * Reads and Writes move in there, and tells the protocol of each operation. When a later Send ends
 * the use of the memory, the protocol takes the bytes out of its segments.
 */
public interface ProtocolMessages {
  /**
   * An operation begins.
   *
   * @param memory of the side whose memory it is on
   * @param placed the part of a segment that takes its bytes
   * @return what takes its packets: {@code placed}, or something in front of it
   */
  FragmentSink placed(RdmaOperation operation, RdmaInfo memory, RdmaSubSegment placed);

  /** All that is going to be seen of a Send was seen. */
  void arrived(Send send);

  /** It is known, or given up, whether a Send that arrived was delivered. */
  void settled(Send send);

  /** Whether a Send that arrived can use data that was not captured yet. */
  boolean lacksData(Send send);

  /** Takes what the transport found that belongs to no operation and no Send. */
  void finding(Finding finding);

  /** Takes what the transport found that no message is to tell. */
  void alone(Finding finding);

  /** Takes back what it was told, if no message has it yet. */
  void withdraw(Finding finding);

  /** Packets of the connection were not captured, and Sends may be among them. */
  void missed();

  /** The connection ended, or the capture did; memory is still there. */
  void closed(ConnectionEvents.Ending ending);
}
