package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged captures: everything before the damage is delivered, and nothing throws. */
class CutCaptureTest {
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "pcap, BIG_ENDIAN",
    "pcap, LITTLE_ENDIAN",
    "modified, LITTLE_ENDIAN",
    "pcapng, BIG_ENDIAN",
    "pcapng, LITTLE_ENDIAN"
  })
  void shouldDeliverEveryFrameBeforeTheCut(String format, String order) throws IOException {
    byte[] whole = capture(format, order);
    List<Seen> all;
    try (FrameSource source = open(whole)) {
      all = Seen.all(source);
      assertThat(source.damage()).isEmpty();
    }
    assertThat(all).hasSizeGreaterThan(3);
    int undamaged = 0;
    for (int length = 4; length < whole.length; length++) {
      try (FrameSource source = open(Arrays.copyOf(whole, length))) {
        List<Seen> some = Seen.all(source);
        assertThat(some).isEqualTo(all.subList(0, some.size()));
        assertThat(source.position()).isLessThanOrEqualTo(length);
        if (source.damage().isEmpty()) {
          undamaged++;
          assertThat(source.position()).isEqualTo(length);
        } else {
          Damage damage = source.damage().get();
          assertThat(damage.frame()).isEqualTo(some.size() + 1);
          assertThat(damage.byteOffset()).isBetween(0L, (long) length);
          assertThat(damage.message()).startsWith("cut short in ");
        }
      }
    }
    // Only a cut between two records or blocks leaves a whole capture.
    assertThat(undamaged).isEqualTo(format.equals("pcapng") ? 13 : all.size());
  }

  @ParameterizedTest(name = "{0} bytes")
  @ValueSource(ints = {0, 1, 2, 3})
  void shouldNotCallLessThanAMagicNumberACapture(int length) {
    byte[] cut = Arrays.copyOf(capture("pcapng", "BIG_ENDIAN"), length);
    assertThatThrownBy(() -> open(cut)).isInstanceOf(NotACaptureException.class);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void shouldSurviveAnyBytes(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> formats = List.of("pcap", "modified", "pcapng");
    for (int i = 0; i < 3_000; i++) {
      byte[] bytes = capture(formats.get(i % 3), i % 2 == 0 ? "BIG_ENDIAN" : "LITTLE_ENDIAN");
      for (int n = random.nextInt(5); n >= 0; n--) {
        // The first bytes stay: without them it is no capture at all.
        bytes[12 + random.nextInt(bytes.length - 12)] =
            (byte) (random.nextBoolean() ? random.nextInt() : 0);
      }
      try (FrameSource source = open(bytes)) {
        assertThat(Seen.all(source)).hasSizeLessThan(100);
        assertThat(source.position()).isLessThanOrEqualTo(bytes.length);
      }
    }
  }

  private static FrameSource open(byte[] bytes) throws IOException {
    // A small buffer, so that records lie across its end.
    return CaptureFile.openOrClose(
        new BlockReader(Channels.newChannel(new ByteArrayInputStream(bytes)), 64), "x");
  }

  private static byte[] capture(String format, String orderName) {
    CaptureBytes file =
        new CaptureBytes(
            orderName.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    return switch (format) {
      case "pcap" ->
          file.pcapHeader(PcapFormat.NANOSECONDS, 96, 1)
              .record(1, 2, 60, new byte[60])
              .record(1, 3, 1500, new byte[96])
              .record(1, 4, 0, new byte[0])
              .record(1, 5, 1, new byte[1])
              .toArray();
      case "modified" ->
          file.pcapHeader(PcapFormat.MODIFIED, 96, 1)
              .u32(1, 2, 5, 5, 0, 0)
              .zeros(5)
              .u32(1, 2, 3, 5, 0, 0)
              .zeros(3)
              .u32(1, 2, 0, 5, 0, 0)
              .u32(1, 2, 1, 5, 0, 0)
              .zeros(1)
              .toArray();
      default ->
          file.section()
              .interfaceBlock(1)
              .interfaceBlock(276, 96, file.body().option(9, file.body().u8(9)))
              .enhanced(0, 1, 60, new byte[60])
              .enhanced(1, 2, 1500, new byte[96], file.body().option(2, file.body().u32(1)))
              .block(0x0bad, file.body().zeros(20))
              .section()
              .interfaceBlock(1)
              .enhanced(0, 3, 7, new byte[7])
              .block(PcapngFormat.SIMPLE_PACKET, file.body().u32(9).zeros(9))
              .block(PcapngFormat.PACKET, file.body().u16(0, 0).u32(0, 1, 5, 5).zeros(5))
              .block(5, file.body().zeros(8))
              .enhanced(0, 4, 0, new byte[0])
              .block(4, file.body().zeros(4))
              .toArray();
    };
  }
}
