package org.rdmadump.rpcrdma;

/**
 * How many calls one side of a connection has in flight, and how many the other allows it (RFC 8166
 * section 4.2.3). Each direction of calls has credits of its own.
 *
 * <pre>{@code
 * int most = connection.credits(Direction.FORWARD).mostInFlight();
 * }</pre>
 */
public final class CreditUse {
  private int asked;
  private int granted;
  private boolean isGrantSeen;
  private int leastGranted;
  private int mostGranted;
  private int inFlight;
  private int mostInFlight;
  private int mostLately;
  private long overruns;
  private long exhausted;

  CreditUse() {}

  public void called(int credits) {
    asked = credits;
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    mostLately = Math.max(mostLately, inFlight);
    exhausted += isGrantSeen && inFlight >= granted ? 1 : 0;
  }

  public void over() {
    inFlight--;
  }

  /** The last call was one more than was granted when it was sent. */
  public void overrun() {
    overruns++;
  }

  public void granted(int credits) {
    leastGranted = isGrantSeen ? Math.min(leastGranted, credits) : credits;
    isGrantSeen = true;
    mostGranted = Math.max(mostGranted, credits);
    granted = credits;
  }

  void add(CreditUse other) {
    inFlight += other.inFlight;
    overruns += other.overruns;
    exhausted += other.exhausted;
    asked = Math.max(asked, other.asked);
    mostInFlight = Math.max(mostInFlight, other.mostInFlight);
    mostLately = Math.max(mostLately, other.mostLately);
    if (other.isGrantSeen) {
      leastGranted = isGrantSeen ? Math.min(leastGranted, other.leastGranted) : other.leastGranted;
      mostGranted = Math.max(mostGranted, other.mostGranted);
      granted = isGrantSeen ? granted : other.granted;
      isGrantSeen = true;
    }
  }

  /** What the last call asked for, 0 before the first. */
  public int asked() {
    return asked;
  }

  /** Whether a reply was seen that grants some; one may also grant 0. */
  public boolean isGrantSeen() {
    return isGrantSeen;
  }

  /** What the last reply granted, 0 before the first. */
  public int granted() {
    return granted;
  }

  /** The least that a reply granted, 0 if there was none. */
  public int leastGranted() {
    return leastGranted;
  }

  /** The most that a reply granted, 0 if there was none. */
  public int mostGranted() {
    return mostGranted;
  }

  /** Calls that wait for an answer. */
  public int inFlight() {
    return inFlight;
  }

  /** The most calls that ever waited at once. */
  public int mostInFlight() {
    return mostInFlight;
  }

  /**
   * Calls that were more than was granted when they were sent, the one that may go before the first
   * grant included (RFC 8166 section 3.3.3); those are not counted of which that is not known, as
   * packets are missing.
   */
  public long overruns() {
    return overruns;
  }

  /** Calls that used the last credit of those granted then, or went beyond it. */
  public long exhausted() {
    return exhausted;
  }

  /** The most calls that waited at once since this was asked last, for a series over time. */
  public int takeMostInFlight() {
    int most = mostLately;
    mostLately = inFlight;
    return most;
  }
}
