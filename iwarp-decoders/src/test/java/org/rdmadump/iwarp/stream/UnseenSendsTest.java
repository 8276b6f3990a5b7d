package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Gaps of a stream in which Sends may be: more of them than are told apart. */
class UnseenSendsTest {
  private static final int MANY = 40;
  private static final long EACH = 1000;

  private final UnseenSends unseen = new UnseenSends();

  /** A gap of 100 bytes at each multiple of a thousand, with a Send in each. */
  private void loseMany() {
    unseen.begin();
    unseen.message(1);
    for (int i = 1; i <= MANY; i++) {
      unseen.gap(i * EACH, i * EACH + 100);
      unseen.message(1 + 2 * i);
    }
  }

  @Test
  @DisplayName("a gap that lacks no message takes nothing back of the many before it")
  void shouldKeepGapsThatLackASend() {
    loseMany();
    long behind = MANY * EACH + 500;
    unseen.gap(behind, behind + 100);
    unseen.message(2 + 2 * MANY);

    assertThat(unseen.mayBeBetween(behind - 1, behind + 101)).isFalse();
    assertThat(unseen.mayBeBetween(MANY * EACH - 1, MANY * EACH + 101)).isTrue();
    assertThat(unseen.mayBeBetween(EACH - 1, EACH + 101)).isTrue();
  }

  @Test
  @DisplayName("with many gaps it is known of the latest what lies between them")
  void shouldTellTheLatestGapsApart() {
    loseMany();

    assertThat(unseen.mayBeBetween((MANY - 1) * EACH + 100, MANY * EACH)).isFalse();
  }

  @Test
  @DisplayName("what was sent before the capture began lacks no message of the capture")
  void shouldLeaveOutWhatWasBeforeTheCapture() {
    unseen.captureBegins(EACH);
    unseen.message(7);

    assertThat(unseen.mayBeBetween(0, 2 * EACH)).isFalse();
    assertThat(unseen.mayBeBetween(Long.MIN_VALUE, 2 * EACH)).isTrue();
  }

  @Test
  @DisplayName("behind the begin of the stream a message may be missing")
  void shouldMissWhatWasBehindTheBegin() {
    unseen.begin();
    unseen.captureBegins(EACH);
    unseen.message(2);

    assertThat(unseen.mayBeBetween(0, 2 * EACH)).isTrue();
  }
}
