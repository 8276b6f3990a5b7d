package org.rdmadump.rpcrdma.against;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/** Gives the FPDUs of captured segments, Ethernet and IPv4, right CRCs. */
final class MpaCrcs {
  private static final int IP = 14;
  private static final int PROTOCOL = 23;
  private static final int TCP = 6;
  private static final int TOTAL_LENGTH = 16;
  private static final int SOURCE_PORT = 34;
  private static final int OFFSET = 46;
  private static final int CRC = 4;

  private static final int START_UP = 20;
  private static final int START_UP_FLAGS = 16;
  private static final int WANTS_CRC = 0x40;

  private MpaCrcs() {}

  /** Where a byte of a stream stands. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Place(byte[] frame, int at) {}

  /** {@return whether a frame carries TCP} */
  static boolean isTcp(byte[] frame) {
    return frame.length > OFFSET && frame[IP] == 0x45 && frame[PROTOCOL] == TCP;
  }

  /** {@return index of the first byte behind the TCP header} */
  static int payload(byte[] frame) {
    return SOURCE_PORT + ((frame[OFFSET] & 0xf0) >>> 2);
  }

  private static int end(byte[] frame) {
    return Math.min(frame.length, IP + ByteBuffer.wrap(frame).getShort(TOTAL_LENGTH));
  }

  /** {@return a capture without losses as it would be if its two sides had agreed on CRCs} */
  static List<byte[]> into(List<byte[]> frames) {
    List<byte[]> all = new ArrayList<>();
    Map<Integer, List<Place>> streams = new HashMap<>();
    for (byte[] frame : frames) {
      byte[] copy = frame.clone();
      all.add(copy);
      if (isTcp(copy)) {
        int port = ByteBuffer.wrap(copy).getShort(SOURCE_PORT);
        List<Place> stream = streams.computeIfAbsent(port, each -> new ArrayList<>());
        for (int at = payload(copy); at < end(copy); at++) {
          stream.add(new Place(copy, at));
        }
      }
    }
    streams.values().forEach(MpaCrcs::agreeAndSum);
    return all;
  }

  private static void agreeAndSum(List<Place> stream) {
    if (stream.size() < START_UP || value(stream, 0) != 'M' || value(stream, 1) != 'P') {
      return;
    }
    Place flags = stream.get(START_UP_FLAGS);
    flags.frame[flags.at] |= (byte) WANTS_CRC;
    int at = START_UP + (value(stream, START_UP - 2) << 8 | value(stream, START_UP - 1));
    while (at + 2 <= stream.size()) {
      int size = size(value(stream, at) << 8 | value(stream, at + 1));
      if (at + size > stream.size()) {
        return;
      }
      CRC32C crc = new CRC32C();
      for (int i = at; i < at + size - CRC; i++) {
        crc.update(value(stream, i));
      }
      for (int i = 0; i < CRC; i++) {
        Place place = stream.get(at + size - CRC + i);
        place.frame[place.at] = (byte) (crc.getValue() >>> (8 * i));
      }
      at += size;
    }
  }

  private static int value(List<Place> stream, int at) {
    return stream.get(at).frame[stream.get(at).at] & 0xff;
  }

  private static int size(int ulpduLength) {
    return (2 + ulpduLength + 3 & ~3) + CRC;
  }

  /** Makes the CRCs right of FPDUs that lie in a frame whose payload begins with one. */
  static void repair(byte[] frame) {
    ByteBuffer bytes = ByteBuffer.wrap(frame).order(ByteOrder.BIG_ENDIAN);
    int at = payload(frame);
    while (at + 2 <= frame.length) {
      int size = size(bytes.getShort(at) & 0xffff);
      if (at + size > frame.length) {
        return;
      }
      CRC32C crc = new CRC32C();
      crc.update(frame, at, size - CRC);
      bytes.putInt(at + size - CRC, Integer.reverseBytes((int) crc.getValue()));
      at += size;
    }
  }
}
