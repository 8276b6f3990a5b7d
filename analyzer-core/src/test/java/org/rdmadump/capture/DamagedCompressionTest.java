package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.testing.Hex;

/** Damage costs the tail, and says where it is. */
class DamagedCompressionTest {
  private static final Path ACL =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");

  private static final byte[] SMALL =
      new CaptureBytes(ByteOrder.LITTLE_ENDIAN)
          .pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1)
          .record(1, 2, 3, new byte[] {1, 2, 3})
          .record(4, 5, 60, new byte[60])
          .record(4, 6, 5, new byte[] {9, 8, 7, 6, 5})
          .toArray();

  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldDeliverEveryFrameBeforeACutAnywhere(Compression compression) throws IOException {
    byte[] whole = Compressed.of(compression, SMALL);
    for (int length = 4; length < whole.length; length++) {
      assertCut(compression, whole, length);
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldDeliverEveryFrameBeforeACutOfARealCapture(Compression compression) throws IOException {
    byte[] whole = Compressed.of(compression, Files.readAllBytes(ACL));
    for (int length = 4; length < whole.length; length += 97) {
      assertCut(compression, whole, length);
    }
  }

  @ParameterizedTest(name = "{0} seed {1}")
  @CsvSource({"GZIP, 1", "GZIP, 2", "ZSTD, 1", "ZSTD, 2"})
  void shouldDeliverEveryFrameBeforeACorruptByte(Compression compression, long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    byte[] plain = Files.readAllBytes(ACL);
    byte[] whole = Compressed.of(compression, plain);
    List<Seen> all = framesOf(plain);
    int found = 0;
    // Behind the start, which makes it a capture.
    int start = 300;
    for (int i = 0; i < 100; i++) {
      byte[] input = whole.clone();
      int at = random.nextInt(start, input.length);
      input[at] ^= (byte) random.nextInt(1, 256);
      List<Seen> before = framesOf(inflatable(compression, Arrays.copyOf(input, at)));
      try (FrameSource source = open(input)) {
        List<Seen> frames = Seen.all(source);
        assertThat(frames.size()).isGreaterThanOrEqualTo(before.size());
        assertSame(frames.subList(0, before.size()), before);
        if (source.damage().isPresent()) {
          found++;
          assertThat(source.damage().get().frame()).isEqualTo(frames.size() + 1);
        } else {
          // A bit that means nothing.
          assertSame(frames, all);
        }
      }
    }
    assertThat(found).isGreaterThan(90);
  }

  @ParameterizedTest
  @CsvSource({
    "GZIP, gzip data corrupt (checksum) after frame 3",
    "ZSTD, zstd data corrupt (Restored data doesn't match checksum) after frame 3"
  })
  void shouldCompareTheChecksum(Compression compression, String message) throws IOException {
    byte[] input = Compressed.of(compression, SMALL);
    int trailer = compression == Compression.GZIP ? 8 : 4;
    input[input.length - trailer] ^= 1;
    assertDamage(input, 3, input.length - trailer, message);
  }

  @Test
  void shouldCompareTheLengthInAGzipTrailer() throws IOException {
    byte[] input = Compressed.gzip(SMALL);
    input[input.length - 1] ^= 1;
    assertDamage(input, 3, input.length - 8, "gzip data corrupt (length) after frame 3");
  }

  @ParameterizedTest(name = "{0} followed by {1}")
  @CsvSource({
    "GZIP, 00",
    "GZIP, 1f00",
    "GZIP, 28b52ffd000102",
    "ZSTD, 00",
    "ZSTD, 28b500",
    "ZSTD, 1f8b0800"
  })
  void shouldSayWhereSomethingElseFollows(Compression compression, String garbage)
      throws IOException {
    byte[] whole = Compressed.of(compression, SMALL);
    byte[] input = Compressed.join(whole, Hex.bytes(garbage));
    assertDamage(
        input, 3, whole.length, "other data follows the " + compression + " data after frame 3");
  }

  @ParameterizedTest(name = "{0} followed by {1}")
  @CsvSource({
    "GZIP, 1f",
    "GZIP, 1f8b08",
    "ZSTD, 28",
    "ZSTD, 28b52f",
    "ZSTD, 5f2a4d",
    "ZSTD, 502a4d18",
    "ZSTD, 502a4d1801000000"
  })
  void shouldSayThatTheNextPartIsCutShort(Compression compression, String start)
      throws IOException {
    byte[] whole = Compressed.of(compression, SMALL);
    byte[] input = Compressed.join(whole, Hex.bytes(start));
    assertDamage(input, 3, input.length, compression + " data cut short after frame 3");
  }

  @Test
  void shouldSayWhichFrameOfTheInflatedCaptureIsDamaged() throws IOException {
    byte[] cut = Arrays.copyOf(SMALL, SMALL.length - 1);
    for (Compression compression : Compression.values()) {
      assertDamage(
          Compressed.of(compression, cut),
          2,
          24 + 16 + 3 + 16 + 60,
          "cut short in frame 3 (needed 5 bytes, had 4) of the inflated capture");
      assertDamage(
          Compressed.of(compression, Arrays.copyOf(SMALL, 20)),
          0,
          0,
          "cut short in the file header (needed 24 bytes, had 20) of the inflated capture");
    }
  }

  @Test
  void shouldReadEveryOptionalFieldOfAGzipHeader() throws IOException {
    byte[] body = Compressed.gzip(SMALL);
    byte[] deflated = Arrays.copyOfRange(body, 10, body.length);
    // Extra field of 3 bytes, name "a", comment "b"; then the checksum of the header.
    byte[] header = Hex.bytes("1f8b081e 00000000 00ff 0300 aabbcc 6100 6200");
    CRC32 crc = new CRC32();
    crc.update(header);
    byte[] sum = {(byte) crc.getValue(), (byte) (crc.getValue() >>> 8)};
    byte[] input = Compressed.join(header, sum, deflated);
    try (FrameSource source = open(input)) {
      assertThat(Seen.all(source)).isEqualTo(framesOf(SMALL));
      assertThat(source.damage()).isEmpty();
    }
    input[header.length] ^= 1;
    assertDamage(
        input, 0, header.length, "gzip data corrupt (checksum of a header) before the first frame");
  }

  @ParameterizedTest
  @CsvSource({
    "1f8b0700 00000000 0000 00, gzip data corrupt (compression method 7)",
    "1f8b0820 00000000 0000 00, gzip data corrupt (flags 0x20)",
    // Descriptor 00, window code 0x90: 2^(10 + 18).
    "28b52ffd 00 90 010000, 'zstd data needs a window of 268435456 bytes, more than 134217728'",
    // The widest one there is: 2^41 and 7/8 of it.
    "28b52ffd 00 ff 010000, 'zstd data needs a window of 4123168604160 bytes, more than 134217728'",
    // Descriptor e0, a single segment, content size in 8 bytes.
    "28b52ffd e0 ffffffffffffffff 010000, "
        + "'zstd data needs a window of 18446744073709551615 bytes, more than 134217728'",
    "28b52ffd 03 00 2a000000 010000, zstd data needs dictionary 42",
    // A block of the reserved type, and one of more than 128 KiB.
    "28b52ffd 00 00 070000, zstd data corrupt (block of type 3 and 0 bytes)@6",
    "28b52ffd 00 00 010018, zstd data corrupt (block of type 0 and 196608 bytes)@6"
  })
  void shouldRefuseBeforeTheFirstFrame(String bytes, String expected) throws IOException {
    String[] messageAndOffset = expected.split("@", -1);
    long offset = messageAndOffset.length > 1 ? Long.parseLong(messageAndOffset[1]) : 0;
    assertDamage(Hex.bytes(bytes), 0, offset, messageAndOffset[0] + " before the first frame");
  }

  @Test
  void shouldTakeTheWindowOfTheOptionLong() throws IOException {
    // Descriptor 00, window code 0x88: 2^(10 + 17). One last block, raw.
    byte[] header = Hex.bytes("28b52ffd 00 88");
    int block = (SMALL.length << 3) | 1;
    byte[] blockHeader = {(byte) block, (byte) (block >>> 8), (byte) (block >>> 16)};
    try (FrameSource source = open(Compressed.join(header, blockHeader, SMALL))) {
      assertThat(Seen.all(source)).isEqualTo(framesOf(SMALL));
      assertThat(source.damage()).isEmpty();
    }
  }

  @Test
  void shouldSayWhatIsInsideIfItIsNoCapture() throws IOException {
    byte[] text = {'t', 'e', 'x', 't'};
    for (Compression outer : Compression.values()) {
      assertRefused(
          Compressed.of(outer, text),
          "inside " + outer + ": not a pcap or pcapng capture (starts with 0x74657874)");
      assertRefused(
          Compressed.of(outer, new byte[0]), "inside " + outer + ": empty, not a capture");
      assertRefused(
          Compressed.of(outer, new byte[] {1}),
          "inside " + outer + ": only 1 bytes, not a capture");
      for (Compression inner : Compression.values()) {
        assertRefused(
            Compressed.of(outer, Compressed.of(inner, SMALL)),
            "inside " + outer + ": " + inner + " again; decompress it first");
      }
    }
    assertRefused(Compressed.skippable(9), "inside zstd: empty, not a capture");
  }

  private static void assertCut(Compression compression, byte[] whole, int length)
      throws IOException {
    byte[] cut = Arrays.copyOf(whole, length);
    List<Seen> expected = framesOf(inflatable(compression, cut));
    try (FrameSource source = open(cut)) {
      assertSame(Seen.all(source), expected);
      assertThat(source.damage())
          .contains(
              new Damage(
                  length,
                  expected.size() + 1,
                  compression
                      + " data cut short "
                      + (expected.isEmpty()
                          ? "before the first frame"
                          : "after frame " + expected.size())));
    }
  }

  /** In few words, where they are not. */
  private static void assertSame(List<Seen> actual, List<Seen> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i)).isEqualTo(expected.get(i));
    }
  }

  private static void assertDamage(byte[] input, int frames, long offset, String message)
      throws IOException {
    try (FrameSource source = open(input)) {
      assertThat(Seen.all(source)).hasSize(frames);
      assertThat(source.damage()).contains(new Damage(offset, frames + 1, message));
    }
  }

  private static void assertRefused(byte[] input, String message) {
    assertThatThrownBy(() -> open(input))
        .isInstanceOf(NotACaptureException.class)
        .hasMessage(message);
  }

  private static FrameSource open(byte[] input) throws IOException {
    return CaptureFile.open(new ByteArrayInputStream(input), "x");
  }

  /** Frames of a capture that may be cut, even in its header. */
  private static List<Seen> framesOf(byte[] plain) throws IOException {
    if (plain.length < 4) {
      return List.of();
    }
    try (FrameSource source = open(plain)) {
      return Seen.all(source);
    }
  }

  /** What others can inflate, asked for every single byte. */
  private static byte[] inflatable(Compression compression, byte[] input) {
    ByteArrayOutputStream inflated = new ByteArrayOutputStream();
    try (InputStream stream =
        compression == Compression.GZIP
            ? new GZIPInputStream(new ByteArrayInputStream(input))
            : new ZstdInputStream(new ByteArrayInputStream(input))) {
      for (int b = stream.read(); b >= 0; b = stream.read()) {
        inflated.write(b);
      }
    } catch (IOException e) {
      // Here it ends.
    }
    return inflated.toByteArray();
  }
}
