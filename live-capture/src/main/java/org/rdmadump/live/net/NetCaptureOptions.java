package org.rdmadump.live.net;

/**
 * Options for capturing a net device.
 *
 * @param filter capture filter in libpcap's language, applied in the kernel; empty for all packets
 * @param snapLength largest number of bytes captured of a packet
 * @param bufferBytes size of the kernel's packet buffer in bytes
 * @param promiscuous whether to capture packets to other hosts, too
 * @param immediate whether to deliver each packet at once; otherwise the kernel collects packets
 *     for {@code readTimeoutMillis}, which costs less time for each packet
 * @param readTimeoutMillis time in milliseconds that the kernel collects packets, above 0
 */
public record NetCaptureOptions(
    String filter,
    int snapLength,
    int bufferBytes,
    boolean promiscuous,
    boolean immediate,
    int readTimeoutMillis) {
  /** The largest snap length: the longest packet of Linux, and tcpdump's default. */
  public static final int MOST_SNAP_LENGTH = 262_144;

  /** All packets, whole; a buffer of 32 MiB, promiscuous, collected for 10 ms. */
  public static final NetCaptureOptions DEFAULT =
      new NetCaptureOptions("", MOST_SNAP_LENGTH, 32 << 20, true, false, 10);

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if the snap length is not in 1 to {@value #MOST_SNAP_LENGTH},
   *     or the buffer or the read timeout is below 1: with 0, libpcap may wait for ever
   */
  public NetCaptureOptions {
    if (snapLength < 1 || snapLength > MOST_SNAP_LENGTH) {
      throw new IllegalArgumentException("a snap length of " + snapLength + " bytes");
    }
    if (bufferBytes < 1) {
      throw new IllegalArgumentException("a buffer of " + bufferBytes + " bytes");
    }
    if (readTimeoutMillis < 1) {
      throw new IllegalArgumentException("a read timeout of " + readTimeoutMillis + " ms");
    }
  }

  /** {@return these options with a capture filter in libpcap's language; empty for all packets} */
  public NetCaptureOptions withFilter(String other) {
    return new NetCaptureOptions(
        other, snapLength, bufferBytes, promiscuous, immediate, readTimeoutMillis);
  }
}
