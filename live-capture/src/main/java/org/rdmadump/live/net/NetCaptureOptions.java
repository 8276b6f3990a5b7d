package org.rdmadump.live.net;

/**
 * How a net device is captured.
 *
 * @param filter chooses packets in the kernel, in libpcap's language; empty for all
 * @param snapLength bytes that are captured of a packet at most
 * @param bufferBytes what the kernel holds until it is taken
 * @param promiscuous whether packets to others are captured too
 * @param immediate whether each packet is handed over at once; else the kernel collects them for
 *     {@code readTimeoutMillis}, which takes less time per packet
 * @param readTimeoutMillis how long the kernel collects packets, above 0
 */
public record NetCaptureOptions(
    String filter,
    int snapLength,
    int bufferBytes,
    boolean promiscuous,
    boolean immediate,
    int readTimeoutMillis) {
  /** The longest packet that Linux hands over, and what tcpdump takes. */
  public static final int MOST_SNAP_LENGTH = 262_144;

  /** Whole packets, all of them; 32 MiB, promiscuous, collected for 10 ms. */
  public static final NetCaptureOptions DEFAULT =
      new NetCaptureOptions("", MOST_SNAP_LENGTH, 32 << 20, true, false, 10);
}
