package org.rdmadump.live;

import java.io.IOException;

/**
 * A device that is open and whose packets are taken as they come: a net device, an RDMA adapter.
 *
 * <p>One thread takes the packets; {@link #counters} and {@link #close} are for that thread too.
 */
public interface CaptureDevice extends AutoCloseable {
  /** {@return what the user calls it} */
  String name();

  /** {@return LINKTYPE_ value of all of its packets} */
  int linkType();

  /** {@return bytes that are captured of a packet at most} */
  int snapLength();

  /**
   * Hands packets that are there to {@code sink}; if there are none, waits for the first.
   *
   * @param timeoutMillis how long to wait at most; a device may wait shorter
   * @return how many were handed over, which may be 0
   * @throws IOException if no more packets will come, because the device went away or failed; what
   *     came before was handed over
   */
  int take(PacketSink sink, int timeoutMillis) throws IOException;

  /** {@return the device's own counts of what it received and lost} */
  DropCounters counters();

  /** Ends the capture and gives back what it took of the device; a second call does nothing. */
  @Override
  void close();
}
