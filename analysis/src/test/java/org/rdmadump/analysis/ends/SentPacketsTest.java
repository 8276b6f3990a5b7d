package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which packets that are sent again are so for themselves. */
class SentPacketsTest {
  private final SentPackets sent = new SentPackets();

  private boolean again(int position) {
    return sent.beginsAgain(position, /* isAgain= */ true);
  }

  private void sendUpTo(int last) {
    for (int position = 1; position <= last; position++) {
      sent.beginsAgain(position, /* isAgain= */ false);
    }
  }

  @Test
  void shouldSendAllAgainBecauseOfTheFirst() {
    sendUpTo(5);

    assertThat(again(2)).isTrue();
    assertThat(again(3)).isFalse();
    assertThat(again(4)).isFalse();
  }

  /** Three segments are missing, of which the receiver has those between. */
  @Test
  void shouldSendEachAgainForItselfWhereTheReceiverAcknowledgesSelectively() {
    sendUpTo(7);
    sent.acknowledgesSelectively();

    assertThat(again(2)).isTrue();
    assertThat(again(4)).isTrue();
    assertThat(again(6)).isTrue();
  }
}
