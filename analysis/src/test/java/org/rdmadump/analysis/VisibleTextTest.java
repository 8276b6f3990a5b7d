package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
  @ParameterizedTest
  @ValueSource(
      ints = {
        0x00, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028,
        0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800, 0xdfff, 0xfeff, 0xe0001
      })
  void shouldShowWhatSteersOrHidesByItsNumber(int point) {
    assertThat(VisibleText.isVisible(point)).isFalse();
    String number = String.format(point > 0xffff ? "\\U%08x" : "\\u%04x", point);
    assertThat(escaped("a" + Character.toString(point) + "b")).isEqualTo("a" + number + "b");
  }

  @Test
  void shouldLeaveWhatOnlyTakesItsPlace() {
    String text = "ordinary \u00e9 e\u0301 \u4e2d \ud83d\ude00 \u05d0 '\"=";
    assertThat(escaped(text)).isEqualTo(text);
  }

  @Test
  void shouldEscapeSoThatNothingIsLost() {
    assertThat(escaped("\t\n\r\\u202e")).isEqualTo("\\t\\n\\r\\\\u202e");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(A1)",
        " =1",
        "\u00a0=1",
        "\u3000\uff1d1",
        "\uff0b1",
        "\uff0d1",
        "\uff20x",
        "-",
        "-.",
        "-1e",
        "-0x5",
        "-5,=1",
        "-5,",
        " -5",
        "'quoted'",
        "'=1"
      })
  void shouldMakeFormulasTextsByAnApostropheThatCanBeTakenAway(String text) {
    String cell = cell(text);
    String value =
        cell.startsWith("\"") ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"") : cell;
    assertThat(value).isEqualTo("'" + text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-5", "+5", "-5.25", "-.5", "-1e9", "-1.5E-3", "12", "a=b", "a'b", "0x5"})
  void shouldLeaveNumbersAndOtherTexts(String text) {
    assertThat(cell(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"-5,-6 | \"-5,-6\"", "a,b | \"a,b\"", "say \"a\" | \"say \"\"a\"\"\""})
  void shouldQuoteCommasAndQuotationMarks(String text, String cell) {
    assertThat(cell(text)).isEqualTo(cell);
  }

  @Test
  void shouldKeepARowOnItsLine() {
    assertThat(cell("a\nb\tc\u2028d")).isEqualTo("a\\nb\\tc\\u2028d");
    assertThat(cell("\t=1")).isEqualTo("'\\t=1");
  }

  private static String escaped(String text) {
    StringBuilder to = new StringBuilder();
    VisibleText.escape(text, to);
    return to.toString();
  }

  private static String cell(String text) {
    StringBuilder line = new StringBuilder();
    VisibleText.putCell(text, line);
    return line.toString();
  }
}
