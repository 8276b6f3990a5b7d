package org.rdmadump.spark;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The records of a little-endian pcap file, by the format's own lengths. */
final class Records {
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED = 8;

  private final byte[] file;
  private final List<Integer> begins = new ArrayList<>();

  private Records(byte[] file) {
    this.file = file;
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int at = FILE_HEADER;
    while (at < file.length) {
      begins.add(at);
      at += RECORD_HEADER + bytes.getInt(at + CAPTURED);
    }
    begins.add(at);
  }

  static Records of(byte[] file) {
    return new Records(file);
  }

  /** {@return number of records} */
  int size() {
    return begins.size() - 1;
  }

  /** {@return a file with records, counted from 0} */
  byte[] keep(int from, int to) {
    byte[] part = Arrays.copyOf(file, FILE_HEADER + begins.get(to) - begins.get(from));
    System.arraycopy(file, begins.get(from), part, FILE_HEADER, part.length - FILE_HEADER);
    return part;
  }
}
