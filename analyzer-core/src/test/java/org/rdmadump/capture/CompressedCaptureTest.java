package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** Plain, compressed, in one part or in several, from a file or a stream: the same frames. */
class CompressedCaptureTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @TempDir Path folder;

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      List<Path> captures =
          files.filter(file -> file.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
      assertThat(captures).isNotEmpty();
      return captures;
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadTheSameFramesHoweverTheyAreCompressed(Path capture) throws IOException {
    byte[] plain = Files.readAllBytes(capture);
    Fingerprint expected;
    try (FrameSource source = CaptureFile.open(capture)) {
      expected = Fingerprint.of(source);
      assertThat(expected.frames()).isPositive();
    }
    assertSame(expected, CaptureFile.open(new ByteArrayInputStream(plain), "stdin"), plain.length);
    for (Compression compression : Compression.values()) {
      byte[] one = Compressed.of(compression, plain);
      assertSame(expected, fromFile(one), one.length);
      assertSame(expected, CaptureFile.open(new Slowly(one, 4099), "stdin"), one.length);
      byte[] several = Compressed.inParts(compression, plain);
      assertSame(expected, fromFile(several), several.length);
      assertSame(expected, CaptureFile.open(new Slowly(several, 4099), "stdin"), several.length);
    }
    byte[] skippable =
        Compressed.join(
            Compressed.skippable(4),
            Compressed.inParts(Compression.ZSTD, plain),
            Compressed.skippable(3_000_000),
            Compressed.skippable(0));
    assertSame(expected, fromFile(skippable), skippable.length);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadWhatPzstdWrites(Path capture) throws Exception {
    Needs.command("pzstd", "zstd");
    Path file = folder.resolve("parallel.zst");
    Process pzstd =
        new ProcessBuilder(
                "pzstd", "-q", "-1", "-p", "4", capture.toString(), "-o", file.toString())
            .inheritIO()
            .start();
    assertThat(pzstd.waitFor()).isZero();
    try (FrameSource plain = CaptureFile.open(capture)) {
      assertSame(Fingerprint.of(plain), CaptureFile.open(file), Files.size(file));
    }
  }

  @ParameterizedTest(name = "{0} byte(s) at a time")
  @ValueSource(ints = {1, 2, 7})
  void shouldReadAStreamThatDeliversFewBytes(int most) throws IOException {
    byte[] plain = Files.readAllBytes(CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap"));
    Fingerprint expected;
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(plain), "x")) {
      expected = Fingerprint.of(source);
    }
    for (Compression compression : Compression.values()) {
      byte[] several = Compressed.inParts(compression, plain);
      InputStream slow = new Slowly(several, most);
      assertSame(expected, CaptureFile.open(slow, "x"), several.length);
    }
  }

  @Test
  void shouldStopWithoutDamageWhereNobodyReadsOn() throws IOException {
    byte[] plain = Files.readAllBytes(CAPTURES.resolve("rocev2/rocev2-nfs3-acl.pcap"));
    byte[] whole = Compressed.gzip(plain);
    byte[] input = Compressed.join(whole, new byte[] {'x'});
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(input), "x")) {
      assertThat(source.next(new Frame())).isTrue();
      assertThat(source.damage()).isEmpty();
    }
  }

  private FrameSource fromFile(byte[] bytes) throws IOException {
    return CaptureFile.open(Files.write(folder.resolve("input"), bytes));
  }

  private static void assertSame(Fingerprint expected, FrameSource opened, long length)
      throws IOException {
    try (FrameSource source = opened) {
      Fingerprint actual = Fingerprint.of(source);
      assertThat(source.damage()).isEmpty();
      assertThat(actual).matches(expected::sameFrames, "the same frames as " + expected);
      assertThat(actual.position()).isEqualTo(length);
    }
  }
}
