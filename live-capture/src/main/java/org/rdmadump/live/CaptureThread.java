package org.rdmadump.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.capture.InterfaceStatistics;
import org.rdmadump.live.file.CaptureFiles;
import org.rdmadump.live.file.StatisticsSource;

/**
 * The thread that takes packets from devices, writes them and queues them. Until it has ended, no
 * other thread uses the devices and files.
 */
final class CaptureThread implements Runnable, StatisticsSource {
  /** Longest wait for all devices together, before the thread does other work. */
  private static final int WAIT_MILLIS = 10;

  /**
   * Interval between reads of counters: short enough that 32-bit counters cannot wrap in between.
   */
  private static final long COUNTERS_NANOS = 1_000_000_000L;

  /** Longest wait at the end for packets that a device already has. */
  private static final long LAST_PACKETS_NANOS = 100_000_000L;

  /** Time that the thread gets after the user's stop: its output may be blocked. */
  private static final long PATIENCE_NANOS = 1_500_000_000L;

  private static final long JOIN_MILLIS = 20;

  /** Takes the packets of one device. */
  private final class Taking implements PacketSink {
    final CaptureDevice device;
    final int index;
    final int linkType;
    final long startNanos = now();

    /** Written by this thread; other threads may read it. */
    volatile DropCounters counters = DropCounters.UNKNOWN;

    boolean isOpen = true;

    /** Packets taken; other threads may read it. */
    final AtomicLong captured = new AtomicLong();

    /** Packets refused by a full queue; other threads may read it. */
    final AtomicLong refused = new AtomicLong();

    /** Whether the device had packets when last asked at the end. */
    boolean hadMore;

    Taking(CaptureDevice device, int index) {
      this.device = device;
      this.index = index;
      this.linkType = device.linkType();
    }

    @Override
    public void packet(ByteBuffer bytes, int offset, int length, int original, long epochNanos) {
      captured.setRelease(captured.getPlain() + 1);
      number++;
      write(index, bytes, offset, length, original, epochNanos);
      if (!queue.offer(number, index, linkType, bytes, offset, length, original, epochNanos)) {
        refused.setRelease(refused.getPlain() + 1);
      }
    }

    /** Takes the available packets, and waits if there are none. */
    int take(int timeoutMillis) {
      if (!isOpen) {
        return 0;
      }
      try {
        return device.take(this, timeoutMillis);
      } catch (IOException e) {
        counters = device.counters();
        close();
        listener.failed(device.name(), e);
        return 0;
      }
    }

    void count() {
      if (isOpen) {
        counters = device.counters();
      }
    }

    /**
     * Takes the remaining packets; true if there were none. An adapter counts only packets taken as
     * received. A net device also counts packets still in the kernel. So this asks the device and
     * its counts.
     */
    boolean isDrained() {
      hadMore = take(1) > 0;
      return !hadMore
          && (!isOpen || counters.received().isEmpty() || captured.getPlain() >= toTake());
    }

    /**
     * Counts again if packets came after the last count. Packets that may still wait are lost; if
     * the counts do not show them, their number is unknown.
     */
    void countLast() {
      if (isOpen && counters.received().isPresent() && captured.getPlain() > toTake()) {
        count();
      }
      if (isOpen && hadMore && counters.received().isPresent() && captured.getPlain() >= toTake()) {
        counters =
            new DropCounters(
                OptionalLong.empty(), OptionalLong.empty(), counters.droppedByInterface());
      }
    }

    private long toTake() {
      return counters.received().orElse(0) - counters.dropped().orElse(0);
    }

    void close() {
      if (isOpen) {
        isOpen = false;
        device.close();
      }
    }
  }

  private final List<Taking> devices = new ArrayList<>();

  /** The capture files; empty if there are none, and after a failure. */
  private Optional<CaptureFiles> files;

  private final PacketQueue queue;
  private final LiveControl control;
  private final CaptureListener listener;
  private final Optional<Duration> duration;
  private final Thread thread = new Thread(this, "capture");
  private volatile boolean closing;

  /** The error that ended the thread, if any. */
  private volatile @Nullable Throwable fault;

  /** When the decoding thread saw the user's stop; 0 if it did not. */
  private long stoppedNanos;

  private long number;
  private long countedNanos;

  CaptureThread(
      List<CaptureDevice> devices,
      Optional<CaptureFiles> files,
      PacketQueue queue,
      Optional<Duration> duration,
      LiveControl control,
      CaptureListener listener) {
    for (int i = 0; i < devices.size(); i++) {
      this.devices.add(new Taking(devices.get(i), i));
    }
    this.files = files;
    this.queue = queue;
    this.duration = duration;
    this.control = control;
    this.listener = listener;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      capture();
      drain();
    } catch (RuntimeException | Error e) {
      fault = e;
    } finally {
      end();
    }
  }

  private void capture() {
    long start = System.nanoTime();
    int open = devices.size();
    int taken = 1;
    while (open > 0 && !isOver(start)) {
      // An empty device is not waited for while another device may be full.
      int patience = taken > 0 && open > 1 ? 0 : Math.max(1, WAIT_MILLIS / open);
      taken = 0;
      open = 0;
      for (Taking each : devices) {
        taken += each.take(patience);
        open += each.isOpen ? 1 : 0;
        queue.publish();
      }
      count();
      idle();
    }
  }

  private boolean isOver(long start) {
    return closing
        || control.isStopped()
        || (duration.isPresent() && System.nanoTime() - start >= duration.get().toNanos());
  }

  private void count() {
    long nanos = System.nanoTime();
    if (nanos - countedNanos >= COUNTERS_NANOS) {
      countedNanos = nanos;
      for (Taking each : devices) {
        each.count();
      }
    }
  }

  /**
   * Takes the packets that came before the end, so that every packet received is either taken or
   * lost.
   */
  private void drain() {
    for (Taking each : devices) {
      each.count();
    }
    long start = System.nanoTime();
    boolean drained = false;
    while (!drained && System.nanoTime() - start < LAST_PACKETS_NANOS) {
      drained = true;
      for (Taking each : devices) {
        drained &= each.isDrained();
        queue.publish();
      }
    }
    for (Taking each : devices) {
      each.countLast();
    }
  }

  private void end() {
    try {
      for (Taking each : devices) {
        each.close();
      }
      if (files.isPresent()) {
        files.get().close(this);
      }
    } catch (IOException e) {
      unwritable(e);
    } catch (RuntimeException e) {
      fault = e;
    } finally {
      queue.end();
    }
  }

  private void write(
      int device, ByteBuffer bytes, int offset, int length, int original, long epochNanos) {
    if (files.isEmpty()) {
      return;
    }
    try {
      files.get().packet(device, bytes, offset, length, original, epochNanos, this);
    } catch (IOException e) {
      unwritable(e);
    }
  }

  private void idle() {
    try {
      if (files.isPresent()) {
        files.get().idle(this);
      }
    } catch (IOException e) {
      unwritable(e);
    }
  }

  private void unwritable(IOException why) {
    files = Optional.empty();
    if (!listener.unwritable(why)) {
      closing = true;
    }
  }

  @Override
  public InterfaceStatistics statistics(int device) {
    Taking of = devices.get(device);
    of.count();
    return new InterfaceStatistics(
        of.startNanos,
        now(),
        of.counters.received(),
        of.counters.droppedByInterface(),
        of.counters.dropped(),
        of.captured.getPlain());
  }

  private static long now() {
    return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
  }

  /**
   * {@return whether the thread still runs long after the user's stop, because its output is
   * blocked}
   *
   * <p>The decoding thread must call it often enough to notice the stop in time.
   */
  boolean isOverdue() {
    if (!control.isStopped()) {
      return false;
    }
    long now = System.nanoTime();
    if (stoppedNanos == 0) {
      stoppedNanos = now;
    }
    return now - stoppedNanos >= PATIENCE_NANOS && thread.isAlive();
  }

  /** {@return whether the thread has ended, and the whole capture is written} */
  boolean hasEnded() {
    return !thread.isAlive();
  }

  /**
   * Ends the thread, unless it has ended or is overdue.
   *
   * @param decoded number of decoded packets of each device
   */
  List<DeviceCounts> finish(AtomicLongArray decoded) {
    closing = true;
    boolean interrupted = false;
    while (thread.isAlive() && !isOverdue()) {
      try {
        thread.join(JOIN_MILLIS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    Throwable why = fault;
    fault = null;
    if (why != null) {
      throw new IllegalStateException(why);
    }
    return counts(decoded);
  }

  /**
   * {@return the counts so far; counts of the devices are unknown before the end}
   *
   * <p>For any thread.
   */
  List<DeviceCounts> counts(AtomicLongArray decoded) {
    return counts(decoded, hasEnded());
  }

  /** {@return the counts so far, with the counts of the devices from when they were last read} */
  List<DeviceCounts> lastCounts(AtomicLongArray decoded) {
    return counts(decoded, /* areCountersTold= */ true);
  }

  private List<DeviceCounts> counts(AtomicLongArray decoded, boolean areCountersTold) {
    List<DeviceCounts> counts = new ArrayList<>(devices.size());
    for (Taking each : devices) {
      DropCounters counters = areCountersTold ? each.counters : DropCounters.UNKNOWN;
      // In this order: nothing is decoded before it is captured.
      long read = decoded.getAcquire(each.index);
      long captured = each.captured.getAcquire();
      counts.add(
          new DeviceCounts(
              each.device.name(),
              captured,
              counters.received(),
              counters.dropped(),
              counters.droppedByInterface(),
              captured - read));
    }
    return counts;
  }

  /** {@return the packets of a device that a full queue refused so far; for any thread} */
  long refused(int device) {
    return devices.get(device).refused.getAcquire();
  }
}
