package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentSecondTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999_999_999, 1_767_225_600_000_000_000L, -1, -1_000_000_000})
  void shouldWriteWhatCivilTimeWritesWhateverCameBefore(long first) {
    RecentSecond recent = new RecentSecond();

    for (long each = first; each > first - 3_000_000_000L; each -= 499_999_999) {
      AsciiBuffer text = new AsciiBuffer();
      AsciiBuffer expected = new AsciiBuffer();
      recent.putRfc3339(text, each);
      CivilTime.putRfc3339(expected, each);
      assertThat(text).hasToString(expected.toString());
      text.clear();
      recent.putRfc3339(text, each);
      assertThat(text).as("again").hasToString(expected.toString());
    }
  }
}
