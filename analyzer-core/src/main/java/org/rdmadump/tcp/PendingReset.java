package org.rdmadump.tcp;

/**
 * A RST that ends a connection once all before it was captured; unless it is ahead of what its
 * sender was seen to send, and the connection goes on. Its receiver did not heed it then, as only
 * the sequence number that is next ends a connection.
 *
 * <p>RFC 9293 section 3.10.7.4, RFC 5961 section 3.
 *
 * @param side that sent it
 * @param position of it in the stream of that side
 * @param seenTo position behind all that was seen of that stream
 * @param otherTo position behind all that was seen or acknowledged of the other stream
 * @param ahead whether it is behind what is next
 * @param number of the segment in its connection
 * @param nanos its time
 */
record PendingReset(
    int side, long position, long seenTo, long otherTo, boolean ahead, long number, long nanos) {
  /** Whether it may yet turn out whether what precedes it was only captured behind it. */
  boolean isYoung(StreamClock now) {
    return now.isWithin(1, number, nanos);
  }

  /** Whether its sender sent what is behind it. */
  boolean isOvertaken(TcpStream stream) {
    return ahead && stream.acknowledgements().highest() > Math.max(position, seenTo);
  }

  /** Whether its sender went on, or its receiver did after all that was on its way. */
  boolean wentOn(TcpStream stream, TcpStream other) {
    long to = stream.acknowledgements().highest();
    return ahead
        && ((to > seenTo && to < position)
            || stream.reassembly().advancedNanos() > nanos
            || other.reassembly().advancedNanos() - nanos >= StreamClock.NANOS_TO_WAIT
            || other.acknowledgements().acknowledged() > otherTo);
  }
}
