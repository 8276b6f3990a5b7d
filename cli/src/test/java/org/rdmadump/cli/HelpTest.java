package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HelpTest {
  private static final int COLUMNS = 80;
  private static final int LINES = 40;

  @ParameterizedTest
  @EnumSource(CommandOption.class)
  void shouldNameEveryOption(CommandOption option) {
    assertThat(Help.text()).containsPattern("(^|[\\s,])" + option.display() + "([\\s,]|$)");
  }

  @ParameterizedTest
  @EnumSource(CommandOption.class)
  void shouldDescribeTheOptionsOfThisVersionOnly(CommandOption option) {
    String described = Help.TEXT.substring(Help.TEXT.indexOf("usage:"));

    assertThat(
            described.contains(option.display() + " ")
                || described.contains(option.display() + ","))
        .isEqualTo(option.built());
  }

  @Test
  void shouldFitAScreen() {
    assertThat(Help.text().lines().toList())
        .hasSizeLessThanOrEqualTo(LINES)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(COLUMNS));
  }

  @Test
  void shouldBeginWithExamples() {
    assertThat(Help.text().indexOf("rdmadump trace.pcap")).isLessThan(Help.text().indexOf("usage"));
  }
}
