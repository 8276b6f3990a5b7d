package org.rdmadump.exercise;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Whose turn it is with a server: one client at a time, from the first connection of its run to the
 * last. Used by the thread that takes connections and by the one that serves.
 */
final class Turn {
  /** How long a client that is not quite done is waited for before another one is refused. */
  private static final long GRACE_MILLIS = 1000;

  private static final long MOST_BETWEEN_MILLIS = 10_000;

  private final long betweenMillis;
  private final long most;
  private OptionalLong run = OptionalLong.empty();
  private String peer = "";
  private boolean serving;
  private boolean ending;
  private boolean over = true;
  private long endedNanos;
  private boolean another;
  private long clients;

  /** Nobody's turn; between two connections of a run there may be so much time. */
  Turn(Duration between, long most) {
    this.most = most;
    this.betweenMillis = Math.min(MOST_BETWEEN_MILLIS, between.toMillis());
  }

  /**
   * {@return whom the server is busy with; empty if a connection may be served, whose turn it is
   * then}
   *
   * @param ofRun run that it belongs to, if it says so
   * @param last whether it is the last one of its client
   */
  synchronized Optional<String> busyFor(OptionalLong ofRun, boolean last)
      throws InterruptedException {
    boolean same = ofRun.isPresent() && ofRun.equals(run);
    await(same ? betweenMillis : ending ? GRACE_MILLIS : 0);
    if (isOver()) {
      return Optional.of("nobody any more");
    }
    if (serving || (!over && !same && millisSince(endedNanos) < betweenMillis)) {
      return Optional.of(peer);
    }
    another = over || !same;
    run = ofRun;
    ending = last;
    over = false;
    peer = "another client";
    endedNanos = System.nanoTime();
    return Optional.empty();
  }

  private void await(long millis) throws InterruptedException {
    long start = System.nanoTime();
    while (serving) {
      long left = millis - millisSince(start);
      if (left <= 0) {
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
    peer = with;
    clients += another ? 1 : 0;
  }

  /** It has ended; the client is not waited for any more if that was before its time. */
  synchronized void end(boolean early) {
    serving = false;
    over = ending || early;
    endedNanos = System.nanoTime();
    notifyAll();
  }

  /** Clients whose turn came so far. */
  synchronized long clients() {
    return clients;
  }

  /** Whether as many clients are done as are to be served. */
  synchronized boolean isOver() {
    return clients >= most && over && !serving;
  }
}
