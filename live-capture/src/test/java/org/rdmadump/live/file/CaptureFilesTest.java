package org.rdmadump.live.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.capture.InterfaceStatistics;
import org.rdmadump.live.ToFiles;
import org.rdmadump.testing.Needs;

/** Every packet is in one file, and every file is whole. */
class CaptureFilesTest {
  private static final int LENGTH = 500;
  private static final List<CapturedDevice> DEVICES =
      List.of(
          new CapturedDevice("eth7", 1, 65_535, "udp port 4791"),
          new CapturedDevice("eth8", 1, 65_535, ""));
  private static final StatisticsSource STATISTICS =
      device ->
          new InterfaceStatistics(
              1_700_000_000_000_000_000L,
              1_700_000_001_000_000_000L,
              OptionalLong.of(12),
              device == 0 ? OptionalLong.of(1) : OptionalLong.empty(),
              device == 0 ? OptionalLong.of(2) : OptionalLong.empty(),
              9);

  private final ByteBuffer packet = ByteBuffer.allocate(LENGTH);

  @TempDir Path folder;

  @Test
  void shouldLoseNothingAtTheSeamsOfFilesOfThatSize() throws IOException {
    CaptureFiles files = open(new Rotation(OptionalLong.of(10_000), none(), OptionalInt.empty()));
    write(files, 1000);
    files.close(STATISTICS);

    List<Path> written = written();
    assertThat(written).hasSizeBetween(53, 70);
    assertThat(files.files()).isEqualTo(written.size());
    List<Long> numbers = new ArrayList<>();
    for (Path file : written) {
      assertThat(file.getFileName().toString()).matches("trace_[0-9]{5}_[0-9]{14}\\.pcapng");
      boolean last = file.equals(written.get(written.size() - 1));
      assertThat(Files.size(file)).isBetween(last ? 0 : 9000L, 10_000L);
      numbers.addAll(numbers(file));
    }
    assertThat(numbers).hasSize(1000).isSorted().doesNotHaveDuplicates();
    assertThat(files.packets()).isEqualTo(1000);
  }

  @Test
  void shouldKeepTheLastFilesOnly() throws IOException {
    CaptureFiles files = open(new Rotation(OptionalLong.of(10_000), none(), OptionalInt.of(3)));
    write(files, 1000);
    files.close(STATISTICS);

    assertThat(written()).hasSize(3);
    assertThat(numbers(written().get(2))).endsWith(1000L);
  }

  @Test
  void shouldEndAFileAfterItsTimeEvenIfNoPacketComes() throws Exception {
    CaptureFiles files =
        open(
            new Rotation(
                OptionalLong.empty(), Optional.of(Duration.ofMillis(20)), OptionalInt.empty()));
    write(files, 1);
    Thread.sleep(30);
    files.idle(STATISTICS);
    assertThat(numbers(written().get(0))).containsExactly(1L);
    write(files, 1);
    files.close(STATISTICS);

    assertThat(written()).hasSize(2);
  }

  @Test
  void shouldBeReadableWhileItIsWrittenAndWhenNothingCame() throws IOException {
    CaptureFiles files = open(Rotation.NONE);
    assertThat(numbers(folder.resolve("trace.pcapng"))).isEmpty();
    files.close(STATISTICS);
    assertThat(numbers(folder.resolve("trace.pcapng"))).isEmpty();
  }

  @Test
  void shouldCutAFileAtAWholePacketWhenTheDiskIsFull() throws IOException {
    Path file = folder.resolve("trace.pcapng");
    CaptureFiles files =
        CaptureFiles.open(
            file,
            DEVICES,
            Rotation.NONE,
            new CaptureOutput() {
              @Override
              public WritableByteChannel open(Path name) throws IOException {
                return new SmallDisk(new ToFiles().open(name), 200_000);
              }

              @Override
              public void delete(Path name) {}
            });

    assertThatThrownBy(() -> write(files, 1000)).hasMessage("No space left on device");
    write(files, 10);
    files.close(STATISTICS);

    // What was left of the disk holds part of a block; the real thing is cut by truncation.
    assertThat(files.packets()).isBetween(200L, 360L);
    List<Long> whole = numbers(file, /* damaged= */ true);
    assertThat(whole.size()).isGreaterThanOrEqualTo((int) files.packets());
  }

  @Test
  void shouldLeaveNoEmptyFileWhenTheDiskIsFullAtASeam() throws IOException {
    List<Path> deleted = new ArrayList<>();
    CaptureFiles files =
        CaptureFiles.open(
            folder.resolve("trace.pcapng"),
            DEVICES,
            new Rotation(OptionalLong.of(10_000), none(), OptionalInt.empty()),
            new CaptureOutput() {
              @Override
              public WritableByteChannel open(Path name) throws IOException {
                boolean first = name.toString().contains("_00001_");
                return new SmallDisk(new ToFiles().open(name), first ? 20_000 : 0);
              }

              @Override
              public void delete(Path name) throws IOException {
                deleted.add(name);
                Files.delete(name);
              }
            });

    assertThatThrownBy(() -> write(files, 1000)).hasMessage("No space left on device");
    files.close(STATISTICS);

    assertThat(deleted).hasSize(1);
    assertThat(files.files()).isEqualTo(1);
    assertThat(written()).hasSize(1);
    assertThat(numbers(written().get(0))).hasSize((int) files.packets()).isNotEmpty();
  }

  @Test
  void shouldKeepTheOldestFileIfTheNextCannotBeOpened() throws IOException {
    CaptureFiles files = limited("Permission denied");

    assertThatThrownBy(() -> write(files, 1000)).hasMessage("Permission denied");
    files.close(STATISTICS);

    assertThat(written()).hasSize(3);
    assertThat(numbers(written().get(0))).startsWith(1L);
    assertThat(files.files()).isEqualTo(3);
  }

  @Test
  void shouldDeleteTheOldestFileFirstIfThereIsNoRoomForTheNext() throws IOException {
    CaptureFiles files = limited("trace: No space left on device");

    write(files, 1000);
    files.close(STATISTICS);

    assertThat(written()).hasSize(3);
    assertThat(numbers(written().get(2))).endsWith(1000L);
  }

  /** Keeps three files, and refuses the fourth as long as three are there. */
  private CaptureFiles limited(String why) throws IOException {
    return CaptureFiles.open(
        folder.resolve("trace.pcapng"),
        DEVICES,
        new Rotation(OptionalLong.of(10_000), none(), OptionalInt.of(3)),
        new CaptureOutput() {
          @Override
          public WritableByteChannel open(Path name) throws IOException {
            if (written().size() == 3) {
              throw new IOException(why);
            }
            return new ToFiles().open(name);
          }

          @Override
          public void delete(Path name) throws IOException {
            Files.delete(name);
          }
        });
  }

  @Test
  void shouldTruncateARealFileOnAFullDisk() throws Exception {
    Needs.root();
    Needs.command("mount", "mount");
    Path disk = Files.createDirectory(folder.resolve("disk"));
    run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString());
    try {
      Path file = disk.resolve("trace.pcapng");
      CaptureFiles files = CaptureFiles.open(file, DEVICES, Rotation.NONE, new ToFiles());

      assertThatThrownBy(() -> write(files, 1000)).hasMessageContaining("No space left");
      files.close(STATISTICS);

      assertThat(numbers(file)).hasSize((int) files.packets()).hasSizeBetween(300, 520);
    } finally {
      run("umount", disk.toString());
    }
  }

  @Test
  void shouldEndEachFileWithStatisticsThatWiresharkUnderstands() throws Exception {
    Needs.command("capinfos", "tshark");
    Needs.tshark();
    CaptureFiles files = open(Rotation.NONE);
    write(files, 9);
    files.close(STATISTICS);

    String file = folder.resolve("trace.pcapng").toString();
    assertThat(run("capinfos", file))
        .contains(
            "Capture application: rdmadump",
            "Name = eth7",
            "Name = eth8",
            "Number of stat entries = 1",
            "Number of packets = 8");
    assertThat(numbers(Path.of(file))).hasSize(9);
  }

  @Test
  void shouldNameFilesByNumberAndTimeInUtc() {
    Instant begun = Instant.parse("2026-11-22T10:31:00.9Z");
    assertThat(FileNames.of(Path.of("a", "trace.pcapng"), 7, begun))
        .hasToString("a/trace_00007_20261122103100.pcapng");
    assertThat(FileNames.of(Path.of("trace"), 123_456, begun))
        .hasToString("trace_123456_20261122103100");
    assertThat(FileNames.of(Path.of(".trace"), 1, begun))
        .hasToString(".trace_00001_20261122103100");
  }

  private CaptureFiles open(Rotation rotation) throws IOException {
    return CaptureFiles.open(folder.resolve("trace.pcapng"), DEVICES, rotation, new ToFiles());
  }

  private static Optional<Duration> none() {
    return Optional.empty();
  }

  private void write(CaptureFiles files, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      packet.putLong(0, packet.getLong(0) + 1);
      files.packet(i % 10 == 0 ? 1 : 0, packet, 0, LENGTH, LENGTH, i, STATISTICS);
    }
  }

  private List<Path> written() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static List<Long> numbers(Path file) throws IOException {
    return numbers(file, /* damaged= */ false);
  }

  private static List<Long> numbers(Path file, boolean damaged) throws IOException {
    List<Long> numbers = new ArrayList<>();
    Frame frame = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(frame)) {
        numbers.add(frame.bytes().getLong(frame.offset()));
      }
      if (!damaged) {
        assertThat(source.damage()).isEmpty();
      }
    }
    return numbers;
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream out = process.getInputStream()) {
      String printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(printed).isZero();
      return printed;
    }
  }

  /** Fills up in the middle of a write. */
  private static final class SmallDisk implements WritableByteChannel {
    private final WritableByteChannel to;
    private int left;

    SmallDisk(WritableByteChannel to, int left) {
      this.to = to;
      this.left = left;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      int count = Math.min(left, bytes.remaining());
      if (count == 0) {
        throw new IOException("No space left on device");
      }
      ByteBuffer part = bytes.slice(bytes.position(), count);
      int written = to.write(part);
      left -= written;
      bytes.position(bytes.position() + written);
      return written;
    }

    @Override
    public boolean isOpen() {
      return to.isOpen();
    }

    @Override
    public void close() throws IOException {
      to.close();
    }
  }
}
