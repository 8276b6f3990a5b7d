package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A RoCEv2 frame of a real capture, and where in it the identity of its connection shows. */
final class BaseFrame {
  private static final int IPV4 = 4;

  private final byte[] bytes;
  private final int ip;
  private final int udp;
  private final int bth;
  private final int icrc;
  private final boolean ipv4;
  private final FramePosition[] places;

  /**
   * A frame.
   *
   * @param bytes all of it
   * @param ip where its IP header begins
   * @param udp where its UDP header begins
   * @param bth where its base transport header begins
   * @param icrc where its ICRC begins
   */
  BaseFrame(byte[] bytes, int ip, int udp, int bth, int icrc, List<FramePosition> places) {
    this.bytes = bytes;
    this.ip = ip;
    this.udp = udp;
    this.bth = bth;
    this.icrc = icrc;
    this.ipv4 = (bytes[ip] & 0xff) >> IPV4 == IPV4;
    this.places = places.toArray(FramePosition[]::new);
  }

  int length() {
    return bytes.length;
  }

  /** Writes it as a part of another connection. */
  void write(Identity identity, FrameOutput out, Checksums checksums) throws IOException {
    ByteBuffer frame = out.buffer();
    frame.put(0, bytes);
    for (FramePosition place : places) {
      place.change(frame, identity);
    }
    if (ipv4) {
      Checksums.ipv4(frame, ip, udp - ip);
    }
    checksums.icrc(frame, ip, udp, bth, icrc, ipv4);
    out.write(bytes.length);
  }
}
