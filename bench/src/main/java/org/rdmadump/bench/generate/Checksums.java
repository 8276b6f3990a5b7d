package org.rdmadump.bench.generate;

import java.nio.ByteBuffer;
import org.rdmadump.ib.Icrc;

/** Puts right what protects a packet, after the rest of it was written. */
final class Checksums {
  private static final int IPV4_CHECKSUM = 10;
  private static final int MASK_16 = 0xffff;

  private final Icrc icrc = new Icrc();

  /** Sets the checksum of an IPv4 header of {@code length} bytes at {@code at}. */
  static void ipv4(ByteBuffer frame, int at, int length) {
    frame.putShort(at + IPV4_CHECKSUM, (short) 0);
    int sum = 0;
    for (int i = 0; i < length; i += Short.BYTES) {
      sum += frame.getShort(at + i) & MASK_16;
    }
    sum = (sum & MASK_16) + (sum >>> Short.SIZE);
    sum = (sum & MASK_16) + (sum >>> Short.SIZE);
    frame.putShort(at + IPV4_CHECKSUM, (short) ~sum);
  }

  /** Sets the ICRC, whose first byte is {@code at}. */
  @SuppressWarnings("ByteBufferBackingArray") // index 0 of the buffer is the array's
  void icrc(ByteBuffer frame, int ip, int udp, int bth, int at, boolean ipv4) {
    int value = icrc.compute(frame.array(), ip, udp, bth, at, ipv4);
    frame.putInt(at, Integer.reverseBytes(value));
  }
}
