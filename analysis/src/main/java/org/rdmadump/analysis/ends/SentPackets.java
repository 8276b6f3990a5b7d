package org.rdmadump.analysis.ends;

/** What one sender has sent of one kind, as its own capture shows it. */
final class SentPackets {
  /** What its receiver asked for last. */
  final Refusal refusal = new Refusal();

  /** In which order they arrived. */
  final ArrivalOrder arrivals = new ArrivalOrder();

  /** No sender has so much under way: a packet so far from the last is of another connection. */
  private static final int FAR = 1 << 24;

  /** Whether the receiver tells what it has behind a gap, so that the sender resends the rest. */
  private boolean selective;

  private int last;
  private int greatest;
  private boolean begun;
  private boolean again;

  /**
   * Notes that a packet is sent again that its receiver asked for.
   *
   * @return whether it arrived, but behind what was sent later
   */
  boolean endsLate(int begin) {
    boolean wasWanted = refusal.is(begin) && !refusal.isNotReady();
    // Its receiver may see it before it says what it lacks, and lack it all the same.
    boolean wasBehind = arrivals.endsBehind(begin) && wasWanted;
    return refusal.endsLate(begin) || wasBehind;
  }

  /** Notes that the receiver acknowledges selectively (RFC 2018). */
  void acknowledgesSelectively() {
    selective = true;
  }

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
   * @return whether it is sent again for itself, and not because one before it is
   */
  boolean beginsAgain(int position, boolean isAgain) {
    boolean begins = isAgain && (selective || !(again && position - last > 0));
    boolean isGreatest = !begun || position - greatest > 0 || isOther(position);
    // The capture may lack the first copy.
    again = isAgain || !isGreatest;
    greatest = isGreatest ? position : greatest;
    begun = true;
    last = position;
    return begins;
  }
}
