package org.rdmadump.ib.forms;

import java.nio.ByteBuffer;

/** Puts bytes behind each other, and computes the checksums and CRCs of what comes of it. */
final class Packets {
  private static final int CRC_32 = 0xedb88320;
  private static final int CRC_16 = 0xd008;

  private Packets() {}

  /** All of these, one behind the other. */
  static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer joined = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      joined.put(part);
    }
    return joined.array();
  }

  /** A header of {@code length} bytes to put numbers into, most significant byte first. */
  static ByteBuffer header(int length) {
    return ByteBuffer.allocate(length);
  }

  /** The same with the bytes at these places taken as ones, and one byte or'ed with a mask. */
  static byte[] ones(byte[] packet, int from, int maskAt, int mask, int... places) {
    byte[] masked = packet.clone();
    masked[from + maskAt] |= (byte) mask;
    for (int place : places) {
      masked[from + place] = (byte) 0xff;
    }
    return masked;
  }

  /** CRC-32 of these bytes, as it is sent. */
  static byte[] crc32(byte[]... parts) {
    int crc = -1;
    for (byte[] part : parts) {
      for (byte each : part) {
        crc = shifted(crc ^ (each & 0xff), CRC_32);
      }
    }
    return header(Integer.BYTES).putInt(Integer.reverseBytes(~crc)).array();
  }

  /** The variant CRC of these bytes, as it is sent. */
  static byte[] crc16(byte[] packet) {
    int crc = 0xffff;
    for (byte each : packet) {
      crc = shifted(crc ^ (each & 0xff), CRC_16);
    }
    return header(Short.BYTES).putShort(Short.reverseBytes((short) ~crc)).array();
  }

  private static int shifted(int crc, int polynomial) {
    int shifted = crc;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      shifted = (shifted & 1) == 0 ? shifted >>> 1 : shifted >>> 1 ^ polynomial;
    }
    return shifted;
  }

  /** The checksum of the Internet protocols over these bytes, the last padded with a zero. */
  static short checksum(byte[]... parts) {
    long sum = 0;
    for (byte[] part : parts) {
      for (int i = 0; i < part.length; i++) {
        sum += (long) (part[i] & 0xff) << ((i & 1) == 0 ? Byte.SIZE : 0);
      }
    }
    while (sum > 0xffff) {
      sum = (sum & 0xffff) + (sum >>> Short.SIZE);
    }
    return (short) ~sum;
  }
}
