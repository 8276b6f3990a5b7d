package org.rdmadump.analysis.ends;

/** What one sender has sent of one kind, as its own capture shows it. */
final class SentPackets {
  /** What its receiver asked for last. */
  final Refusal refusal = new Refusal();

  /** No sender has so much under way: a packet so far from the last is of another connection. */
  private static final int FAR = 1 << 24;

  private int last;
  private int greatest;
  private boolean begun;
  private boolean again;

  /** Whether a packet cannot be of the same connection as the one before it. */
  boolean isOther(int position) {
    // Numbers begin again at 0 behind the greatest.
    int distance = position - last;
    return begun && (distance > FAR || distance < -FAR);
  }

  /**
   * Takes the next packet.
   *
   * @param isAgain whether it was sent before
   * @return whether a retransmission begins with it, and does not go on
   */
  boolean beginsAgain(int position, boolean isAgain) {
    boolean begins = isAgain && !(again && position - last > 0);
    // The capture may lack the first copy of a packet in the middle.
    again = isAgain || (again && greatest - position >= 0);
    greatest = !begun || position - greatest > 0 || isOther(position) ? position : greatest;
    begun = true;
    last = position;
    return begins;
  }
}
