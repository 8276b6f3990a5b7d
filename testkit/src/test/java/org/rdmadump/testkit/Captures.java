package org.rdmadump.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmadump.RdmaCapture;

/** Captures of the repository, and others made of them. */
final class Captures {
  private static final Path FOLDER = Path.of("..", "testdata", "captures");

  /** Of a pcap file, little-endian. */
  private static final int FILE_HEADER = 24;

  private static final int FRAME_HEADER = 16;
  private static final int CAPTURED_AT = 8;

  /** Behind a header of Ethernet. */
  private static final int IPV4_SOURCE_AT = 14 + 12;

  private static final long MICROS = 1_000_000;

  private Captures() {}

  static Path path(String name) {
    return FOLDER.resolve(name);
  }

  /** One with all that assertions ask for. */
  static RdmaCapture open(Path... files) throws IOException {
    return RdmaCapture.builder().files(List.of(files)).keepBytes(true).keepFragments(true).open();
  }

  static RdmaCapture open(String name) throws IOException {
    return open(path(name));
  }

  /** The first bytes of one, in a folder. */
  static Path cut(String name, int bytes, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    byte[] part = new byte[bytes < 0 ? whole.length + bytes : bytes];
    System.arraycopy(whole, 0, part, 0, part.length);
    return Files.write(folder.resolve("cut.pcap"), part);
  }

  /** Some frames of one, in a folder; numbers from 1. */
  static Path frames(String name, long first, long last, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> all = framesOf(whole);
    List<byte[]> some = all.subList((int) first - 1, (int) Math.min(last, all.size()));
    return write(whole, some, folder.resolve("frames-" + first + ".pcap"));
  }

  /** One of which a frame was captured up to a length, in a folder; numbers from 1. */
  static Path snapped(String name, int frame, int bytes, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> frames = framesOf(whole);
    byte[] cut = Arrays.copyOf(frames.get(frame - 1), FRAME_HEADER + bytes);
    ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN).putInt(CAPTURED_AT, bytes);
    frames.set(frame - 1, cut);
    return write(whole, frames, folder.resolve("snapped-" + frame + "-" + bytes + ".pcap"));
  }

  /** The frames of one over Ethernet that an IPv4 address sent, in a folder. */
  static Path sentBy(String name, String address, Path folder) throws IOException {
    byte[] sender = InetAddress.getByName(address).getAddress();
    byte[] whole = Files.readAllBytes(path(name));
    int at = FRAME_HEADER + IPV4_SOURCE_AT;
    List<byte[]> some =
        framesOf(whole).stream()
            .filter(
                frame ->
                    frame.length > at + sender.length
                        && Arrays.equals(frame, at, at + sender.length, sender, 0, sender.length))
            .toList();
    return write(whole, some, folder.resolve("sent-by-" + address + ".pcap"));
  }

  /** One with a frame before another that was captured earlier, in a folder; numbers from 1. */
  static Path moved(String name, int frame, int before, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> frames = framesOf(whole);
    frames.add(before - 1, frames.remove(frame - 1));
    return write(whole, frames, folder.resolve("moved-" + frame + ".pcap"));
  }

  /** One with all frames captured so many seconds later, each so many times as long behind. */
  static Path later(String name, int seconds, int stretch, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> frames = framesOf(whole);
    long first = micros(frames.get(0));
    for (byte[] each : frames) {
      long micros = first + seconds * MICROS + (micros(each) - first) * stretch;
      ByteBuffer.wrap(each)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(0, (int) (micros / MICROS))
          .putInt(Integer.BYTES, (int) (micros % MICROS));
    }
    return write(whole, frames, folder.resolve("later.pcap"));
  }

  /** One with a pause before a frame, in a folder; numbers from 1. */
  static Path paused(String name, int before, int seconds, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> frames = framesOf(whole);
    for (byte[] each : frames.subList(before - 1, frames.size())) {
      ByteBuffer header = ByteBuffer.wrap(each).order(ByteOrder.LITTLE_ENDIAN);
      header.putInt(0, header.getInt(0) + seconds);
    }
    return write(whole, frames, folder.resolve("paused.pcap"));
  }

  /** One with each frame twice, as a mirror of two ports captures it, in a folder. */
  static Path twice(String name, Path folder) throws IOException {
    byte[] whole = Files.readAllBytes(path(name));
    List<byte[]> frames = new ArrayList<>();
    framesOf(whole).forEach(each -> frames.addAll(List.of(each, each)));
    return write(whole, frames, folder.resolve("twice.pcap"));
  }

  private static long micros(byte[] frame) {
    ByteBuffer header = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    return Integer.toUnsignedLong(header.getInt(0)) * MICROS + header.getInt(Integer.BYTES);
  }

  private static List<byte[]> framesOf(byte[] whole) {
    ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    List<byte[]> frames = new ArrayList<>();
    int at = FILE_HEADER;
    while (at < whole.length) {
      int length = FRAME_HEADER + bytes.getInt(at + CAPTURED_AT);
      frames.add(Arrays.copyOfRange(whole, at, at + length));
      at += length;
    }
    return frames;
  }

  private static Path write(byte[] whole, List<byte[]> frames, Path file) throws IOException {
    ByteArrayOutputStream some = new ByteArrayOutputStream();
    some.write(whole, 0, FILE_HEADER);
    for (byte[] each : frames) {
      some.write(each);
    }
    return Files.write(file, some.toByteArray());
  }

  /** One with other bytes wherever some are, of the same length, the first {@code most} times. */
  static Path changed(String name, byte[] from, byte[] to, int most, Path folder)
      throws IOException {
    byte[] bytes = Files.readAllBytes(path(name));
    int count = 0;
    for (int at = 0; at + from.length <= bytes.length && count < most; at++) {
      if (Arrays.equals(bytes, at, at + from.length, from, 0, from.length)) {
        System.arraycopy(to, 0, bytes, at, to.length);
        count++;
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException("no such bytes in " + name);
    }
    return Files.write(folder.resolve("changed-" + Arrays.hashCode(to) + ".pcap"), bytes);
  }
}
