package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;

/** The answers of a flow before it was known whose requests they answer. */
final class UnjoinedAnswers {
  private @Nullable EarlyAnswers answers;

  /** The answer among them that broke the connection. */
  private @Nullable EarlyRefusal refusal;

  /**
   * Takes one.
   *
   * @return whether they show that there were requests which were not seen
   */
  boolean add(TransportPacket packet) {
    EarlyAnswers all = EarlyAnswers.with(answers, packet, /* fromStart= */ false);
    answers = all;
    if (refusal == null) {
      refusal = EarlyRefusal.of(packet);
    }
    return all.isMissed();
  }

  /** All of them, once; null if there was none. */
  @Nullable EarlyAnswers take() {
    EarlyAnswers all = answers;
    answers = null;
    return all;
  }

  /** The one that broke the connection, once; null if none did. */
  @Nullable EarlyRefusal takeRefusal() {
    EarlyRefusal broke = refusal;
    refusal = null;
    return broke;
  }
}
