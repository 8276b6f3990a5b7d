package org.rdmadump.cli.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.rdmadump.ib.Icrc;

/**
 * The frames of a pcap file with Ethernet and IPv4, to be changed. Frames are numbered from 1, as
 * they are at the time: what is behind one that was dropped moves up.
 */
@SuppressWarnings("ByteBufferBackingArray") // all are wrapped here, from their first byte
final class BrokenCapture {
  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final int IP = 14;
  private static final int IP_LENGTH = 20;
  private static final int IP_TOTAL_LENGTH = IP + 2;
  private static final int IP_CHECKSUM = IP + 10;
  private static final int IP_PROTOCOL = IP + 9;
  private static final int TCP = 6;
  private static final int TRANSPORT = IP + IP_LENGTH;
  private static final int UDP_LENGTH = TRANSPORT + 4;
  private static final int UDP_CHECKSUM = TRANSPORT + 6;
  private static final int BTH = TRANSPORT + 8;
  private static final int BTH_PADS = BTH + 1;
  private static final int TCP_CHECKSUM = TRANSPORT + 16;
  private static final int MASK_16 = 0xffff;

  private final byte[] header;
  private final List<Captured> frames = new ArrayList<>();

  /** A frame: the head of its record, and its bytes. */
  private static final class Captured {
    private final byte[] head;
    private byte[] bytes;

    Captured(byte[] head, byte[] bytes) {
      this.head = head;
      this.bytes = bytes;
    }
  }

  private BrokenCapture(byte[] header) {
    this.header = header;
  }

  /** Reads a capture: pcap, little-endian, no frame of it cut. */
  static BrokenCapture of(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    ByteBuffer in = ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    BrokenCapture capture = new BrokenCapture(Arrays.copyOf(all, FILE_HEADER));
    int at = FILE_HEADER;
    while (at < all.length) {
      int length = in.getInt(at + 8);
      byte[] head = Arrays.copyOfRange(all, at, at + RECORD_HEADER);
      at += RECORD_HEADER;
      capture.frames.add(new Captured(head, Arrays.copyOfRange(all, at, at + length)));
      at += length;
    }
    return capture;
  }

  /** Writes all frames to a file. */
  void write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(header);
      for (Captured each : frames) {
        out.write(each.head);
        out.write(each.bytes);
      }
    }
  }

  /** How many frames it has. */
  int size() {
    return frames.size();
  }

  /** The bytes of a frame, whose checksums are for {@link #repair}. */
  ByteBuffer frame(int number) {
    return ByteBuffer.wrap(frames.get(number - 1).bytes);
  }

  /** Takes a frame out. */
  void drop(int number) {
    frames.remove(number - 1);
  }

  /** Puts a frame where another one is now. */
  void move(int number, int to) {
    frames.add(to - 1, frames.remove(number - 1));
  }

  /** Has a frame twice, the second time right behind the first. */
  void repeat(int number) {
    Captured frame = frames.get(number - 1);
    frames.add(number, new Captured(frame.head.clone(), frame.bytes.clone()));
  }

  /** Cuts a frame as a snap length does. */
  void cut(int number, int captured) {
    Captured frame = frames.get(number - 1);
    frame.bytes = Arrays.copyOf(frame.bytes, captured);
    ByteBuffer.wrap(frame.head).order(ByteOrder.LITTLE_ENDIAN).putInt(8, captured);
  }

  /** Has a frame end early, as if it had been sent so. */
  void shorten(int number, int length) {
    Captured frame = frames.get(number - 1);
    frame.bytes = Arrays.copyOf(frame.bytes, length);
    ByteBuffer.wrap(frame.head).order(ByteOrder.LITTLE_ENDIAN).putInt(8, length).putInt(12, length);
  }

  /** The same with the total length of IPv4 that fits; its checksum is left as it is. */
  void shortenIp(int number, int length) {
    shorten(number, length);
    frame(number).putShort(IP_TOTAL_LENGTH, (short) (length - IP));
  }

  /** Gives a RoCEv2 frame another payload from {@code at} on, and the lengths that fit it. */
  void payload(int number, int at, byte[] payload) {
    Captured frame = frames.get(number - 1);
    int length = at + payload.length + Icrc.LENGTH;
    byte[] bytes = Arrays.copyOf(frame.bytes, length);
    System.arraycopy(payload, 0, bytes, at, payload.length);
    ByteBuffer out = ByteBuffer.wrap(bytes);
    out.putShort(IP_TOTAL_LENGTH, (short) (length - IP));
    out.putShort(UDP_LENGTH, (short) (length - TRANSPORT));
    out.put(BTH_PADS, (byte) (out.get(BTH_PADS) & 0xcf));
    frame.bytes = bytes;
    ByteBuffer head = ByteBuffer.wrap(frame.head).order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(8, length).putInt(12, length);
    repair(number);
  }

  /** Makes the checksums of a frame right: of IPv4, and of TCP or the invariant CRC. */
  void repair(int number) {
    ByteBuffer frame = frame(number);
    frame.putShort(IP_CHECKSUM, (short) 0);
    frame.putShort(IP_CHECKSUM, checksum(frame, IP, TRANSPORT, 0));
    int end = IP + (frame.getShort(IP_TOTAL_LENGTH) & MASK_16);
    if (frame.get(IP_PROTOCOL) == TCP) {
      frame.putShort(TCP_CHECKSUM, (short) 0);
      int pseudo = TCP + (end - TRANSPORT);
      for (int at = IP + 12; at < TRANSPORT; at += Short.BYTES) {
        pseudo += frame.getShort(at) & MASK_16;
      }
      frame.putShort(TCP_CHECKSUM, checksum(frame, TRANSPORT, end, pseudo));
    } else {
      frame.putShort(UDP_CHECKSUM, (short) 0);
      int icrc = new Icrc().compute(frame.array(), IP, TRANSPORT, BTH, end - Icrc.LENGTH, true);
      frame.putInt(end - Icrc.LENGTH, Integer.reverseBytes(icrc));
    }
  }

  /** Makes the CRC of the only FPDU in a TCP frame right. */
  void repairMpa(int number, int from) {
    ByteBuffer frame = frame(number);
    int end = IP + (frame.getShort(IP_TOTAL_LENGTH) & MASK_16) - Integer.BYTES;
    CRC32C crc = new CRC32C();
    crc.update(frame.array(), from, end - from);
    frame.putInt(end, Integer.reverseBytes((int) crc.getValue()));
    repair(number);
  }

  private static short checksum(ByteBuffer frame, int from, int to, int start) {
    int sum = start;
    for (int at = from; at < to; at += Short.BYTES) {
      sum += at + 1 < to ? frame.getShort(at) & MASK_16 : (frame.get(at) & 0xff) << Byte.SIZE;
    }
    sum = (sum & MASK_16) + (sum >>> Short.SIZE);
    sum = (sum & MASK_16) + (sum >>> Short.SIZE);
    return (short) ~sum;
  }
}
