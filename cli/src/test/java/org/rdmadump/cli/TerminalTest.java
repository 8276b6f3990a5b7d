package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "132, 132", "0, 80", "-5, 80", "wide, 80", "'', 80", "99999999999, 80"})
  void shouldBeAsWideAsTheEnvironmentSays(String environment, int columns) {
    assertThat(Terminal.columns(Optional.of(environment))).isEqualTo(columns);
  }

  @Test
  void shouldBeOfTheUsualWidthIfNothingIsSaid() {
    assertThat(Terminal.columns(Optional.empty())).isEqualTo(80);
  }
}
