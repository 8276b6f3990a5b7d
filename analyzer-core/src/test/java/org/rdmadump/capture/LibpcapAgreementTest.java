package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Timestamp;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.Pcaps;
import org.rdmadump.capture.PcapWriter.Precision;
import org.rdmadump.testing.Needs;

/** Our readers and libpcap find the same frames in the same file. */
class LibpcapAgreementTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");

  @BeforeAll
  static void needLibpcap() {
    Needs.libpcap();
  }

  static List<Path> captures() throws IOException {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      List<Path> captures = files.filter(LibpcapAgreementTest::isCapture).sorted().toList();
      assertThat(captures).as("captures in testdata/captures").isNotEmpty();
      return captures;
    }
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadTheSameFramesOfACapture(Path file) throws Exception {
    assertThat(compare(file)).isPositive();
  }

  @Test
  void shouldWriteWhatLibpcapReads(@TempDir Path folder) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(100);
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      for (Precision precision : Precision.values()) {
        Path file = folder.resolve(order + "-" + precision + ".pcap");
        try (PcapWriter writer = new PcapWriter(channel(file), order, precision, 65_535, 1)) {
          for (int i = 0; i < 50; i++) {
            writer.write(1_700_000_000_000_000_000L + i * 333_333_333L, 2 * i, bytes, 0, i);
          }
        }
        assertThat(compare(file)).isEqualTo(50);
      }
      Path file = folder.resolve(order + ".pcapng");
      try (PcapngWriter writer = new PcapngWriter(channel(file), order)) {
        writer.addInterface(1, 0);
        for (int i = 0; i < 50; i++) {
          writer.write(0, 1_700_000_000_000_000_000L + i * 333_333_333L, 2 * i, bytes, 0, i);
        }
      }
      assertThat(compare(file)).isEqualTo(50);
    }
  }

  /** Compares frame by frame, and says how many there are. */
  private static long compare(Path file)
      throws IOException, PcapNativeException, NotOpenException, TimeoutException {
    PcapHandle libpcap = Pcaps.openOffline(file.toString(), TimestampPrecision.NANO);
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      byte[] ours = new byte[0];
      while (source.next(frame)) {
        byte[] theirs = libpcap.getNextRawPacketEx();
        if (ours.length != frame.captured()) {
          ours = new byte[frame.captured()];
        }
        frame.bytes().get(frame.offset(), ours);
        String which = file.getFileName() + " frame " + frame.number();
        assertThat(ours).as(which).isEqualTo(theirs);
        assertThat(frame.original()).as(which).isEqualTo(libpcap.getOriginalLength());
        assertThat(frame.epochNanos()).as(which).isEqualTo(nanos(libpcap.getTimestamp()));
        assertThat(frame.linkType()).as(which).isEqualTo(libpcap.getDlt().value() & 0xffff);
      }
      assertThat(source.damage()).isEmpty();
      assertThat(source.position()).isEqualTo(Files.size(file));
      assertThat(isAtEnd(libpcap)).as("more frames in libpcap").isTrue();
      return frame.number();
    } finally {
      libpcap.close();
    }
  }

  private static boolean isAtEnd(PcapHandle libpcap)
      throws PcapNativeException, NotOpenException, TimeoutException {
    try {
      libpcap.getNextRawPacketEx();
      return false;
    } catch (EOFException e) {
      return true;
    }
  }

  private static long nanos(Timestamp time) {
    return Math.floorDiv(time.getTime(), 1000L) * 1_000_000_000L + time.getNanos();
  }

  private static boolean isCapture(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".pcap") || name.endsWith(".pcapng");
  }

  private static FileChannel channel(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }
}
