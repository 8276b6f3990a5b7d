package org.rdmadump.report.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FittedLinesTest {
  private static String fitted(int width, boolean unicode, byte[] text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (FittedLines lines = new FittedLines(out, width, unicode)) {
      for (byte b : text) {
        lines.write(b);
      }
    }
    return out.toString(UTF_8);
  }

  private static String fitted(int width, String text) throws IOException {
    return fitted(width, true, text.getBytes(UTF_8));
  }

  @Test
  void shouldLeaveLinesThatFitAndCutOthersWithAnEllipsis() throws IOException {
    assertThat(fitted(5, "12345\n123456\n\n1\n")).isEqualTo("12345\n1234\u2026\n\n1\n");
    assertThat(fitted(5, false, "12345\n123456\n".getBytes(UTF_8))).isEqualTo("12345\n12...\n");
    assertThat(fitted(1, "12\n1\n")).isEqualTo("\u2026\n1\n");
    assertThat(fitted(2, false, "123\n".getBytes(UTF_8))).isEqualTo("..\n");
  }

  @Test
  void shouldCountColoursAsNothingAndEndThemWhereItCuts() throws IOException {
    assertThat(fitted(4, "\033[31mab\033[0mcd\n")).isEqualTo("\033[31mab\033[0mcd\n");
    assertThat(fitted(4, "\033[1;31mabcdef\033[0m\nx\n"))
        .isEqualTo("\033[1;31mabc\u2026\033[0m\nx\n");
    assertThat(fitted(4, "abc\033[31md\033[0m\n")).isEqualTo("abc\033[31md\033[0m\n");
  }

  @Test
  void shouldCountWideCharactersTwiceAndCombiningOnesNotAtAll() throws IOException {
    assertThat(fitted(4, "\u6f22\u5b57\n")).isEqualTo("\u6f22\u5b57\n");
    assertThat(fitted(4, "\u6f22\u5b57x\n")).isEqualTo("\u6f22\u2026\n");
    assertThat(fitted(3, "e\u0301e\u0301e\u0301\n")).isEqualTo("e\u0301e\u0301e\u0301\n");
    assertThat(FittedLines.columns(0x1f600)).isEqualTo(2);
  }

  @Test
  void shouldPassNothingOnThatCanSteerATerminal() throws IOException {
    assertThat(fitted(20, "a\tb\033]0;x\007\r\u009b31m\n"))
        .isEqualTo("a       b?]0;x????31m\n".replace("????", "???"));
    byte[] wrong = {'a', (byte) 0xc3, 'b', (byte) 0xff, (byte) 0xe2, (byte) 0x80, '\n'};
    assertThat(fitted(20, true, wrong)).isEqualTo("a?b??\n");
  }

  @Test
  void shouldNeverBeWiderWhateverComes() throws IOException {
    Random random = new Random(25);
    for (int i = 0; i < 2000; i++) {
      byte[] text = new byte[random.nextInt(60)];
      random.nextBytes(text);
      int width = 1 + random.nextInt(20);
      String shown = fitted(width, true, text).replaceAll("\033\\[[0-9;]*m", "");
      for (String line : shown.split("\n", -1)) {
        assertThat(line.codePoints().map(FittedLines::columns).sum()).isLessThanOrEqualTo(width);
        assertThat(line).doesNotContain("\033", "\t", "\r");
      }
    }
  }
}
