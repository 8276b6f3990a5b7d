package org.rdmadump.cli;

import java.nio.ByteBuffer;
import java.util.OptionalLong;
import org.rdmadump.exercise.build.Fabric;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;

/** A fabric as a device to capture: its packets, which are taken when all is over. */
final class FabricCapture implements CaptureDevice {
  private static final int ETHERNET = 1;
  private static final int SNAP_LENGTH = 65_536;

  private final Fabric fabric;
  private final long dropped;
  private final Runnable atEnd;
  private int taken;

  /**
   * All packets, or all but one of a hundred if some were dropped.
   *
   * @param atEnd what happens as it is closed
   */
  FabricCapture(Fabric fabric, long dropped, Runnable atEnd) {
    this.fabric = fabric;
    this.dropped = dropped;
    this.atEnd = atEnd;
  }

  @Override
  public String name() {
    return "fabric0";
  }

  @Override
  public int linkType() {
    return ETHERNET;
  }

  @Override
  public int snapLength() {
    return SNAP_LENGTH;
  }

  @Override
  public int take(PacketSink sink, int timeoutMillis) {
    synchronized (fabric) {
      int count = 0;
      while (taken < fabric.capture().size()) {
        Packet packet = fabric.capture().get(taken++);
        byte[] bytes = packet.bytes();
        if (taken % 100 != 0 || dropped == 0) {
          sink.packet(ByteBuffer.wrap(bytes), 0, bytes.length, bytes.length, packet.epochNanos());
          count++;
        }
      }
      return count;
    }
  }

  @Override
  public DropCounters counters() {
    return new DropCounters(OptionalLong.empty(), OptionalLong.of(dropped), OptionalLong.empty());
  }

  @Override
  public void close() {
    atEnd.run();
  }
}
