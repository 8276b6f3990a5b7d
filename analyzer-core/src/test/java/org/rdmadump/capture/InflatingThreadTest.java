package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of the thread that inflates. */
@Timeout(60)
class InflatingThreadTest {
  private static final AtomicLong INPUTS = new AtomicLong();
  private static final int FRAME = 1000;
  private static final int FRAMES = 6_000;

  /** Threads are found by it. */
  private final String name = "input " + INPUTS.incrementAndGet();

  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldRunAheadByAFewBlocksAndEndWhenTheSourceIsClosed(Compression compression)
      throws Exception {
    byte[] input = Compressed.of(compression, capture());
    FrameSource source = CaptureFile.open(new ByteArrayInputStream(input), name);
    assertThat(source.next(new Frame())).isTrue();
    assertThat(thread()).hasValueSatisfying(t -> assertThat(t.isDaemon()).isTrue());
    Thread thread = thread().orElseThrow();
    await(thread, Thread.State.WAITING);
    assertThat(source.position()).isLessThan(input.length / 2);

    source.close();

    await(thread, Thread.State.TERMINATED);
    assertThat(source.damage()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldEndWithTheInput(Compression compression) throws Exception {
    byte[] input = Compressed.of(compression, capture());
    try (FrameSource source = CaptureFile.open(new ByteArrayInputStream(input), name)) {
      Optional<Thread> thread = thread();
      assertThat(Fingerprint.of(source).frames()).isEqualTo(FRAMES);
      if (thread.isPresent()) {
        await(thread.get(), Thread.State.TERMINATED);
      }
    }
  }

  @Test
  void shouldEndWhenTheInputIsNoCapture() throws Exception {
    byte[] input = Compressed.gzip(new byte[5_000_000]);
    assertThatThrownBy(() -> CaptureFile.open(new ByteArrayInputStream(input), name))
        .isInstanceOf(NotACaptureException.class);
    Optional<Thread> thread = thread();
    if (thread.isPresent()) {
      await(thread.get(), Thread.State.TERMINATED);
    }
  }

  @Test
  void shouldEndWhenClosedWhileItWaitsForAPipe() throws Exception {
    Pipe pipe = Pipe.open();
    pipe.sink().write(ByteBuffer.wrap(Compressed.gzip(capture()), 0, 4000));
    FrameSource source = CaptureFile.open(pipe.source(), name);
    Thread thread = thread().orElseThrow();

    source.close();

    await(thread, Thread.State.TERMINATED);
    pipe.sink().close();
  }

  @ParameterizedTest
  @EnumSource(Compression.class)
  void shouldDeliverWhatASlowSenderHasSent(Compression compression) throws Exception {
    byte[] capture = smallCapture();
    byte[] first = Compressed.of(compression, Arrays.copyOf(capture, 24 + 16 + 3));
    byte[] second = Compressed.of(compression, Arrays.copyOfRange(capture, 43, capture.length));
    PipedOutputStream sender = new PipedOutputStream();
    try (PipedInputStream pipe = new PipedInputStream(sender)) {
      sender.write(first);
      sender.flush();
      try (FrameSource source = CaptureFile.open(pipe, name)) {
        Frame frame = new Frame();
        assertThat(source.next(frame)).isTrue();
        assertThat(Seen.of(frame).bytes()).isEqualTo("010203");

        sender.write(second);
        sender.close();
        assertThat(source.next(frame)).isTrue();
        assertThat(Seen.of(frame).bytes()).isEqualTo("0405");
        assertThat(source.next(frame)).isFalse();
        assertThat(source.damage()).isEmpty();
      }
    }
  }

  @Test
  void shouldThrowWhatTheInputThrows() throws IOException {
    byte[] start = Compressed.gzip(smallCapture());
    InputStream input =
        new Failing(
            start,
            () -> {
              throw new IOException("Input/output error");
            });
    try (FrameSource source = CaptureFile.open(input, name)) {
      Frame frame = new Frame();
      assertThat(source.next(frame)).isTrue();
      assertThat(source.next(frame)).isTrue();
      assertThatThrownBy(() -> source.next(frame))
          .isInstanceOf(IOException.class)
          .hasMessage("Input/output error");
      assertThat(source.damage()).isEmpty();
    }
  }

  @Test
  void shouldThrowWhatTheInputThrowsWhereItIsAFaultOfOurs() throws IOException {
    byte[] start = Compressed.gzip(smallCapture());
    InputStream input =
        new Failing(
            start,
            () -> {
              throw new IllegalStateException("fault");
            });
    try (FrameSource source = CaptureFile.open(input, name)) {
      assertThatThrownBy(() -> Fingerprint.of(source))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("fault");
    }
  }

  @Test
  void shouldNotReadOnceClosed(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("a.gz"), Compressed.gzip(capture()));
    FrameSource source = CaptureFile.open(file);
    source.close();
    assertThatThrownBy(() -> Fingerprint.of(source)).isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void shouldLetTheReaderBeInterrupted() throws Exception {
    try (PipedOutputStream sender = new PipedOutputStream();
        PipedInputStream pipe = new PipedInputStream(sender)) {
      sender.write(Compressed.gzip(Arrays.copyOf(smallCapture(), 43)));
      sender.flush();
      try (FrameSource source = CaptureFile.open(pipe, name)) {
        Frame frame = new Frame();
        assertThat(source.next(frame)).isTrue();
        Thread thread = thread().orElseThrow();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> source.next(frame)).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
        await(thread, Thread.State.TERMINATED);
      }
    }
  }

  /** Does something at the end of the input. */
  private static final class Failing extends FilterInputStream {
    private interface Failure {
      void happen() throws IOException;
    }

    private final Failure failure;

    Failing(byte[] start, Failure failure) {
      super(new ByteArrayInputStream(start));
      this.failure = failure;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      if (count < 0) {
        failure.happen();
      }
      return count;
    }
  }

  private Optional<Thread> thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("inflating " + name))
        .findAny();
  }

  private static void await(Thread thread, Thread.State state) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (thread.getState() != state) {
      assertThat(System.nanoTime()).as(thread + " is " + state).isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  private static byte[] smallCapture() {
    return new CaptureBytes(ByteOrder.LITTLE_ENDIAN)
        .pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1)
        .record(1, 2, 3, new byte[] {1, 2, 3})
        .record(4, 5, 6, new byte[] {4, 5})
        .toArray();
  }

  /** 6 MB that hardly compress. */
  private static byte[] capture() {
    Random random = new Random(1);
    CaptureBytes capture =
        new CaptureBytes(ByteOrder.LITTLE_ENDIAN).pcapHeader(PcapFormat.NANOSECONDS, 65_535, 1);
    byte[] frame = new byte[FRAME];
    for (int i = 0; i < FRAMES; i++) {
      random.nextBytes(frame);
      capture.record(1, i, FRAME, frame);
    }
    return capture.toArray();
  }
}
