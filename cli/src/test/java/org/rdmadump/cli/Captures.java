package org.rdmadump.cli;

import java.nio.ByteBuffer;

/** Captures made by hand: pcap with nanoseconds, Ethernet frames that carry no RDMA. */
final class Captures {
  private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
  private static final int SNAP_LENGTH = 65535;
  private static final int ETHERNET = 1;
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int FRAME = 60;

  private Captures() {}

  /** A capture with a frame at each of the given nanoseconds behind second 1000. */
  static byte[] at(int... nanos) {
    ByteBuffer file = ByteBuffer.allocate(FILE_HEADER + nanos.length * (RECORD_HEADER + FRAME));
    file.putInt(MAGIC_NANOSECONDS).putShort((short) 2).putShort((short) 4).putInt(0).putInt(0);
    file.putInt(SNAP_LENGTH).putInt(ETHERNET);
    for (int nano : nanos) {
      file.putInt(1000).putInt(nano).putInt(FRAME).putInt(FRAME);
      file.put(new byte[12]).putShort((short) 0x88b5).put(new byte[FRAME - 14]);
    }
    return file.array();
  }
}
