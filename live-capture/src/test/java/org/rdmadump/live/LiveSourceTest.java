package org.rdmadump.live;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.FakeDevice.End;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.CaptureOutput;
import org.rdmadump.live.file.CapturedDevice;
import org.rdmadump.live.file.Rotation;

/** Packets of devices reach whoever reads, the file, or a count. */
@Timeout(value = 60, unit = SECONDS)
class LiveSourceTest {
  private static final OptionalLong NONE_LOST = OptionalLong.of(0);
  private static final LiveOptions SMALL =
      new LiveOptions(2L * PacketQueue.BLOCK_LENGTH, Optional.empty());

  private final Frame frame = new Frame();
  private final Told told = new Told();
  private volatile boolean stopped;
  private int idle;

  /** What the capture says meanwhile. */
  private static final class Told implements CaptureListener {
    final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void failed(String device, IOException why) {
      lines.add(device + ": " + why.getMessage());
    }

    @Override
    public boolean unwritable(IOException why) {
      lines.add("unwritable: " + why.getMessage());
      return true;
    }
  }

  private final LiveControl control =
      new LiveControl() {
        @Override
        public boolean isStopped() {
          return stopped;
        }

        @Override
        public void idle() {
          idle++;
        }
      };

  @Test
  void shouldHandOnEveryPacketOfADeviceThatGoesAwayAndSayThatItDid() throws IOException {
    FakeDevice device = new FakeDevice("eth7", 50_000, 60, End.VANISHES, NONE_LOST);
    LiveSource source = start(List.of(device), Optional.empty(), LiveOptions.DEFAULT);

    long expected = 0;
    while (source.next(frame)) {
      expected++;
      assertThat(frame.number()).isEqualTo(expected);
      assertThat(frame.bytes().getLong(frame.offset())).isEqualTo(expected);
      assertThat(frame.epochNanos()).isEqualTo(expected);
      assertThat(frame.captured()).isEqualTo(60);
      assertThat(frame.original()).isEqualTo(64);
      assertThat(frame.linkType()).isEqualTo(1);
      assertThat(frame.viewpoint()).isEqualTo(Frame.ONLY_VIEWPOINT);
    }

    assertThat(expected).isEqualTo(50_000);
    assertThat(source.finish())
        .containsExactly(
            new DeviceCounts(
                "eth7", 50_000, OptionalLong.of(50_000), NONE_LOST, OptionalLong.of(0), 0));
    assertThat(told.lines).containsExactly("eth7: The interface disappeared");
    assertThat(device.closed).isTrue();
  }

  @Test
  void shouldCountWhatASlowReaderMissesAndHaveAllOfItInTheFile(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("trace.pcapng");
    FakeDevice device = new FakeDevice("eth7", 20_000, 1000, End.VANISHES, OptionalLong.of(3));
    LiveSource source = start(List.of(device), Optional.of(files(file, device)), SMALL);
    while (!device.exhausted) {
      Thread.sleep(5);
    }

    long read = 0;
    while (source.next(frame)) {
      read++;
    }

    DeviceCounts counts = source.finish().get(0);
    assertThat(read).isBetween(1000L, 2L * PacketQueue.BLOCK_LENGTH / 1000);
    assertThat(counts.captured()).isEqualTo(20_000);
    assertThat(counts.notDecoded()).isEqualTo(20_000 - read);
    assertThat(source.refused(0)).isEqualTo(20_000 - read);
    assertThat(counts.received()).hasValue(20_003);
    assertThat(counts.dropped()).hasValue(3);
    assertThat(numbers(file)).hasSize(20_000).startsWith(1L, 2L, 3L).endsWith(20_000L);
  }

  @Test
  void shouldNeitherWaitForPacketsNorHoldOutputBackOnceTheUserStops() throws IOException {
    FakeDevice device = new FakeDevice("eth7", 10, 60, End.SILENT, NONE_LOST);
    LiveSource source = start(List.of(device), Optional.empty(), LiveOptions.DEFAULT);
    for (int i = 0; i < 10; i++) {
      assertThat(source.next(frame)).isTrue();
    }
    int before = idle;
    stopped = true;

    assertThat(source.next(frame)).isFalse();

    assertThat(idle).isGreaterThan(before);
    assertThat(source.finish().get(0).captured()).isEqualTo(10);
    assertThat(device.closed).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTakeAllThatADeviceHasAtTheEndWhateverItCounts(boolean counts) throws IOException {
    OptionalLong lost = counts ? NONE_LOST : OptionalLong.empty();
    FakeDevice device = new FakeDevice("mlx5_0", 5000, 60, End.SILENT, lost);
    stopped = true;
    LiveSource source = start(List.of(device), Optional.empty(), LiveOptions.DEFAULT);

    long read = 0;
    while (source.next(frame)) {
      read++;
    }

    assertThat(read).isEqualTo(5000);
    assertThat(source.finish().get(0).captured()).isEqualTo(5000);
  }

  @Test
  void shouldNotSayThatNothingWasLostWhereADeviceHasMoreThanTheEndHasTimeFor() {
    FakeDevice device = new FakeDevice("mlx5_0", Long.MAX_VALUE, 60, End.SILENT, NONE_LOST);
    stopped = true;
    LiveSource source = start(List.of(device), Optional.empty(), SMALL);

    DeviceCounts counts = source.finish().get(0);

    assertThat(counts.captured()).isPositive();
    assertThat(counts.received()).isEmpty();
    assertThat(counts.dropped()).isEmpty();
    assertThat(counts.droppedByInterface()).hasValue(0);
  }

  @Test
  void shouldNotHoldOutputBackWhilePacketsWait() throws Exception {
    FakeDevice device = new FakeDevice("eth7", 100_000, 1000, End.SILENT, NONE_LOST);
    LiveOptions large = new LiveOptions(64L * PacketQueue.BLOCK_LENGTH, Optional.empty());
    LiveSource source = start(List.of(device), Optional.empty(), large);
    while (source.counts().get(0).captured() < 10_000) {
      Thread.sleep(5);
    }
    assertThat(source.next(frame)).isTrue();
    int before = idle;
    Thread.sleep(150);

    for (int i = 0; i < 3 * PacketQueue.BLOCK_LENGTH / 1000; i++) {
      assertThat(source.next(frame)).isTrue();
    }

    assertThat(idle).isGreaterThan(before);
    stopped = true;
    source.close();
  }

  @Test
  void shouldEndWithCountsThoughWhatItWritesToTakesNoMore() throws IOException {
    FakeDevice device = new FakeDevice("eth7", 10_000, 1000, End.SILENT, NONE_LOST);
    CaptureOutput stalled =
        new CaptureOutput() {
          @Override
          public WritableByteChannel open(Path file) {
            return new Stalled();
          }

          @Override
          public void delete(Path file) {}
        };
    CaptureFiles files = CaptureFiles.open(Path.of("-"), described(device), Rotation.NONE, stalled);
    LiveSource source = start(List.of(device), Optional.of(files), LiveOptions.DEFAULT);
    long start = System.nanoTime();
    stopped = true;

    long read = 0;
    while (source.next(frame)) {
      read++;
    }
    DeviceCounts counts = source.finish().get(0);
    source.close();

    assertThat(System.nanoTime() - start).isLessThan(SECONDS.toNanos(5));
    assertThat(source.hasEnded()).isFalse();
    assertThat(counts.captured()).isBetween(1L, 200L);
    assertThat(counts.notDecoded()).isEqualTo(counts.captured() - read);
    assertThat(counts.dropped()).isEmpty();
  }

  /** Takes the head of a file, and blocks then. */
  private static final class Stalled implements WritableByteChannel {
    private final CountDownLatch never = new CountDownLatch(1);
    private boolean headed;

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      if (headed) {
        try {
          never.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      headed = true;
      int count = bytes.remaining();
      bytes.position(bytes.limit());
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void shouldTellWhatADeviceCountsWhileItIsCaptured() throws Exception {
    FakeDevice device = new FakeDevice("eth7", 10, 60, End.SILENT, OptionalLong.of(3));
    try (LiveSource source = start(List.of(device), Optional.empty(), SMALL)) {
      while (source.lastCounts().get(0).received().isEmpty()) {
        Thread.sleep(5);
      }

      assertThat(source.lastCounts().get(0).dropped()).hasValue(3);
      assertThat(source.counts().get(0).dropped()).isEmpty();
      assertThat(source.refused(0)).isZero();
      stopped = true;
    }
  }

  @Test
  void shouldEndByItselfAfterTheDurationAndGiveWhatItHas() throws IOException {
    FakeDevice device = new FakeDevice("eth7", 10, 60, End.SILENT, NONE_LOST);
    LiveOptions options = new LiveOptions(32 << 20, Optional.of(Duration.ofMillis(100)));
    LiveSource source = start(List.of(device), Optional.empty(), options);

    long read = 0;
    while (source.next(frame)) {
      read++;
    }

    assertThat(read).isEqualTo(10);
    assertThat(source.finish().get(0).notDecoded()).isZero();
    assertThat(told.lines).isEmpty();
  }

  @Test
  void shouldTellDevicesApartAndNumberTheirPacketsThrough() throws IOException {
    FakeDevice one = new FakeDevice("eth7", 1000, 60, End.VANISHES, NONE_LOST);
    FakeDevice two = new FakeDevice("eth8", 3000, 60, End.VANISHES, OptionalLong.empty());
    LiveSource source = start(List.of(one, two), Optional.empty(), LiveOptions.DEFAULT);

    long[] next = {1, 1};
    long number = 0;
    while (source.next(frame)) {
      int device = frame.interfaceId();
      assertThat(frame.number()).isEqualTo(++number);
      assertThat(frame.viewpoint()).isEqualTo(device + 1);
      assertThat(frame.bytes().getLong(frame.offset())).isEqualTo(next[device]++);
    }

    assertThat(next).containsExactly(1001, 3001);
    assertThat(source.finish())
        .extracting(DeviceCounts::device, DeviceCounts::captured, DeviceCounts::dropped)
        .containsExactly(
            tuple("eth7", 1000L, NONE_LOST), tuple("eth8", 3000L, OptionalLong.empty()));
  }

  @Test
  void shouldGoOnDecodingWhenTheFileCannotBeWritten() throws IOException {
    FakeDevice device = new FakeDevice("eth7", 5000, 200, End.VANISHES, NONE_LOST);
    CaptureOutput full =
        new CaptureOutput() {
          @Override
          public WritableByteChannel open(Path file) {
            return new FullDisk(100_000);
          }

          @Override
          public void delete(Path file) {}
        };
    CaptureFiles files = CaptureFiles.open(Path.of("x"), described(device), Rotation.NONE, full);
    LiveSource source = start(List.of(device), Optional.of(files), LiveOptions.DEFAULT);

    long read = 0;
    while (source.next(frame)) {
      read++;
    }

    source.close();
    assertThat(read).isEqualTo(5000);
    assertThat(told.lines)
        .containsExactlyInAnyOrder(
            "unwritable: No space left on device", "eth7: The interface disappeared");
    assertThat(files.packets()).isBetween(1L, 500L);
  }

  /** Takes so many bytes. */
  private static final class FullDisk implements WritableByteChannel {
    private int left;

    FullDisk(int left) {
      this.left = left;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      int count = bytes.remaining();
      if (count > left) {
        throw new IOException("No space left on device");
      }
      left -= count;
      bytes.position(bytes.limit());
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private LiveSource start(
      List<CaptureDevice> devices, Optional<CaptureFiles> files, LiveOptions options) {
    return LiveSource.start(devices, files, options, control, told);
  }

  private static List<CapturedDevice> described(FakeDevice device) {
    return List.of(new CapturedDevice(device.name(), device.linkType(), device.snapLength(), ""));
  }

  private static CaptureFiles files(Path file, FakeDevice device) throws IOException {
    return CaptureFiles.open(file, described(device), Rotation.NONE, new ToFiles());
  }

  private static List<Long> numbers(Path file) throws IOException {
    List<Long> numbers = new ArrayList<>();
    Frame each = new Frame();
    try (FrameSource source = CaptureFile.open(file)) {
      while (source.next(each)) {
        numbers.add(each.bytes().getLong(each.offset()));
      }
      assertThat(source.damage()).isEmpty();
    }
    return numbers;
  }

  @Test
  void shouldReadWhatWasCapturedUpToItsStop() throws IOException {
    FakeDevice device = new FakeDevice("eth0", 3, 64, FakeDevice.End.SILENT, NONE_LOST);
    try (LiveSource source = LiveSource.start(device)) {
      for (int i = 1; i <= 3; i++) {
        assertThat(source.next(frame)).isTrue();
        assertThat(frame.number()).isEqualTo(i);
      }
      source.stop();
      assertThat(source.next(frame)).isFalse();
    }
    assertThat(device.closed).isTrue();
  }

  @Test
  void shouldNotStopWhatAnotherControlEnds() throws IOException {
    FakeDevice device = new FakeDevice("eth0", 1, 64, FakeDevice.End.VANISHES, NONE_LOST);
    try (LiveSource source = start(List.of(device), Optional.empty(), LiveOptions.DEFAULT)) {
      assertThatThrownBy(source::stop)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the given control ends this capture");
    }
  }

  @Test
  void shouldThrowTheFailureOfADeviceBehindItsPackets() throws IOException {
    FakeDevice device = new FakeDevice("eth0", 1, 64, FakeDevice.End.VANISHES, NONE_LOST);
    try (LiveSource source = LiveSource.start(device)) {
      assertThat(source.next(frame)).isTrue();
      assertThatThrownBy(() -> source.next(frame))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("eth0: ");
    }
  }
}
