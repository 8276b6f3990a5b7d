package org.rdmadump.exercise.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Patterns are functions of seed and place. */
final class PatternTest {
  @ParameterizedTest
  @EnumSource(Pattern.class)
  void aPartOfAPatternIsThatPartWhereverItBegins(Pattern pattern) {
    byte[] whole = pattern.bytes(7, 100, 200);
    for (int from = 0; from < 20; from++) {
      assertThat(pattern.bytes(7, 100 + from, 50))
          .isEqualTo(Arrays.copyOfRange(whole, from, from + 50));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Pattern.class,
      names = {"RANDOM", "TEXT", "COUNT"})
  void anotherSeedGivesOtherBytes(Pattern pattern) {
    assertThat(pattern.bytes(1, 0, 64)).isNotEqualTo(pattern.bytes(2, 0, 64));
  }

  @ParameterizedTest
  @EnumSource(Pattern.class)
  void aPatternIsFoundByItsNameAndByItsCode(Pattern pattern) {
    assertThat(Pattern.of(pattern.word())).contains(pattern);
    assertThat(Pattern.of(pattern.code())).contains(pattern);
    assertThat(Pattern.of("none")).isEmpty();
    assertThat(Pattern.of(200)).isEmpty();
  }

  @Test
  void patternsAreWhatTheirNamesSay() {
    assertThat(Pattern.COUNT.bytes(5, 0, 8)).containsExactly(0, 0, 0, 5, 0, 0, 0, 6);
    assertThat(Pattern.ZEROS.bytes(5, 9, 2)).containsExactly(0, 0);
    assertThat(Pattern.ONES.bytes(5, 9, 2)).containsExactly(-1, -1);
    assertThat(new String(Pattern.TEXT.bytes(5, 9, 100), StandardCharsets.US_ASCII))
        .matches("[a-z]{100}");
  }
}
