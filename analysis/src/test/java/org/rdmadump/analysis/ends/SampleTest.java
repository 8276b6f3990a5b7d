package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a sample keeps of many packets. */
final class SampleTest {
  private static final int MANY = 5 * Sample.MOST;

  private final TapPacket packet = new TapPacket();

  private Sample sampleOf(IntStream packets) {
    Sample sample = new Sample();
    packets.forEach(each -> sample.add(key(each), packet));
    return sample;
  }

  private static long key(int packet) {
    return KeyHash.of(packet, 1);
  }

  private static long[] keys(Sample sample) {
    return Arrays.stream(sample.single(sample.bits())).mapToLong(sample::key).sorted().toArray();
  }

  @Test
  void shouldKeepEveryPacketOfASmallCapture() {
    Sample sample = sampleOf(IntStream.range(0, 30_000));

    assertThat(sample.bits()).isZero();
    assertThat(sample.single(0)).hasSize(30_000);
  }

  @Test
  void shouldKeepOfALargeCaptureThePacketsWhoseKeysAreLow() {
    Sample sample = sampleOf(IntStream.range(0, MANY));

    long[] low =
        IntStream.range(0, MANY)
            .mapToLong(SampleTest::key)
            .filter(each -> each >>> (Long.SIZE - sample.bits()) == 0)
            .sorted()
            .toArray();
    assertThat(sample.bits()).isPositive();
    assertThat(sample.size()).isLessThan(Sample.MOST);
    assertThat(keys(sample)).isEqualTo(low);
  }

  @Test
  void shouldKeepTheSamePacketsInWhateverOrderTheyCome() {
    Sample forward = sampleOf(IntStream.range(0, MANY));
    Sample backward = sampleOf(IntStream.range(0, MANY).map(each -> MANY - 1 - each));

    assertThat(keys(backward)).isEqualTo(keys(forward));
  }

  @Test
  void shouldFindAPacketThatCameOnce() {
    Sample sample = sampleOf(IntStream.of(1, 2, 3, 2));

    assertThat(sample.key(sample.find(key(1)))).isEqualTo(key(1));
    assertThat(sample.find(key(2))).isEqualTo(-1);
    assertThat(sample.find(key(4))).isEqualTo(-1);
  }

  @Test
  void shouldForgetNothingOfWhatCameTwiceWhenItMakesRoom() {
    Sample sample = sampleOf(IntStream.concat(IntStream.range(0, MANY), IntStream.range(0, MANY)));

    assertThat(sample.size()).isPositive();
    assertThat(sample.single(sample.bits())).isEmpty();
  }
}
