package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;

/**
 * A device whose packets are counted and timed as they are taken, and that can be kept from being
 * looked at. What it counts is read once the capture has ended.
 */
final class Watched implements CaptureDevice {
  private static final long LOOK_MILLIS = 5;

  /** What the clock of an adapter may be behind that of the system. */
  private static final long CLOCKS_APART_NANOS = 1_000_000L;

  private final CaptureDevice device;

  /** What has to be added to {@link System#nanoTime} for the time since 1970. */
  private final long offset;

  private final long start;
  private volatile boolean stalled;
  private long packets;
  private long bytes;
  private long early;
  private long leastDelay = Long.MAX_VALUE;
  private long mostDelay = Long.MIN_VALUE;

  /**
   * Watches a device.
   *
   * @param start when its packets began to come, in nanoseconds since 1970
   */
  Watched(CaptureDevice device, long start) {
    this.device = device;
    this.start = start;
    this.offset = now() - System.nanoTime();
  }

  /** {@return nanoseconds since 1970} */
  static long now() {
    Instant now = Instant.now();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Takes no packets from now on, or takes them again. */
  void stall(boolean on) {
    stalled = on;
  }

  /** {@return packets that were taken} */
  long packets() {
    return packets;
  }

  /** {@return their bytes on the wire} */
  long bytes() {
    return bytes;
  }

  /** {@return packets with a time before the capture began} */
  long early() {
    return early;
  }

  /**
   * {@return the shortest time in nanoseconds from a packet's timestamp to when it was taken; below
   * 0 if a timestamp was in the future}
   */
  long leastDelay() {
    return packets == 0 ? 0 : leastDelay;
  }

  /** {@return the longest such time} */
  long mostDelay() {
    return packets == 0 ? 0 : mostDelay;
  }

  @Override
  public String name() {
    return device.name();
  }

  @Override
  public int linkType() {
    return device.linkType();
  }

  @Override
  public int snapLength() {
    return device.snapLength();
  }

  @Override
  public int take(PacketSink sink, int timeoutMillis) throws IOException {
    if (!stalled) {
      return device.take(
          (all, at, got, size, time) -> pass(sink, all, at, got, size, time), timeoutMillis);
    }
    try {
      Thread.sleep(Math.min(LOOK_MILLIS, Math.max(timeoutMillis, 0)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private void pass(
      PacketSink sink, ByteBuffer all, int offsetOfPacket, int captured, int original, long time) {
    long delay = offset + System.nanoTime() - time;
    packets++;
    bytes += original;
    early += time < start - CLOCKS_APART_NANOS ? 1 : 0;
    leastDelay = Math.min(leastDelay, delay);
    mostDelay = Math.max(mostDelay, delay);
    sink.packet(all, offsetOfPacket, captured, original, time);
  }

  @Override
  public DropCounters counters() {
    return device.counters();
  }

  @Override
  public void close() {
    device.close();
  }
}
