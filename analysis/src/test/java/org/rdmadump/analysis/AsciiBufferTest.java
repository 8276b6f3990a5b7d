package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiBufferTest {
  private final AsciiBuffer text = new AsciiBuffer();

  @ParameterizedTest
  @ValueSource(longs = {0, 7, 10, 99, 100, -1, -10, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldWriteDecimalNumbers(long value) {
    assertThat(text.putDecimal(value)).hasToString(Long.toString(value));
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
