package org.rdmadump.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * A device that hands over numbered packets as fast as they are taken, and goes away or falls
 * silent behind the last one. Each packet begins with its number; its time is as many nanoseconds.
 */
final class FakeDevice implements CaptureDevice {
  /** What becomes of it behind its last packet. */
  enum End {
    SILENT,
    VANISHES
  }

  private static final int AT_ONCE = 100;

  private final String name;
  private final int length;
  private final long packets;
  private final End end;
  private final OptionalLong lost;
  private final ByteBuffer bytes;
  private long given;
  volatile boolean closed;

  /** Once it was asked for packets behind its last one, so that all of them were taken. */
  volatile boolean exhausted;

  FakeDevice(String name, long packets, int length, End end, OptionalLong lost) {
    this.name = name;
    this.packets = packets;
    this.length = length;
    this.end = end;
    this.lost = lost;
    this.bytes = ByteBuffer.allocateDirect(length);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int linkType() {
    return 1;
  }

  @Override
  public int snapLength() {
    return length;
  }

  @Override
  public int take(PacketSink sink, int timeoutMillis) throws IOException {
    if (given == packets) {
      exhausted = true;
      if (end == End.VANISHES) {
        throw new IOException("The interface disappeared");
      }
      sleep(timeoutMillis);
      return 0;
    }
    int count = (int) Math.min(AT_ONCE, packets - given);
    for (int i = 0; i < count; i++) {
      given++;
      bytes.putLong(0, given);
      sink.packet(bytes, 0, length, length + 4, given);
    }
    return count;
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public DropCounters counters() {
    return lost.isEmpty()
        ? DropCounters.UNKNOWN
        : new DropCounters(OptionalLong.of(given + lost.getAsLong()), lost, OptionalLong.of(0));
  }

  @Override
  public void close() {
    closed = true;
  }
}
