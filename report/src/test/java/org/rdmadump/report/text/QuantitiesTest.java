package org.rdmadump.report.text;

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
    "10000, 9.8 KiB",
    "65536, 64 KiB",
    "10495, 10.2 KiB",
    "10496, 10.3 KiB",
    "1048524, 1023.9 KiB",
    "1048525, 1.0 MiB",
    "1048575, 1.0 MiB",
    "1048576, 1 MiB",
    "1048708, 1.0 MiB",
    "1572864, 1.5 MiB",
    "4294967295, 4.0 GiB",
    "9223372036854775807, 8.0 EiB"
  })
  void shouldShowSizesAsPeopleReadThem(long bytes, String expected) {
    Quantities.putSize(text, bytes);

    assertThat(text).hasToString(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.00 us",
    "1250, 1.25 us",
    "81200, 81.2 us",
    "812000, 812 us",
    "812499, 812 us",
    "812500, 813 us",
    "999499, 999 us",
    "999500, 1.00 ms",
    "1045000, 1.05 ms",
    "5200000, 5.20 ms",
    "9994999, 9.99 ms",
    "9995000, 10.0 ms",
    "12000000, 12.0 ms",
    "12300000, 12.3 ms",
    "99950000, 100 ms",
    "167500000, 168 ms",
    "999500000, 1.00 s",
    "1000000000, 1.00 s",
    "61500000000, 61.5 s",
    "999500000000, 1000 s",
    "3600000000000, 3600 s",
    "9223372036854775807, 9223372037 s",
    "-9223372036854775808, -9223372037 s",
    "-5000, -5.00 us"
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
