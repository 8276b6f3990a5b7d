package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiBufferTest {
  private final AsciiBuffer text = new AsciiBuffer();

  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        7,
        10,
        99,
        100,
        -1,
        -10,
        999_999_999,
        1_000_000_000,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE + 1L,
        5_000_000_007L,
        7_000_000_000L,
        -7_000_000_000L,
        1_000_000_000_000_000_000L,
        9_000_000_000_000_000_010L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
      })
  void shouldWriteDecimalNumbers(long value) {
    assertThat(text.putDecimal(value)).hasToString(Long.toString(value));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 3, 000",
    "7, 3, 007",
    "123456, 3, 456",
    "5000000007, 12, 005000000007",
    "5000000007, 10, 5000000007",
    "5000000007, 9, 000000007",
    "12345678901234, 4, 1234"
  })
  void shouldWriteTheLastDigitsWithLeadingZeros(long value, int count, String written) {
    assertThat(text.putPadded(value, count)).hasToString(written);
  }

  @Test
  void shouldCopyAsciiAndTakeTheEndAway() {
    assertThat(text.putAscii("NFS3_OK").putAscii("").put(' ').putPadded(123_456_789, 9).cut(3))
        .hasToString("NFS3_OK 123456");
    assertThat(text.column()).isEqualTo(14);
  }

  @Test
  void shouldWriteHexadecimalNumbersOfFixedWidth() {
    assertThat(text.putHex(0xdeadbeef).put(' ').putHex(0x12L))
        .hasToString("0xdeadbeef 0x0000000000000012");
  }

  @Test
  void shouldAlignNumbersToTheRightAndNeverCutThem() {
    assertThat(text.putDecimal(42, 5).put('|').putDecimal(123456, 5)).hasToString("   42|123456");
  }

  @Test
  void shouldLetNothingSteerTheTerminal() {
    assertThat(text.put("a\033[2Jb\n\u00e9")).hasToString("a?[2Jb??");
  }

  @Test
  void shouldWriteBytesInHexadecimal() {
    assertThat(text.putHexDigits(new byte[] {0, 0x1f, (byte) 0xa0, 7}, 3)).hasToString("001fa0");
  }

  @Test
  void shouldPutPlainWordsAsTheyAre() {
    assertThat(text.putText("file-1.c", 48)).hasToString("file-1.c");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          'a b'       | '"a b"'
          ''          | '""'
          'say "x"'   | '"say \\"x\\""'
          'back\\slash' | '"back\\\\slash"'
          'ä'         | '"ä"'
          """,
      delimiter = '|')
  void shouldQuoteWhatIsNoPlainWord(String chosen, String shown) {
    assertThat(text.putText(chosen, 48)).hasToString(shown);
  }

  @Test
  void shouldShowWhatCouldSteerATerminalAsItsNumber() {
    assertThat(text.putText("a\033\n\u202e\ud800\u0301", 48))
        .hasToString("\"a\\u001b\\u000a\\u202e\\ud800\\u0301\"");
    text.clear();
    assertThat(text.putText("\udb40\udc01", 48)).hasToString("\"\\U000e0001\"");
  }

  @Test
  void shouldCutTextBetweenCharactersAndSaySo() {
    assertThat(text.putText("abcdef", 3)).hasToString("abc...");
    text.clear();
    // Each is two UTF-16 units.
    assertThat(text.putText("\ud83d\ude00".repeat(3), 2))
        .hasToString("\"" + "\ud83d\ude00".repeat(2) + "\"...");
    text.clear();
    assertThat(text.putText("abc", 3)).hasToString("abc");
  }

  @Test
  void shouldCountAPrintableCharacterBeyondAsciiAsOneColumn() {
    text.putText("\u00e4b", 48);

    assertThat(text.column()).isEqualTo(4);
    assertThat(text.length()).isEqualTo(5);
  }

  @Test
  void shouldNotCountWhatTakesNoRoom() {
    text.put("ab").putInvisible(new byte[] {0x1b, '[', 'm'}).padTo(4).put('c');

    assertThat(text.column()).isEqualTo(5);
    assertThat(text.length()).isEqualTo(8);
  }

  @Test
  void shouldGrow() {
    for (int i = 0; i < 1000; i++) {
      text.putDecimal(1234567890).spaces(3).put("xyz");
    }

    assertThat(text.toString()).isEqualTo("1234567890   xyz".repeat(1000));
  }
}
