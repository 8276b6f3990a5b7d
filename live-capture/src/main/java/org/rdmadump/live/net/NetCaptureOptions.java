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
}
