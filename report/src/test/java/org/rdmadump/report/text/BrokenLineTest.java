package org.rdmadump.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokenLineTest {
  private static List<String> broken(String text, int width) {
    List<String> lines = new ArrayList<>();
    BrokenLine.add(text, width, lines);
    return lines;
  }

  @Test
  void shouldCountColumnsOfWideAndCombiningCharacters() {
    assertThat(BrokenLine.columns("\u6f22\u5b57")).isEqualTo(4);
    assertThat(BrokenLine.columns("\ud83d\ude00")).isEqualTo(2);
    assertThat(BrokenLine.columns("e\u0301")).isEqualTo(1);
    assertThat(BrokenLine.columns("\033[36mREAD\033[0m")).isEqualTo(4);
  }

  @Test
  void shouldBreakALineBeforeAWideTextThatDoesNotFit() {
    assertThat(broken("LOOKUP  \u6f22\u6f22\u6f22\u6f22  1.00 ms", 15))
        .containsExactly("LOOKUP", "      \u6f22\u6f22\u6f22\u6f22", "      1.00 ms");
  }
}
