package org.rdmadump.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.rdmadump.finding.Hex;

/**
 * Opens captures; the first bytes say which format it is. It may be compressed as a whole with gzip
 * or zstd.
 */
public final class CaptureFile {
  private static final int MAGIC_LENGTH = 4;

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
    return openOrClose(
        new BlockReader(channel instanceof FileChannel file ? new FileReads(file) : channel), name);
  }

  /** Opens what a reader delivers; closes it if this throws. */
  static FrameSource openOrClose(BlockReader reader, String name) throws IOException {
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

  /** Opens what a reader delivers; the caller closes it if this throws. */
  static FrameSource open(BlockReader reader, String name) throws IOException {
    int magic = magic(reader, name);
    if (isCapture(magic)) {
      return openCapture(reader, magic, name);
    }
    Optional<Compression> compression = Compression.of(magic);
    if (compression.isPresent()) {
      return InflatedSource.open(reader, compression.get(), name);
    }
    throw unknown(magic, name);
  }

  /** Opens what was compressed; the caller closes it if this throws. */
  static FrameSource openInflated(BlockReader reader, String name) throws IOException {
    int magic = magic(reader, name);
    if (isCapture(magic)) {
      return openCapture(reader, magic, name);
    }
    Optional<Compression> compression = Compression.of(magic);
    if (compression.isPresent()) {
      throw new NotACaptureException(
          name, compression.get() + " again, which is not followed; decompress it first");
    }
    throw unknown(magic, name);
  }

  private static int magic(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(MAGIC_LENGTH)) {
      int had = reader.available();
      throw new NotACaptureException(
          name, had == 0 ? "empty, not a capture" : "only " + had + " bytes, not a capture");
    }
    return reader.buffer().getInt(reader.at());
  }

  private static boolean isCapture(int magic) {
    return magic == PcapngFormat.SECTION_HEADER || PcapFormat.isMagic(magic);
  }

  private static FrameSource openCapture(BlockReader reader, int magic, String name)
      throws IOException {
    return magic == PcapngFormat.SECTION_HEADER
        ? PcapngReader.open(reader, name)
        : PcapReader.open(reader, name);
  }

  private static NotACaptureException unknown(int magic, String name) {
    return new NotACaptureException(
        name, "not a pcap or pcapng capture (starts with " + Hex.of(magic) + ")");
  }
}
