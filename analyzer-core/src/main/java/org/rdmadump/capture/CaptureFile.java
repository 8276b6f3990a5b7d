package org.rdmadump.capture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.rdmadump.finding.Hex;

/**
 * Opens captures; the first bytes say which format it is. It may be compressed as a whole with gzip
 * or zstd.
 *
 * <pre>{@code
 * RdmaCapture capture = RdmaCapture.over(CaptureFile.open(stream, "name"));
 * }</pre>
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
    if (Files.isDirectory(file)) {
      // To read one fails as well, but does not say which.
      throw new FileSystemException(file.toString(), null, "is a directory");
    }
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
      return open(reader, /* inflated= */ false, name);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, reader);
      throw e;
    }
  }

  /** Closes what nobody is going to read, because of {@code failure}. */
  static void closeAfter(Exception failure, Closeable input) {
    try {
      input.close();
    } catch (IOException onClose) {
      failure.addSuppressed(onClose);
    }
  }

  /**
   * Opens what a reader delivers; the caller closes it if this throws.
   *
   * @param inflated whether it was compressed, as it may be once
   */
  static FrameSource open(BlockReader reader, boolean inflated, String name) throws IOException {
    int magic = magic(reader, name);
    if (magic == PcapngFormat.SECTION_HEADER) {
      return PcapngReader.open(reader, name);
    }
    if (PcapFormat.isMagic(magic)) {
      return PcapReader.open(reader, name);
    }
    Optional<Compression> compression = Compression.of(magic);
    if (compression.isEmpty()) {
      throw notACapture(magic, name);
    }
    if (inflated) {
      throw new NotACaptureException(name, compression.get() + " again; decompress it first");
    }
    return InflatedSource.open(reader, compression.get(), name);
  }

  private static NotACaptureException notACapture(int magic, String name) {
    Optional<String> other = OtherFormat.of(magic, name);
    return other.isPresent()
        ? new NotACaptureException(name, other.get(), /* otherFormat= */ true)
        : new NotACaptureException(
            name, "not a pcap or pcapng capture (starts with " + Hex.of(magic) + ")");
  }

  private static int magic(BlockReader reader, String name) throws IOException {
    if (!reader.ensure(MAGIC_LENGTH)) {
      throw new NotACaptureException(name, reader.available());
    }
    return reader.buffer().getInt(reader.at());
  }
}
