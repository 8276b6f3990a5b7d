package org.rdmadump.rpcrdma;

/**
 * Calls in flight of one side of a connection, and the credits that the other side grants (RFC 8166
 * section 4.2.3). Each direction of calls has its own credits. A number of credits is unsigned: up
 * to 4,294,967,295.
 *
 * <pre>{@code
 * int most = connection.credits(Direction.FORWARD).mostInFlight();
 * }</pre>
 */
public final class CreditUse {
  private long asked;
  private long granted;
  private boolean isGrantSeen;
  private long leastGranted;
  private long mostGranted;
  private int inFlight;
  private int mostInFlight;
  private int mostLately;
  private long overruns;
  private long exhausted;

  CreditUse() {}

  /** Counts a call that requests so many credits. */
  void called(long credits) {
    asked = credits;
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    mostLately = Math.max(mostLately, inFlight);
    exhausted += isGrantSeen && inFlight >= granted ? 1 : 0;
  }

  /** A call is not in flight any more. */
  void over() {
    inFlight--;
  }

  /** The last call was one more than was granted when it was sent. */
  void overrun() {
    overruns++;
  }

  /** Takes what a reply grants. */
  void granted(long credits) {
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

  /** Credits that the last call requested, 0 before the first call. */
  public long asked() {
    return asked;
  }

  /** Whether a reply with a grant was seen; a grant may be 0. */
  public boolean isGrantSeen() {
    return isGrantSeen;
  }

  /** Credits that the last reply granted, 0 before the first reply. */
  public long granted() {
    return granted;
  }

  /** The smallest grant of a reply, 0 without a reply. */
  public long leastGranted() {
    return leastGranted;
  }

  /** The largest grant of a reply, 0 without a reply. */
  public long mostGranted() {
    return mostGranted;
  }

  /** Calls in flight. */
  public int inFlight() {
    return inFlight;
  }

  /** The most calls in flight at once. */
  public int mostInFlight() {
    return mostInFlight;
  }

  /**
   * Calls sent beyond the grant at that time, including the one call allowed before the first grant
   * (RFC 8166 section 3.3.3). Calls are not counted if missing packets make the grant uncertain.
   */
  public long overruns() {
    return overruns;
  }

  /** Calls that used the last credit of the grant, or went beyond it. */
  public long exhausted() {
    return exhausted;
  }

  /** The most calls in flight since the last call of this method, for a series over time. */
  public int takeMostInFlight() {
    int most = mostLately;
    mostLately = inFlight;
    return most;
  }
}
