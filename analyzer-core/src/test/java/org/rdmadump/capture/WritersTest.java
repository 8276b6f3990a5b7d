package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.PcapWriter.Precision;
import org.rdmadump.testing.Hex;

class WritersTest {
  private static final long TIME = 1_700_000_000_123_456_789L;
  private static final ByteBuffer BYTES = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 4, 5});

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final WritableByteChannel out = Channels.newChannel(written);

  @Test
  void shouldWritePcapByteByByteAsSpecified() throws IOException {
    try (PcapWriter writer =
        new PcapWriter(out, ByteOrder.BIG_ENDIAN, Precision.MICROSECONDS, 65_535, 276)) {
      writer.write(TIME, 60, BYTES, 1, 3);
    }
    assertThat(written.toByteArray())
        .isEqualTo(
            Hex.bytes(
                """
                a1b2c3d4 0002 0004 00000000 00000000 0000ffff 00000114
                6553f100 0001e240 00000003 0000003c 010203
                """));
  }

  @Test
  void shouldWritePcapngByteByByteAsSpecified() throws IOException {
    try (PcapngWriter writer = new PcapngWriter(out, ByteOrder.BIG_ENDIAN)) {
      writer.write(writer.addInterface(276, 96), TIME, 60, BYTES, 1, 3);
    }
    assertThat(written.toByteArray())
        .isEqualTo(
            Hex.bytes(
                """
                0a0d0d0a 0000001c 1a2b3c4d 0001 0000 ffffffffffffffff 0000001c
                00000001 00000020 0114 0000 00000060 0009 0001 09 000000 0000 0000 00000020
                00000006 00000024 00000000 17979cfe 3d85cd15 00000003 0000003c 01020300 00000024
                """));
  }

  @Test
  void shouldNameApplicationDeviceAndFilterAndEndWithStatistics() throws IOException {
    try (PcapngWriter writer = new PcapngWriter(out, ByteOrder.BIG_ENDIAN, "dump")) {
      int id = writer.addInterface(1, 96, "eth0", "tcp");
      writer.write(id, TIME, 60, BYTES, 1, 3);
      writer.writeStatistics(
          id,
          TIME,
          new InterfaceStatistics(
              TIME, TIME + 1, OptionalLong.of(5), OptionalLong.empty(), OptionalLong.of(4), 1));
      assertThat(writer.position()).isEqualTo(0x28 + 0x30 + 0x24 + 0x58);
    }
    assertThat(written.toByteArray())
        .isEqualTo(
            Hex.bytes(
                """
                0a0d0d0a 00000028 1a2b3c4d 0001 0000 ffffffffffffffff
                0004 0004 64756d70 0000 0000 00000028
                00000001 00000030 0001 0000 00000060
                0002 0004 65746830 0009 0001 09000000 000b 0004 00746370 0000 0000 00000030
                00000006 00000024 00000000 17979cfe 3d85cd15 00000003 0000003c 01020300 00000024
                00000005 00000058 00000000 17979cfe 3d85cd15
                0002 0008 17979cfe 3d85cd15 0003 0008 17979cfe 3d85cd16
                0004 0008 0000000000000005 0007 0008 0000000000000004 0008 0008 0000000000000001
                0000 0000 00000058
                """));
    assertThat(readBack()).containsExactly(new Seen(1, TIME, 60, 1, 0, "010203"));
  }

  @Test
  void shouldWriteACommentBehindTheFrame() throws IOException {
    try (PcapngWriter writer = new PcapngWriter(out, ByteOrder.BIG_ENDIAN)) {
      writer.write(writer.addInterface(276, 96), TIME, 60, BYTES, 1, 3, "caf\u00e9");
    }
    assertThat(written.toByteArray())
        .endsWith(
            Hex.bytes(
                """
                00000006 00000034 00000000 17979cfe 3d85cd15 00000003 0000003c 01020300
                0001 0005 636166c3 a9000000 0000 0000 00000034
                """));
    assertThat(readBack()).containsExactly(new Seen(1, TIME, 60, 276, 0, "010203"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadBackWhatItWroteAsPcap(Precision precision) throws IOException {
    long time = precision == Precision.NANOSECONDS ? TIME : TIME / 1000 * 1000;
    try (PcapWriter writer = new PcapWriter(out, ByteOrder.LITTLE_ENDIAN, precision, 65_535, 1)) {
      writer.write(TIME, 5, BYTES, 1, 5);
      writer.write(TIME, 60, BYTES, 1, 2);
    }
    assertThat(readBack())
        .containsExactly(
            new Seen(1, time, 5, 1, 0, "0102030405"), new Seen(2, time, 60, 1, 0, "0102"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadBackWhatItWroteAsPcapng(boolean bigEndian) throws IOException {
    try (PcapngWriter writer =
        new PcapngWriter(out, bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)) {
      assertThat(writer.addInterface(1, 0)).isZero();
      assertThat(writer.addInterface(276, 96)).isEqualTo(1);
      for (int length = 0; length <= 5; length++) {
        writer.write(length % 2, TIME + length, 60, BYTES, 1, length);
      }
    }
    assertThat(readBack())
        .hasSize(6)
        .contains(
            new Seen(4, TIME + 3, 60, 276, 1, "010203"),
            new Seen(5, TIME + 4, 60, 1, 0, "01020304"));
  }

  @Test
  void shouldWriteFramesLongerThanItsBuffer() throws IOException {
    ByteBuffer large = ByteBuffer.allocate(200_000);
    large.put(199_999, (byte) 7);
    try (PcapngWriter writer = new PcapngWriter(out, ByteOrder.LITTLE_ENDIAN)) {
      writer.addInterface(1, 0);
      writer.write(0, TIME, 200_000, large, 0, 200_000);
      writer.write(0, TIME, 5, BYTES, 1, 5);
    }
    List<Seen> frames = readBack();
    assertThat(frames).extracting(Seen::original).containsExactly(200_000, 5);
    assertThat(frames.get(0).bytes()).hasSize(400_000).endsWith("0007");
  }

  @Test
  void shouldCopyAFrameThatWasRead() throws IOException {
    Frame frame = new Frame();
    frame.set(BYTES, 1, 2, 60, TIME, 1, 0, 1);
    try (PcapWriter writer =
        new PcapWriter(out, ByteOrder.LITTLE_ENDIAN, Precision.NANOSECONDS, 65_535, 1)) {
      writer.write(frame);
    }
    assertThat(readBack()).containsExactly(Seen.of(frame));
  }

  @ParameterizedTest(name = "{0} bytes")
  @ValueSource(ints = {0, 10, 24, 100, 65_535, 65_536, 65_537, 100_000, 199_999})
  void shouldEndBehindTheLastWholeRecordWhereTheDiskIsFull(int room, @TempDir Path folder)
      throws IOException {
    // given frames of all lengths, also such as do not fit the buffer of the writer
    ByteBuffer bytes = ByteBuffer.allocate(70_000);
    Path pcap = folder.resolve("a.pcap");
    Path pcapng = folder.resolve("a.pcapng");

    // when both files are written until that fails, and closed
    PcapWriter first =
        new PcapWriter(
            new FullDisk(pcap, room), ByteOrder.BIG_ENDIAN, Precision.MICROSECONDS, 70_000, 1);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 1_000; i++) {
                first.write(TIME, 70_000, bytes, 0, length(i));
              }
            })
        .hasMessage("No space left on device");
    first.close();
    PcapngWriter second = new PcapngWriter(new FullDisk(pcapng, room), ByteOrder.BIG_ENDIAN);
    assertThatThrownBy(
            () -> {
              int id = second.addInterface(1, 0);
              for (int i = 0; i < 1_000; i++) {
                second.write(id, TIME, 70_000, bytes, 0, length(i));
              }
            })
        .hasMessage("No space left on device");
    second.close();

    // then as many are there as fit
    assertThat(Files.size(pcap)).isEqualTo(fitting(room, 24, i -> 16 + length(i)));
    assertThat(Files.size(pcapng))
        .isEqualTo(
            room < 28 ? 0 : fitting(room, 28 + 32, i -> 32 + PcapngFormat.padded(length(i))));
  }

  private static int length(int i) {
    return i % 20 == 19 ? 70_000 : i % 1_500;
  }

  private static long fitting(long room, long header, IntUnaryOperator record) {
    long size = header > room ? 0 : header;
    for (int i = 0; size > 0 && size + record.applyAsInt(i) <= room; i++) {
      size += record.applyAsInt(i);
    }
    return size;
  }

  @Test
  void shouldRefuseAnInterfaceThatWasNotDescribed() throws IOException {
    try (PcapngWriter writer = new PcapngWriter(out, ByteOrder.LITTLE_ENDIAN)) {
      assertThatThrownBy(() -> writer.write(0, TIME, 5, BYTES, 1, 5))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private List<Seen> readBack() throws IOException {
    try (FrameSource source =
        CaptureFile.open(new ByteArrayInputStream(written.toByteArray()), "x")) {
      List<Seen> frames = Seen.all(source);
      assertThat(source.damage()).isEmpty();
      return frames;
    }
  }
}
