package org.rdmadump.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens captures; the first bytes say which format it is. */
public final class CaptureFile {
  private static final int MAGIC_LENGTH = 4;
  private static final int GZIP = 0x1f8b;
  private static final int ZSTD = 0x28b52ffd;

  private CaptureFile() {}

  /**
   * Opens a capture file.
   *
   * @throws NotACaptureException if it is not a pcap or pcapng file
   * @throws IOException if it cannot be read
   */
  public static FrameSource open(Path file) throws IOException {
    return open(FileChannel.open(file, StandardOpenOption.READ), file.toString());
  }

  /**
   * Opens a capture that a stream delivers, such as standard input.
   *
   * @param name what a {@link NotACaptureException} calls it
   * @throws NotACaptureException if it is not a capture in the pcap or pcapng format
   * @throws IOException if it cannot be read
   */
  public static FrameSource open(InputStream stream, String name) throws IOException {
    return open(Channels.newChannel(stream), name);
  }

  /**
   * Opens a capture that a blocking channel delivers. Closing the source closes the channel; so
   * does an exception.
   *
   * @param name what a {@link NotACaptureException} calls it
   * @throws NotACaptureException if it is not a capture in the pcap or pcapng format
   * @throws IOException if it cannot be read
   */
  public static FrameSource open(ReadableByteChannel channel, String name) throws IOException {
    BlockReader reader = new BlockReader(channel);
    try {
      return open(reader, name);
    } catch (IOException | RuntimeException e) {
      try {
        reader.close();
      } catch (IOException onClose) {
        e.addSuppressed(onClose);
      }
      throw e;
    }
  }

  /** Opens what a reader delivers, which stays open if this throws. */
  static FrameSource open(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(MAGIC_LENGTH)) {
      int had = reader.available();
      throw new NotACaptureException(
          name, had == 0 ? "empty, not a capture" : "only " + had + " bytes, not a capture");
    }
    ByteBuffer start = reader.buffer();
    int magic = start.getInt(reader.at());
    if (magic == PcapngFormat.SECTION_HEADER) {
      return PcapngReader.open(reader, name);
    }
    if (PcapFormat.isMagic(magic)) {
      return PcapReader.open(reader, name);
    }
    if (magic >>> Short.SIZE == GZIP) {
      throw compressed(name, "gzip");
    }
    if (magic == ZSTD) {
      throw compressed(name, "zstd");
    }
    throw new NotACaptureException(
        name, "not a pcap or pcapng capture (starts with 0x" + Hex.of(magic) + ")");
  }

  private static NotACaptureException compressed(String name, String format) {
    return new NotACaptureException(
        name, format + " input is not in this version; decompress it first");
  }
}
