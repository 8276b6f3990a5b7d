package org.rdmadump.analysis.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.AsciiBuffer;

class QuantitiesTest {
  private final AsciiBuffer text = new AsciiBuffer();

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "164, 164 B",
    "1024, 1 KiB",
    "1025, 1025 B",
    "9999, 9999 B",
    "10000, 9.7 KiB",
    "65536, 64 KiB",
    "1048575, 1023.9 KiB",
    "1048576, 1 MiB",
    "1048708, 1.0 MiB",
    "1572864, 1.5 MiB",
    "4294967295, 3.9 GiB",
    "9223372036854775807, 7.9 EiB"
  })
  void shouldShowSizesAsPeopleReadThem(long bytes, String expected) {
    Quantities.putSize(text, bytes);

    assertThat(text).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1 us",
    "1250, 1.25 us",
    "81200, 81.2 us",
    "812000, 812 us",
    "812999, 812 us",
    "1048000, 1.04 ms",
    "12300000, 12.3 ms",
    "1000000000, 1 s",
    "61500000000, 61.5 s",
    "3600000000000, 3600 s",
    "-5000, -5 us"
  })
  void shouldShowDurationsWithThreeDigits(long nanos, String expected) {
    Quantities.putDuration(text, nanos);

    assertThat(text).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 segments", "1, 1 segment", "2, 2 segments"})
  void shouldAgreeNounsWithNumbers(long count, String expected) {
    Quantities.putCount(text, count, "segment");

    assertThat(text).hasToString(expected);
  }
}
