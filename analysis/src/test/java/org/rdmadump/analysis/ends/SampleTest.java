package org.rdmadump.analysis.ends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** What a sample keeps of many packets. */
final class SampleTest {
  private static final int MANY = 5 * Sample.MOST;

  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");

  /** Where the source address of IPv4 is in a frame of Ethernet. */
  private static final int SENDER_AT = 14 + 12;

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

  /** Who sends to whom takes memory as well, where there are hosts without number. */
  @Test
  void shouldKeepLessOfACaptureInWhichEveryPacketHasASenderOfItsOwn() throws IOException {
    Sample sample = new Sample();
    int senders = 2 * SentBetween.MOST;
    try (FrameSource source = CaptureFile.open(CAPTURE)) {
      Frame frame = new Frame();
      do {
        assertThat(source.next(frame)).isTrue();
      } while (!packet.read(frame));
      ByteBuffer bytes = ByteBuffer.wrap(frame.array());
      for (int i = 0; i < senders; i++) {
        bytes.putInt(frame.offset() + SENDER_AT, i);
        assertThat(packet.read(frame)).isTrue();
        sample.add(key(i), packet);
      }
    }

    assertThat(senders).isLessThan(Sample.MOST);
    assertThat(sample.size()).isBetween(1, SentBetween.MOST);
    assertThat(keys(sample))
        .isEqualTo(
            IntStream.range(0, senders)
                .mapToLong(SampleTest::key)
                .filter(each -> each >>> (Long.SIZE - sample.bits()) == 0)
                .sorted()
                .toArray());
  }
}
