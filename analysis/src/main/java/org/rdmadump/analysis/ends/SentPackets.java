package org.rdmadump.analysis.ends;

/** What one sender has sent of one kind, as its own capture shows it. */
final class SentPackets {
  private int last;
  private boolean again;

  /**
   * Takes the next packet.
   *
   * @param isAgain whether it was sent before
   * @return whether a retransmission begins with it, and does not go on
   */
  boolean beginsAgain(int position, boolean isAgain) {
    boolean begins = isAgain && !(again && position - last > 0);
    again = isAgain;
    last = position;
    return begins;
  }
}
