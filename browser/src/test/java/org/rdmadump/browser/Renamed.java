package org.rdmadump.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.rdmadump.ib.Icrc;

/** A capture in which a file has another name: packets that have it become longer. */
final class Renamed {
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int CAPTURED = 8;
  private static final int ORIGINAL = 12;
  private static final int IP = 14;
  private static final int IP_LENGTH = IP + 2;
  private static final int IP_CHECKSUM = IP + 10;
  private static final int UDP = IP + 20;
  private static final int UDP_LENGTH = UDP + 4;
  private static final int UDP_CHECKSUM = UDP + 6;
  private static final int BTH = UDP + 8;

  private Renamed() {}

  /**
   * {@return the file that was written}
   *
   * @param capture classic pcap of RoCE v2 over IPv4, in little-endian order
   */
  static Path file(Path capture, String from, String to, Path file) throws IOException {
    byte[] all = Files.readAllBytes(capture);
    byte[] old = xdr(from);
    byte[] replacement = xdr(to);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(all, 0, FILE_HEADER);
    int renamed = 0;
    for (int at = FILE_HEADER; at < all.length; ) {
      int length = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).getInt(at + CAPTURED);
      byte[] header = Arrays.copyOfRange(all, at, at + RECORD_HEADER);
      byte[] frame = Arrays.copyOfRange(all, at + RECORD_HEADER, at + RECORD_HEADER + length);
      int place = indexOf(frame, old);
      if (place >= 0) {
        frame = replaced(frame, place, old.length, replacement);
        ByteBuffer record = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt(CAPTURED, frame.length).putInt(ORIGINAL, frame.length);
        renamed++;
      }
      out.writeBytes(header);
      out.writeBytes(frame);
      at += RECORD_HEADER + length;
    }
    assertThat(renamed).isPositive();
    return Files.write(file, out.toByteArray());
  }

  /** Length, text and padding. */
  private static byte[] xdr(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + (bytes.length + 3) / 4 * 4)
        .putInt(bytes.length)
        .put(bytes)
        .array();
  }

  private static int indexOf(byte[] in, byte[] what) {
    for (int i = 0; i + what.length <= in.length; i++) {
      if (Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] replaced(byte[] frame, int place, int length, byte[] by) {
    ByteBuffer longer = ByteBuffer.allocate(frame.length - length + by.length);
    longer.put(frame, 0, place).put(by).put(frame, place + length, frame.length - place - length);
    int more = by.length - length;
    longer.putShort(IP_LENGTH, (short) (longer.getShort(IP_LENGTH) + more));
    longer.putShort(UDP_LENGTH, (short) (longer.getShort(UDP_LENGTH) + more));
    longer.putShort(UDP_CHECKSUM, (short) 0);
    longer.putShort(IP_CHECKSUM, (short) 0);
    int sum = 0;
    for (int i = IP; i < UDP; i += Short.BYTES) {
      sum += Short.toUnsignedInt(longer.getShort(i));
    }
    longer.putShort(IP_CHECKSUM, (short) ~((sum & 0xffff) + (sum >>> 16)));
    byte[] bytes = longer.array();
    int end = bytes.length - Icrc.LENGTH;
    int crc = new Icrc().compute(bytes, IP, UDP, BTH, end, true);
    longer.order(ByteOrder.LITTLE_ENDIAN).putInt(end, crc);
    return bytes;
  }
}
