package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResolutionTest {
  private static final BigInteger BILLION = BigInteger.valueOf(1_000_000_000);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldComputeLikeNumbersWithoutLimit(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 20_000; i++) {
      int tsresol = random.nextInt(256);
      long stamp = random.nextLong() >>> random.nextInt(64);
      assertThat(new Resolution(tsresol, 0).nanos(stamp))
          .as("%d of resolution %d", stamp, tsresol)
          .isEqualTo(exact(tsresol, stamp));
    }
  }

  @Test
  void shouldStayAtTheEndsOfTime() {
    assertThat(new Resolution(6, Long.MAX_VALUE).nanos(-1)).isEqualTo(Resolution.LATEST);
    assertThat(new Resolution(6, Long.MIN_VALUE).nanos(0)).isEqualTo(Resolution.EARLIEST);
    assertThat(new Resolution(9, 9_223_372_036L).nanos(Long.MAX_VALUE))
        .isEqualTo(Resolution.LATEST);
    assertThat(new Resolution(9, -1).nanos(5)).isEqualTo(-999_999_995);
  }

  private static long exact(int tsresol, long stamp) {
    BigInteger units = new BigInteger(Long.toUnsignedString(stamp)).multiply(BILLION);
    int exponent = tsresol & 0x7f;
    BigInteger perSecond =
        tsresol < 0x80 ? BigInteger.TEN.pow(exponent) : BigInteger.TWO.pow(exponent);
    BigInteger nanos = units.divide(perSecond);
    return nanos.min(BigInteger.valueOf(Resolution.LATEST)).longValueExact();
  }
}
