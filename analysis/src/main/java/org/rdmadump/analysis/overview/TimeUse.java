package org.rdmadump.analysis.overview;

/**
 * Where the time of a capture went, in nanoseconds.
 *
 * @param span from the first frame to the last
 * @param busy part of it in which a call of any client waited for its reply
 * @param unanswered part of {@code busy} in which only calls waited that got no reply
 * @param waited sum of the latencies of the clients' calls; more than {@code busy} if calls overlap
 * @param wire part of {@code waited} in which packets of the calls were on the wire; the rest is
 *     that of the servers, and of the way to them from where the capture was made
 * @param unknown clients' calls whose replies were not captured; their time is in none of these
 */
public record TimeUse(long span, long busy, long unanswered, long waited, long wire, long unknown) {
  /** {@return the part of the span in which a call waited that got its reply} */
  public long answered() {
    return busy - unanswered;
  }

  /** {@return the part of the span in which no call of a client waited} */
  public long idle() {
    return Math.max(0, span - busy);
  }
}
