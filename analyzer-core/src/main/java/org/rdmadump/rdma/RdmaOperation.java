package org.rdmadump.rdma;

import java.util.Optional;

/**
 * The beginning of an RDMA Write message or an RDMA Read request.
 *
 * @param transport what carries it
 * @param kind what it does
 * @param initiator side that sent it
 * @param handle R_Key or steering tag of the memory at the other side
 * @param address first address of that memory that it touches
 * @param length bytes that it announces
 * @param firstPsn PSN of its first packet, -1 where the transport has none
 * @param frame 1-based number of the frame
 * @param epochNanos time of the frame
 * @param sink where a Read puts the bytes, if the transport tells that
 * @param order its place among the requests of its initiator, see {@link SentOrder}; {@link
 *     SentOrder#NONE} if that is not known
 */
public record RdmaOperation(
    Transport transport,
    Kind kind,
    int initiator,
    int handle,
    long address,
    long length,
    int firstPsn,
    long frame,
    long epochNanos,
    Optional<ReadSink> sink,
    long order) {
  /** What an operation does with the memory of the other side. */
  public enum Kind {
    /** Puts bytes into it. */
    WRITE,
    /** Fetches bytes from it. */
    READ
  }
}
