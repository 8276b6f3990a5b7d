package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusalTest {
  private static final int WANTED = 7;

  private final Refusal refusal = new Refusal();

  @Test
  void shouldCallLateWhatArrivesAfterItWasAskedFor() {
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ true);
    refusal.arrived(WANTED);

    assertThat(refusal.endsLate(WANTED)).isTrue();
  }

  @Test
  void shouldNotCallLateWhatArrivedBefore() {
    refusal.arrived(WANTED);
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ true);

    assertThat(refusal.endsLate(WANTED)).isFalse();
    assertThat(refusal.is(WANTED)).isTrue();
  }

  @Test
  void shouldNotCallLateWhatIsSentAgain() {
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ true);
    assertThat(refusal.endsLate(WANTED)).isFalse();
    refusal.arrived(WANTED);

    assertThat(refusal.endsLate(WANTED)).isFalse();
  }

  @Test
  void shouldForgetALatePacketWhenItIsAskedForOnceMore() {
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ true);
    refusal.arrived(WANTED);
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ true);

    assertThat(refusal.endsLate(WANTED)).isFalse();
  }

  @Test
  void shouldKeepALatePacketWhenTheSameGapIsReportedOnceMore() {
    refusal.lack(WANTED);
    refusal.arrived(WANTED);
    refusal.lack(WANTED);

    assertThat(refusal.endsLate(WANTED)).isTrue();
  }

  @Test
  void shouldNotTakeTheSendersViewForALaterOne() {
    refusal.refuse(WANTED, /* isNotReady= */ true, /* isOwn= */ true);
    refusal.arrived(WANTED);
    refusal.refuse(WANTED, /* isNotReady= */ true, /* isOwn= */ false);

    assertThat(refusal.isNotReady()).isTrue();
    assertThat(refusal.endsLate(WANTED)).isTrue();
  }

  @Test
  void shouldNotKnowWhatIsLateWithoutTheReceiversView() {
    refusal.refuse(WANTED, /* isNotReady= */ false, /* isOwn= */ false);
    refusal.arrived(WANTED);

    assertThat(refusal.endsLate(WANTED)).isFalse();
  }
}
