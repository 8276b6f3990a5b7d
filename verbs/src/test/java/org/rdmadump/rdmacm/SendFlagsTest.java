package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.verbs.SendFlags.FENCE;
import static org.rdmadump.verbs.SendFlags.INLINE;
import static org.rdmadump.verbs.SendFlags.NONE;
import static org.rdmadump.verbs.SendFlags.SIGNALED;
import static org.rdmadump.verbs.SendFlags.SOLICITED;

import org.junit.jupiter.api.Test;

/** Flags of send requests, whose numbers are those of {@code enum ibv_send_flags} in verbs.h. */
class SendFlagsTest {
  @Test
  void shouldHaveTheNumbersOfTheHeader() {
    assertThat(NONE.bits()).isZero();
    assertThat(FENCE.bits()).isEqualTo(1);
    assertThat(SIGNALED.bits()).isEqualTo(2);
    assertThat(SOLICITED.bits()).isEqualTo(4);
    assertThat(INLINE.bits()).isEqualTo(8);
    assertThat(FENCE.and(INLINE).bits()).isEqualTo(9);
  }

  @Test
  void shouldExistOncePerCombination() {
    assertThat(SIGNALED.and(INLINE)).isSameAs(INLINE.and(SIGNALED).and(NONE));
    assertThat(SIGNALED.and(SIGNALED)).isSameAs(SIGNALED);
  }

  @Test
  void shouldHaveOnlyAllFlagsOfOthers() {
    assertThat(SIGNALED.and(INLINE).has(INLINE)).isTrue();
    assertThat(INLINE.has(SIGNALED.and(INLINE))).isFalse();
    assertThat(NONE.has(NONE)).isTrue();
  }

  @Test
  void shouldSayWhichTheyAre() {
    assertThat(SIGNALED.and(SOLICITED)).hasToString("[SIGNALED, SOLICITED]");
    assertThat(NONE).hasToString("[]");
  }
}
