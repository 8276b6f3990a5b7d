package org.rdmadump.exercise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.CaptureListener;
import org.rdmadump.live.LiveOptions;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.file.CaptureOutput;

/** Writes what a device sees to a file while something is done. */
public final class Recorder {
  /**
   * Packets may reach the capture later than the program that sent or got them. All have come if
   * none came for so long.
   */
  private static final long QUIET_NANOS = 100_000_000L;

  /** A port with other traffic is never quiet. */
  private static final long MOST_NANOS = 1_000_000_000L;

  private static final long LOOK_MILLIS = 5;

  /** Nobody decodes the packets meanwhile. */
  private static final LiveOptions UNREAD = new LiveOptions(1 << 20, Optional.empty());

  private final LiveSource source;

  private Recorder(LiveSource source) {
    this.source = source;
  }

  /**
   * Begins to capture.
   *
   * @param device that is captured, and closed at the end or if this throws
   * @param filter in whose words it chooses packets; empty for all
   * @param file to write to
   * @param output makes the file
   * @param listener is told what goes wrong meanwhile
   * @throws IOException if the file cannot be made
   */
  public static Recorder start(
      CaptureDevice device,
      String filter,
      Path file,
      CaptureOutput output,
      CaptureListener listener)
      throws IOException {
    return new Recorder(LiveSource.record(device, filter, file, output, () -> false, listener));
  }

  /**
   * Begins to count packets, without a file.
   *
   * @param device whose packets are taken, and which is closed at the end
   * @param listener is told what goes wrong meanwhile
   */
  public static Recorder count(CaptureDevice device, CaptureListener listener) {
    return new Recorder(
        LiveSource.start(List.of(device), Optional.empty(), UNREAD, () -> false, listener));
  }

  /** {@return what became of the packets; all that were captured are in the file now} */
  public DeviceCounts finish() {
    try {
      awaitQuiet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return source.finish().get(0);
  }

  private void awaitQuiet() throws InterruptedException {
    long start = System.nanoTime();
    long since = start;
    long before = -1;
    while (since - start < MOST_NANOS && !source.hasEnded()) {
      long captured = source.counts().get(0).captured();
      long now = System.nanoTime();
      if (captured != before) {
        before = captured;
        since = now;
      } else if (now - since >= QUIET_NANOS) {
        return;
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }
}
