package org.rdmadump.ib.qp;

import org.rdmadump.ib.Psn;

/** Answers that were captured before any request of the direction that they answer. */
final class EarlyAnswers {
  /** In place of a PSN. */
  private static final int NONE = -1;

  private final PsnSequence sequence;

  /** PSN of the last one; {@link #NONE} if there was none. */
  private int last = NONE;

  /** Whether they show that there were requests which were not seen, or not yet. */
  private boolean missed;

  EarlyAnswers(PsnSequence sequence) {
    this.sequence = sequence;
  }

  /**
   * Takes note of an answer to a request that was not seen, when none was.
   *
   * @param fromStart whether the connection was seen from its start
   * @return whether there certainly were requests that were not seen
   */
  boolean answeredUnseen(int wirePsn, boolean fromStart) {
    boolean more = fromStart || (last != NONE && Psn.distance(last, wirePsn) > 0);
    last = wirePsn;
    missed |= more;
    return more;
  }

  /** Whether an answer, of a flow that was joined just now, came before its request was seen. */
  boolean wasAnswered(int wirePsn) {
    if (!sequence.isStarted()) {
      last = wirePsn;
      return false;
    }
    return sequence.wasSeen(sequence.extend(wirePsn));
  }

  /** Takes note of the first request behind them: whether there were others before it. */
  boolean precede(long psn) {
    boolean others = last != NONE && (missed || psn <= sequence.extend(last));
    last = NONE;
    return others;
  }
}
