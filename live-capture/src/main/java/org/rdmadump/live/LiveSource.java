package org.rdmadump.live;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.CaptureOutput;
import org.rdmadump.live.file.CapturedDevice;
import org.rdmadump.live.file.Rotation;

/**
 * A source of frames from devices. A thread of its own takes the packets, writes them to a file if
 * there is one, and queues them for the reader. A packet that the queue has no room for is counted,
 * and is still in the file.
 *
 * <p>Frames of several devices come in the order in which they were taken, numbered in one
 * sequence.
 *
 * <pre>{@code
 * NetDeviceCapture device = NetDeviceCapture.open("eth0", NetCaptureOptions.DEFAULT);
 * try (LiveSource source = LiveSource.start(device)) {
 *   RdmaCapture.builder().run(source, listener); // until source.stop()
 * }
 * }</pre>
 */
public final class LiveSource implements FrameSource {
  /** Longest wait for packets before output is flushed again. */
  private static final long WAIT_MILLIS = 50;

  /** Longest delay of output while packets wait. */
  private static final long IDLE_NANOS = 100_000_000L;

  /** Options of a recording: packets refused by the queue are in the file. */
  private static final LiveOptions UNREAD = new LiveOptions(1 << 20, Optional.empty());

  private final LiveControl control;
  private final PacketQueue queue;
  private final CaptureThread capture;

  /** Packets read of each device. */
  private final AtomicLongArray read;

  /** The control of a source without another control. */
  private Optional<OwnControl> own = Optional.empty();

  private long idleNanos = System.nanoTime();
  private long position;

  private LiveSource(LiveControl control, PacketQueue queue, CaptureThread capture, int devices) {
    this.control = control;
    this.queue = queue;
    this.capture = capture;
    this.read = new AtomicLongArray(devices);
  }

  /**
   * Starts a capture.
   *
   * @param devices at least one device; the capture closes them
   * @param files get every packet before the queue, and are closed at the end
   * @param options queue size and duration
   * @param control ends the capture and flushes output
   * @param listener receives failures
   */
  public static LiveSource start(
      List<CaptureDevice> devices,
      Optional<CaptureFiles> files,
      LiveOptions options,
      LiveControl control,
      CaptureListener listener) {
    int longest = 0;
    for (CaptureDevice device : devices) {
      longest = Math.max(longest, device.snapLength());
    }
    PacketQueue queue = new PacketQueue(options.queueBytes(), longest);
    CaptureThread capture =
        new CaptureThread(devices, files, queue, options.duration(), control, listener);
    capture.start();
    return new LiveSource(control, queue, capture, devices.size());
  }

  /**
   * Starts a capture for decoding only: default options, no file, until {@link #stop}. If a device
   * fails, {@link #next} throws the failure after the last packet captured before.
   *
   * @param first a device; the capture closes it
   * @param more further devices; the capture closes them
   */
  public static LiveSource start(CaptureDevice first, CaptureDevice... more) {
    List<CaptureDevice> devices = new ArrayList<>();
    devices.add(first);
    devices.addAll(List.of(more));
    OwnControl own = new OwnControl();
    LiveSource source = start(devices, Optional.empty(), LiveOptions.DEFAULT, own, own);
    source.own = Optional.of(own);
    return source;
  }

  /**
   * Starts to record a device to one file, until {@link #finish}. Reading the source is optional.
   *
   * @param device the device; it is closed at the end, and if this method throws
   * @param filter the device's capture filter in libpcap's language; empty for none
   * @param file the file to write
   * @param output makes the file
   * @param control ends the capture
   * @param listener receives failures
   * @throws IOException if the file cannot be made
   */
  public static LiveSource record(
      CaptureDevice device,
      String filter,
      Path file,
      CaptureOutput output,
      LiveControl control,
      CaptureListener listener)
      throws IOException {
    try {
      CapturedDevice described =
          new CapturedDevice(device.name(), device.linkType(), device.snapLength(), filter);
      CaptureFiles files = CaptureFiles.open(file, List.of(described), Rotation.NONE, output);
      return start(List.of(device), Optional.of(files), UNREAD, control, listener);
    } catch (IOException | RuntimeException e) {
      device.close();
      throw e;
    }
  }

  /**
   * Ends a source started by {@link #start(CaptureDevice, CaptureDevice...)}; packets captured so
   * far can still be read. For any thread.
   *
   * @throws IllegalStateException if the source was started with a {@link LiveControl}
   */
  public void stop() {
    own.orElseThrow(() -> new IllegalStateException("the given control ends this capture")).stop();
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    if (queue.isAllTaken()) {
      passOn();
    }
    while (true) {
      switch (queue.take(frame, read.length() > 1)) {
        case TAKEN -> {
          int device = frame.interfaceId();
          read.setRelease(device, read.getPlain(device) + 1);
          position += frame.captured();
          return true;
        }
        case ENDED -> {
          if (own.isPresent()) {
            own.get().throwFailure();
          }
          return false;
        }
        case EMPTY -> {
          if (capture.isOverdue()) {
            return false;
          }
          control.idle();
          idleNanos = System.nanoTime();
          try {
            queue.await(WAIT_MILLIS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
          }
        }
      }
    }
  }

  /** Flushes output, which must not wait until the queue is empty. */
  private void passOn() throws IOException {
    long now = System.nanoTime();
    if (now - idleNanos >= IDLE_NANOS) {
      idleNanos = now;
      boolean unused = capture.isOverdue();
      control.idle();
    }
  }

  /**
   * {@return the counts so far; counts of the devices themselves are unknown before the end}
   *
   * <p>For any thread.
   */
  public List<DeviceCounts> counts() {
    return capture.counts(read);
  }

  /**
   * {@return the counts so far, with the devices' own counts from about a second ago, or older if
   * the file is blocked}
   *
   * <p>For any thread.
   */
  public List<DeviceCounts> lastCounts() {
    return capture.lastCounts(read);
  }

  /**
   * {@return the packets of a device that a full queue refused so far; they are never decoded}
   *
   * <p>For any thread.
   *
   * @param device index of the device in {@link #counts}
   */
  public long refused(int device) {
    return capture.refused(device);
  }

  /** {@return whether the capture has ended, and is written completely} */
  public boolean hasEnded() {
    return capture.hasEnded();
  }

  /**
   * Ends the capture, unless it has ended, and returns the counts. After the user's stop it waits
   * at most {@code 1.5} s for a blocked file.
   *
   * @return the counts of each device; packets not read so far count as not decoded
   */
  public List<DeviceCounts> finish() {
    return capture.finish(read);
  }

  @Override
  public boolean isFollowing() {
    return true;
  }

  @Override
  public long position() {
    return position;
  }

  /** {@return always empty: the listener receives the failures} */
  @Override
  public Optional<Damage> damage() {
    return Optional.empty();
  }

  /** Ends the capture and closes devices and file, like {@link #finish}. */
  @Override
  public void close() {
    List<DeviceCounts> unused = finish();
  }
}
