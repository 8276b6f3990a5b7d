package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Long texts are cut, characters are not. */
class ShortTextTest {
  private static final String GRIN = Character.toString(0x1f600);

  @Test
  void shouldKeepWhatFits() {
    assertThat(ShortText.of("", 4)).isEmpty();
    assertThat(ShortText.of("abcdef", 6)).isEqualTo("abcdef");
  }

  @Test
  void shouldCutWhatDoesNot() {
    assertThat(ShortText.of("abcdefg", 6)).isEqualTo("abc...");
  }

  @Test
  void shouldNotHalveACharacterOfTwoSurrogates() {
    assertThat(ShortText.of("ab" + GRIN + "cdef", 6)).isEqualTo("ab...");
    assertThat(ShortText.of("a" + GRIN + "cdefg", 6)).isEqualTo("a" + GRIN + "...");
  }

  @Test
  void shouldCutBetweenHalvesThatAreNoPair() {
    assertThat(ShortText.of("ab\ud83dcdefg", 6)).isEqualTo("ab\ud83d...");
  }
}
