package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Counted;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.CaptureListener;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.file.CaptureOutput;
import org.rdmadump.live.net.NetCaptureOptions;
import org.rdmadump.live.net.NetDeviceCapture;

/**
 * The capture of a net device while a test runs; {@link LiveCapture} makes one.
 *
 * <pre>{@code
 * RdmaCapture capture = recording.stop();
 * }</pre>
 *
 * <p>A separate thread captures; call the methods from the thread of the test.
 */
public final class LiveRecording {
  /** How long the end of the file is waited for. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Path file;
  private final String device;
  private final LiveSource source;

  /** Why the recording ended before it was stopped; set by the thread that captures. */
  private volatile Optional<IOException> failure = Optional.empty();

  /** When to give up waiting; empty until the recording is ended. */
  private volatile OptionalLong deadlineNanos = OptionalLong.empty();

  /** Packets that the device lost because nobody took them in time; set when the capture ended. */
  private long lost;

  private Optional<RdmaCapture> capture = Optional.empty();

  private LiveRecording(CaptureDevice device, String filter, Path file) throws IOException {
    this.file = file;
    this.device = device.name();
    this.source =
        LiveSource.record(device, filter, file, new PlainOutput(), this::isOverdue, new Failures());
  }

  /**
   * Begins to capture.
   *
   * @param device name of a net device
   * @param filter in libpcap's language; empty for all packets
   * @param file that the capture is written to
   * @throws IOException if the device cannot be captured, or the file not be made
   */
  public static LiveRecording start(String device, String filter, Path file) throws IOException {
    NetCaptureOptions usual = NetCaptureOptions.DEFAULT;
    NetDeviceCapture opened =
        NetDeviceCapture.open(
            device,
            new NetCaptureOptions(
                filter,
                usual.snapLength(),
                usual.bufferBytes(),
                usual.promiscuous(),
                /* immediate= */ true,
                usual.readTimeoutMillis()));
    return of(opened, filter, file);
  }

  /** Begins to capture a device that is open; it is closed if that fails. */
  static LiveRecording of(CaptureDevice opened, String filter, Path file) throws IOException {
    return new LiveRecording(opened, filter, file);
  }

  /** {@return the file, complete once the recording has stopped} */
  public Path file() {
    return file;
  }

  /**
   * Ends the recording, if it has not ended.
   *
   * @return what was captured, with all bytes; closed when the test ends
   * @throws UncheckedIOException if the device failed, the kernel lost packets of the device that
   *     the filter chose, or the file could not be written
   */
  public RdmaCapture stop() {
    end();
    try {
      Optional<IOException> why = problem();
      if (why.isPresent()) {
        throw why.get();
      }
      if (capture.isEmpty()) {
        capture =
            Optional.of(
                RdmaCapture.builder().file(file).keepBytes(true).keepFragments(true).open());
      }
      return capture.get();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return why the file does not have all packets, once the recording has ended} */
  Optional<IOException> problem() {
    if (failure.isEmpty() && lost > 0) {
      return Optional.of(
          new IOException(
              device
                  + ": "
                  + Counted.of(lost, "packet")
                  + " lost by the kernel, so that the capture does not show what went over the"
                  + " wire; filter, or let less run beside the test"));
    }
    return failure;
  }

  /** Ends it and closes what {@link #stop} handed out. */
  void close() {
    try {
      end();
    } finally {
      capture.ifPresent(RdmaCapture::close);
    }
  }

  /** A thread that was interrupted, as by a timeout of the test, waits all the same. */
  private void end() {
    if (deadlineNanos.isEmpty()) {
      deadlineNanos = OptionalLong.of(System.nanoTime() + PATIENCE_NANOS);
    }
    lost = source.finish().get(0).dropped().orElse(0);
    if (!source.hasEnded()) {
      throw new IllegalStateException("the recording to " + file + " does not end");
    }
  }

  /** Whether the end was waited for in vain. */
  private boolean isOverdue() {
    OptionalLong deadline = deadlineNanos;
    return deadline.isPresent() && System.nanoTime() - deadline.getAsLong() > 0;
  }

  private final class Failures implements CaptureListener {
    @Override
    public void failed(String device, IOException why) {
      failure = Optional.of(new IOException(device + ": " + why.getMessage(), why));
    }

    @Override
    public boolean unwritable(IOException why) {
      failure = Optional.of(new IOException(file + ": " + why.getMessage(), why));
      return false;
    }
  }

  private static final class PlainOutput implements CaptureOutput {
    @Override
    public WritableByteChannel open(Path path) throws IOException {
      return FileChannel.open(
          path,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public void delete(Path path) throws IOException {
      Files.deleteIfExists(path);
    }
  }
}
