package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CivilTimeTest {
  private static final long NANOS = 1_000_000_000L;

  private final AsciiBuffer text = new AsciiBuffer();

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00.000000000Z",
    "1, 1970-01-01T00:00:00.000000001Z",
    "-1, 1969-12-31T23:59:59.999999999Z",
    "951782400000000000, 2000-02-29T00:00:00.000000000Z",
    "4107542399999999999, 2100-02-28T23:59:59.999999999Z",
    "4107542400000000000, 2100-03-01T00:00:00.000000000Z",
    "9223372036854775807, 2262-04-11T23:47:16.854775807Z",
    "-9223372036854775808, 1677-09-21T00:12:43.145224192Z"
  })
  void shouldWriteRfc3339(long epochNanos, String expected) {
    CivilTime.putRfc3339(text, epochNanos);

    assertThat(text).hasToString(expected);
  }

  @Test
  void shouldAgreeWithTheJdkOnAnyTime() {
    DateTimeFormatter jdk =
        DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    SplittableRandom random = new SplittableRandom(20260301);
    for (int i = 0; i < 20_000; i++) {
      long time = random.nextLong();
      text.clear();
      CivilTime.putRfc3339(text, time);

      Instant instant =
          Instant.ofEpochSecond(Math.floorDiv(time, NANOS), Math.floorMod(time, NANOS));
      assertThat(text).hasToString(jdk.format(instant));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 6, 0.000000",
    "1500000000, 6, 1.500000",
    "999, 6, 0.000000",
    "-1500000000, 3, -1.500",
    "-1000, 6, -0.000001",
    "12345678901, 9, 12.345678901"
  })
  void shouldWriteSecondsWithTheDigitsAskedFor(long nanos, int digits, String expected) {
    CivilTime.putSeconds(text, nanos, digits);

    assertThat(text).hasToString(expected);
  }
}
