package org.rdmadump.live;

import java.io.IOException;

/**
 * An open device for capture: a net device or an RDMA adapter.
 *
 * <p>One thread takes the packets; the same thread calls {@link #counters} and {@link #close}.
 */
public interface CaptureDevice extends AutoCloseable {
  /** {@return the name for users} */
  String name();

  /** {@return the LINKTYPE_ value of all packets} */
  int linkType();

  /** {@return the snap length: the most bytes captured of a packet} */
  int snapLength();

  /**
   * Passes the available packets to {@code sink}; if there are none, waits for the first.
   *
   * @param sink receives the packets
   * @param timeoutMillis longest wait in milliseconds; a device may wait less
   * @return the number of packets taken, possibly 0
   * @throws IOException if no more packets will come, because the device went away or failed; all
   *     earlier packets were passed on
   */
  int take(PacketSink sink, int timeoutMillis) throws IOException;

  /** {@return the device's own counts of packets received and lost} */
  DropCounters counters();

  /** Ends the capture and releases the device; a second call has no effect. */
  @Override
  void close();
}
