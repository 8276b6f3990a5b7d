package org.rdmadump.rdma;

/**
 * Takes packets of one RDMA operation that follow each other together, where it has room for them.
 */
public interface RunSink extends FragmentSink {
  /**
   * How many bytes from an address on have no consequence but that they were seen: whoever has
   * packets with these, in order and captured whole, need not show their values, and may call
   * {@link #fragments} once for all instead.
   *
   * @param address where the first belongs, behind the last fragment
   */
  long room(long address);

  /**
   * Takes the payload of packets of the same length that follow each other, for which there is
   * {@link #room}.
   *
   * @param address where the first byte of the first belongs
   * @param length bytes of all
   * @param checksums CRC-32 of the payload of each packet
   * @param count packets
   * @param psn the last one's PSN
   * @param frame 1-based number of the last one's frame
   * @param epochNanos time of that frame
   */
  void fragments(
      long address, long length, int[] checksums, int count, int psn, long frame, long epochNanos);
}
