package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureFileTest {
  private static final byte[] CAPTURE =
      new CaptureBytes(ByteOrder.LITTLE_ENDIAN)
          .pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1)
          .record(1, 2, 3, new byte[] {1, 2, 3})
          .record(4, 5, 6, new byte[] {4, 5})
          .toArray();

  @Test
  void shouldRefuseAnEmptyInput() {
    assertRefused(new byte[0], "empty, not a capture");
  }

  @Test
  void shouldRefuseAnInputOfThreeBytes() {
    assertRefused(
        new byte[] {(byte) 0xa1, (byte) 0xb2, (byte) 0xc3}, "only 3 bytes, not a capture");
  }

  @Test
  void shouldRefuseAText() {
    assertRefused(
        "No capture at all\n".getBytes(StandardCharsets.US_ASCII),
        "not a pcap or pcapng capture (starts with 0x4e6f2063)");
  }

  @ParameterizedTest
  @CsvSource({
    "fd377a585a00, compressed with xz, xz -dc x.pcap | rdmadump -",
    "425a6839, compressed with bzip2, bzip2 -dc x.pcap | rdmadump -",
    "04224d18, compressed with lz4, lz4 -dc x.pcap | rdmadump -",
    "4c5a4950, compressed with lzip, lzip -dc x.pcap | rdmadump -",
    "1f9d9000, compressed with compress, gzip -dc x.pcap | rdmadump -",
    "736e6f6f70000000, a capture of snoop, editcap -F pcapng x.pcap capture.pcapng"
  })
  void shouldSayWhatReadsAnotherFormat(String start, String what, String command) {
    assertRefused(
        HexFormat.of().parseHex(start), what + ", which rdmadump does not read; try " + command);
  }

  @Test
  void shouldNameTheFileInTheCommandIfAShellTakesItAsItIs(@TempDir Path folder) throws Exception {
    byte[] xz = HexFormat.of().parseHex("fd377a585a00");
    Path plain = Files.write(folder.resolve("a.pcap.xz"), xz);
    Path odd = Files.write(folder.resolve("a $(b).xz"), xz);

    assertThatThrownBy(() -> CaptureFile.open(plain))
        .hasMessageEndingWith("xz -dc " + plain + " | rdmadump -");
    assertThatThrownBy(() -> CaptureFile.open(odd))
        .hasMessageEndingWith("xz -dc FILE | rdmadump -");
  }

  @Test
  void shouldRefuseATextThatStartsLikePcapng() {
    assertRefused(
        "\n\r\r\nThis is no capture".getBytes(StandardCharsets.US_ASCII),
        "not a pcapng capture (byte-order magic 0x20697320)");
  }

  @Test
  void shouldRefuseAnUnknownVersionOfPcap() {
    byte[] other = CAPTURE.clone();
    other[4] = 3;
    assertRefused(other, "pcap of version 3, only 2 is supported");
  }

  @Test
  void shouldSayThatThereIsNoSuchFile(@TempDir Path folder) {
    assertThatThrownBy(() -> CaptureFile.open(folder.resolve("absent.pcap")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldCloseTheInputThatItRefuses() {
    ReadableByteChannel channel = Channels.newChannel(new ByteArrayInputStream(new byte[9]));
    assertThatThrownBy(() -> CaptureFile.open(channel, "x")).isInstanceOf(IOException.class);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void shouldReadTheSameFromFileAndStream(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("two.pcap"), CAPTURE);
    try (FrameSource fromFile = CaptureFile.open(file);
        FrameSource fromStream = CaptureFile.open(new ByteArrayInputStream(CAPTURE), "stdin")) {
      assertThat(Seen.all(fromStream)).hasSize(2).isEqualTo(Seen.all(fromFile));
      assertThat(fromFile.position()).isEqualTo(CAPTURE.length);
      assertThat(fromStream.position()).isEqualTo(CAPTURE.length);
      assertThat(fromFile.damage()).isEmpty();
    }
  }

  @Test
  void shouldReadAStreamThatDeliversByteByByte() throws IOException {
    InputStream drops =
        new ByteArrayInputStream(CAPTURE) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(1, length));
          }

          @Override
          public synchronized int available() {
            return 0;
          }
        };
    try (FrameSource source = CaptureFile.open(drops, "stdin")) {
      assertThat(Seen.all(source)).extracting(Seen::bytes).containsExactly("010203", "0405");
    }
  }

  private static void assertRefused(byte[] input, String message) {
    assertThatThrownBy(() -> CaptureFile.open(new ByteArrayInputStream(input), "x.pcap"))
        .isInstanceOfSatisfying(
            NotACaptureException.class, e -> assertThat(e.input()).isEqualTo("x.pcap"))
        .hasMessage(message);
  }
}
