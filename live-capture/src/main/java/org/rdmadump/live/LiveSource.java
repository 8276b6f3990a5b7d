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
 * Devices as a source of frames. A thread of its own takes the packets, writes them to a file if
 * there is one, and queues them for whoever reads; what finds no room in the queue is counted, and
 * in the file all the same.
 *
 * <p>Frames of several devices come in the order in which they were taken, and are numbered
 * through.
 *
 * <pre>{@code
 * NetDeviceCapture device = NetDeviceCapture.open("eth0", NetCaptureOptions.DEFAULT);
 * try (LiveSource source = LiveSource.start(device)) {
 *   RdmaCapture.builder().run(source, listener); // until source.stop()
 * }
 * }</pre>
 */
public final class LiveSource implements FrameSource {
  /** How long a wait for packets is before output is passed on again. */
  private static final long WAIT_MILLIS = 50;

  /** How long output is held back at most while packets wait. */
  private static final long IDLE_NANOS = 100_000_000L;

  /** Of a recording: what finds no room in the queue is in the file. */
  private static final LiveOptions UNREAD = new LiveOptions(1 << 20, Optional.empty());

  private final LiveControl control;
  private final PacketQueue queue;
  private final CaptureThread capture;

  /** Packets of each device that were read. */
  private final AtomicLongArray read;

  /** Of a source that nobody else controls. */
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
   * Begins to capture.
   *
   * @param devices one at least, which the capture closes
   * @param files get every packet first, and are closed at the end
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
   * Begins to capture for decoding alone: with the usual options, no file, until {@link #stop}. If
   * a device fails, {@link #next} throws that behind what was captured before.
   *
   * @param first a device, which the capture closes
   * @param more others, which it closes too
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
   * Begins to record a device in one file, until {@link #finish}. Nobody has to read the source.
   *
   * @param device that the recording closes, also if this throws
   * @param filter that chose its packets, in its words; empty for none
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
   * Has a source end that was started by {@link #start(CaptureDevice, CaptureDevice...)}: what was
   * captured up to now is still read. For any thread.
   *
   * @throws IllegalStateException if it was started with a {@link LiveControl}, which ends it
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

  /** What is found while many packets wait is not to be held back until none does. */
  private void passOn() throws IOException {
    long now = System.nanoTime();
    if (now - idleNanos >= IDLE_NANOS) {
      idleNanos = now;
      boolean unused = capture.isOverdue();
      control.idle();
    }
  }

  /**
   * {@return the counts so far; what devices count by themselves is not known before the end}
   *
   * <p>For any thread.
   */
  public List<DeviceCounts> counts() {
    return capture.counts(read);
  }

  /**
   * {@return the same, with what devices had counted when they were last asked: about a second ago,
   * longer if the file takes no more}
   *
   * <p>For any thread.
   */
  public List<DeviceCounts> lastCounts() {
    return capture.lastCounts(read);
  }

  /**
   * {@return packets of a device so far that will not be decoded, because the queue was full}
   *
   * <p>For any thread.
   *
   * @param device its index in {@link #counts}
   */
  public long refused(int device) {
    return capture.refused(device);
  }

  /** {@return whether the capture has ended, and all of it is written} */
  public boolean hasEnded() {
    return capture.hasEnded();
  }

  /**
   * Ends the capture, if it has not ended, and counts. Once the user stopped it, a capture that
   * cannot be written to its end is waited for {@code 1.5} s only.
   *
   * @return a count for each device; packets that nobody read up to now are not decoded
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

  /** {@return nothing: the listener was told of what failed} */
  @Override
  public Optional<Damage> damage() {
    return Optional.empty();
  }

  /** Ends the capture and closes devices and file, as {@link #finish} does. */
  @Override
  public void close() {
    List<DeviceCounts> unused = finish();
  }
}
