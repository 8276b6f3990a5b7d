package org.rdmadump.exercise;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.exercise.plain.Refusal;

/**
 * Whose turn it is with a server: one client at a time, from the first connection of its run to the
 * last. Used by the thread that takes connections, which waits here for a connection that is ending
 * to be gone, and by the one that serves.
 */
final class Turn {
  /** How long one client may need to be gone before another one is refused. */
  private static final long GRACE_MILLIS = 500;

  /** The same of the client's own next connection, which comes as soon as one ends. */
  private static final long OWN_GRACE_MILLIS = 5_000;

  private static final long MOST_BETWEEN_MILLIS = 10_000;

  private final long betweenMillis;
  private final long patienceMillis;
  private final long most;
  private OptionalLong run = OptionalLong.empty();
  private String peer = "";
  private boolean serving;

  /** Whether all is served of the connection, which only has to be closed. */
  private boolean closing;

  /** Whether somebody waited for nothing while this connection is served: nobody does again. */
  private boolean inVain;

  private boolean ownInVain;
  private boolean last;
  private boolean over = true;
  private long endedNanos;
  private boolean another;
  private long clients;

  /**
   * Nobody's turn.
   *
   * @param patience how long the next connection of a run is waited for; another client may come
   *     before, after 10 s
   * @param most clients whose turn may come
   */
  Turn(Duration patience, long most) {
    this.most = most;
    this.patienceMillis = patience.toMillis();
    this.betweenMillis = Math.min(MOST_BETWEEN_MILLIS, patienceMillis);
  }

  /**
   * {@return why a connection is refused; empty if it may be served, whose turn it is then}
   *
   * @param ofRun run that it belongs to, if it says so
   * @param lastOfRun whether it is the last one of its client
   */
  synchronized Optional<Refusal> busyFor(OptionalLong ofRun, boolean lastOfRun)
      throws InterruptedException {
    boolean same = ofRun.isPresent() && ofRun.equals(run);
    await(same);
    if (isOver()) {
      return Optional.of(new Refusal(Refusal.Reason.ENDING, ""));
    }
    boolean waitedFor =
        !over && !same && (clients >= most || millisSince(endedNanos) < betweenMillis);
    if (serving || waitedFor) {
      return Optional.of(new Refusal(Refusal.Reason.BUSY, peer));
    }
    another |= over || !same;
    run = ofRun;
    last = lastOfRun;
    over = false;
    peer = "another client";
    endedNanos = System.nanoTime();
    return Optional.empty();
  }

  /** Waits for the connection that is served to be gone, if that may be. */
  private void await(boolean same) throws InterruptedException {
    long start = System.nanoTime();
    long grace = same ? OWN_GRACE_MILLIS : GRACE_MILLIS;
    boolean vain = same ? ownInVain : inVain;
    while (serving) {
      long left =
          (closing ? betweenMillis : vain ? 0 : Math.min(grace, betweenMillis))
              - millisSince(start);
      if (left <= 0) {
        ownInVain |= same;
        inVain |= !same;
        return;
      }
      wait(left);
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  /** The connection that may be served is there. */
  synchronized void begin(String with) {
    serving = true;
    closing = false;
    inVain = false;
    ownInVain = false;
    peer = with;
    clients += another ? 1 : 0;
    another = false;
  }

  /** All that the client asked for is served. */
  synchronized void closing() {
    closing = true;
    notifyAll();
  }

  /** It has ended; the client is not waited for any more if that was before its time. */
  synchronized void end(boolean early) {
    serving = false;
    over = last || early;
    endedNanos = System.nanoTime();
    notifyAll();
  }

  /** Clients whose turn came so far. */
  synchronized long clients() {
    return clients;
  }

  /**
   * Whether as many clients are done as are to be served; one that does not come back in time is,
   * too.
   */
  synchronized boolean isOver() {
    return clients >= most && !serving && (over || millisSince(endedNanos) >= patienceMillis);
  }
}
