package org.rdmadump.capture;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** How a whole input may be compressed. */
enum Compression {
  /** RFC 1952. */
  GZIP,
  /** RFC 8878. */
  ZSTD;

  private static final String ANOTHER_FOLDER =
      "JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER names another folder, or decompress it first";

  private static final int GZIP_MAGIC = 0x1f8b;

  /**
   * {@return the compression that an input has which starts with these four bytes}
   *
   * @param magic in network order
   */
  static Optional<Compression> of(int magic) {
    if (magic >>> Short.SIZE == GZIP_MAGIC) {
      return Optional.of(GZIP);
    }
    int littleEndian = Integer.reverseBytes(magic);
    return ZstdFrameHeader.isMagic(littleEndian) || ZstdFrameHeader.isSkippable(littleEndian)
        ? Optional.of(ZSTD)
        : Optional.empty();
  }

  /**
   * {@return something that inflates it, to be closed}
   *
   * @param name of the input
   * @throws NotACaptureException if what it takes is not installed
   */
  Decompression decompression(String name) throws NotACaptureException {
    return this == GZIP ? new GzipDecompression() : zstd(name);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Decompression zstd(String name) throws NotACaptureException {
    try {
      return new ZstdDecompression();
    } catch (NoClassDefFoundError e) {
      throw new NotACaptureException(
          name, "zstd support is not installed (zstd-jni); decompress it first", e);
    } catch (LinkageError e) {
      throw new NotACaptureException(
          name, "zstd support cannot be loaded (" + firstLine(e) + "); " + ANOTHER_FOLDER, e);
    } catch (IOException e) {
      throw new NotACaptureException(
          name,
          "zstd support cannot be unpacked to "
              + System.getProperty("java.io.tmpdir")
              + " ("
              + e
              + "); "
              + ANOTHER_FOLDER,
          e);
    }
  }

  /** The library adds lines about the other places where it looked. */
  private static String firstLine(LinkageError error) {
    return String.valueOf(error.getMessage()).lines().findFirst().orElse("");
  }
}
