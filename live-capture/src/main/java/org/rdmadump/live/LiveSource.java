package org.rdmadump.live;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.file.CaptureFiles;

/**
 * Devices as a source of frames. A thread of its own takes the packets, writes them to a file if
 * there is one, and queues them for whoever reads; what finds no room in the queue is counted, and
 * in the file all the same.
 *
 * <p>Frames of several devices come in the order in which they were taken, and are numbered
 * through.
 */
public final class LiveSource implements FrameSource {
  /** How long a wait for packets is before output is passed on again. */
  private static final long WAIT_MILLIS = 50;

  private final LiveControl control;
  private final PacketQueue queue;
  private final CaptureThread capture;

  /** Packets of each device that were read. */
  private final long[] read;

  private long position;

  private LiveSource(LiveControl control, PacketQueue queue, CaptureThread capture, int devices) {
    this.control = control;
    this.queue = queue;
    this.capture = capture;
    this.read = new long[devices];
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

  @Override
  public boolean next(Frame frame) throws IOException {
    while (true) {
      switch (queue.take(frame, read.length > 1)) {
        case TAKEN -> {
          read[frame.interfaceId()]++;
          position += frame.captured();
          return true;
        }
        case ENDED -> {
          return false;
        }
        case EMPTY -> {
          control.idle();
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

  /**
   * Ends the capture, if it has not ended, and counts.
   *
   * @return a count for each device; packets that nobody read up to now are not decoded
   */
  public List<DeviceCounts> finish() {
    return capture.finish(read);
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

  /** Ends the capture and closes devices and file. */
  @Override
  public void close() {
    List<DeviceCounts> unused = finish();
  }
}
