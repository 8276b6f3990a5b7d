package org.rdmadump.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rdmadump.RdmaCapture;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.CaptureListener;
import org.rdmadump.live.LiveControl;
import org.rdmadump.live.LiveOptions;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.CaptureOutput;
import org.rdmadump.live.file.CapturedDevice;
import org.rdmadump.live.file.Rotation;
import org.rdmadump.live.net.NetCaptureOptions;
import org.rdmadump.live.net.NetDeviceCapture;

/**
 * The capture of a net device while a test runs; {@link LiveCapture} makes one.
 *
 * <pre>{@code
 * RdmaCapture capture = recording.stop();
 * }</pre>
 *
 * <p>A thread of its own captures; the methods are for that of the test.
 */
public final class LiveRecording {
  private static final long PATIENCE_SECONDS = 30;

  private final Path file;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /** Why the recording ended before it was stopped; set by its threads. */
  private volatile Optional<IOException> failure = Optional.empty();

  /** Packets that the device lost because nobody took them in time; set when the capture ended. */
  private volatile long lost;

  private final Thread reader;
  private final String device;
  private Optional<RdmaCapture> capture = Optional.empty();

  private LiveRecording(Path file, CaptureDevice device, CaptureFiles files) {
    this.file = file;
    this.device = device.name();
    LiveSource source =
        LiveSource.start(
            List.of(device),
            Optional.of(files),
            LiveOptions.DEFAULT,
            new Control(),
            new Failures());
    this.reader = new Thread(() -> drain(source), "rdmadump-recording");
    reader.setDaemon(true);
    reader.start();
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
    try {
      CapturedDevice described =
          new CapturedDevice(opened.name(), opened.linkType(), opened.snapLength(), filter);
      CaptureFiles files =
          CaptureFiles.open(file, List.of(described), Rotation.NONE, new PlainOutput());
      return new LiveRecording(file, opened, files);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /** {@return the file, which is whole once the recording has stopped} */
  public Path file() {
    return file;
  }

  /**
   * Ends the recording, if that was not done before.
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
    stopped.set(true);
    boolean interrupted = false;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    long millis = TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
    while (reader.isAlive() && millis > 0) {
      try {
        reader.join(millis);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (reader.isAlive()) {
      throw new IllegalStateException("the recording to " + file + " does not end");
    }
  }

  /** Passes over all packets: they are in the file. */
  private void drain(LiveSource source) {
    try (source) {
      Frame frame = new Frame();
      boolean more = true;
      while (more) {
        more = source.next(frame);
      }
      source.finish().forEach(counts -> lost = counts.dropped().orElse(0));
    } catch (IOException e) {
      failure = Optional.of(e);
    }
  }

  private final class Control implements LiveControl {
    @Override
    public boolean isStopped() {
      return stopped.get();
    }

    @Override
    public void idle() {}
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
