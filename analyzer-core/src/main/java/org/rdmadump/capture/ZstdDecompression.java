package org.rdmadump.capture;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Inflates Zstandard, frame by frame. Nothing else names the library, which may be absent.
 *
 * <p>RFC 8878 section 3.1. The library decodes a block at a time, so that damage is placed at the
 * block that has it, and a frame that takes too much memory is refused before it gets any.
 */
final class ZstdDecompression implements Decompression {
  /** What the program zstd takes unless told otherwise, and makes with its option --long. */
  static final long WIDEST_WINDOW = 1 << 27;

  private static final int SKIPPABLE_SIZE = 4;
  private static final int SKIPPABLE_HEADER_LENGTH = 8;

  private static final int BLOCK_HEADER_LENGTH = 3;
  private static final int LONGEST_BLOCK = 1 << 17;
  private static final int TYPE_SHIFT = 1;
  private static final int TYPE_MASK = 3;
  private static final int REPEATED_BYTE = 1;
  private static final int RESERVED = 3;
  private static final int SIZE_SHIFT = 3;
  private static final int CHECKSUM_LENGTH = 4;

  private final ZstdDecompressCtx library;

  /** What the library reads, which has to be direct: at most a block with its header. */
  private final ByteBuffer input = ByteBuffer.allocateDirect(BLOCK_HEADER_LENGTH + LONGEST_BLOCK);

  /**
   * A decoder of its own.
   *
   * @throws IOException if the native library cannot be unpacked
   */
  ZstdDecompression() throws IOException {
    ZstdLibrary.load();
    library = new ZstdDecompressCtx();
  }

  @Override
  public void inflate(CompressedInput in, InflatedBlocks out)
      throws IOException, InterruptedException {
    while (in.ensure(1)) {
      if (!in.ensure(Integer.BYTES)) {
        throw startsFrame(in) ? in.cutShort(Compression.ZSTD) : in.trailing(Compression.ZSTD);
      }
      int magic = in.intAt(0);
      if (ZstdFrameHeader.isMagic(magic)) {
        inflateFrame(in, out);
      } else if (ZstdFrameHeader.isSkippable(magic)) {
        skipFrame(in);
      } else {
        throw in.trailing(Compression.ZSTD);
      }
    }
  }

  @Override
  public void close() {
    library.close();
  }

  /** Whether what is available, less than a magic number, can be the start of one. */
  private static boolean startsFrame(CompressedInput in) {
    int start = 0;
    for (int i = 0; i < in.available(); i++) {
      start |= in.byteAt(i) << (i * Byte.SIZE);
    }
    return ZstdFrameHeader.isStart(start, in.available());
  }

  private static void skipFrame(CompressedInput in) throws IOException, InterruptedException {
    in.need(Compression.ZSTD, SKIPPABLE_HEADER_LENGTH);
    long size = Integer.toUnsignedLong(in.intAt(SKIPPABLE_SIZE));
    if (!in.skip(SKIPPABLE_HEADER_LENGTH + size)) {
      throw in.cutShort(Compression.ZSTD);
    }
  }

  private void inflateFrame(CompressedInput in, InflatedBlocks out)
      throws IOException, InterruptedException {
    in.need(Compression.ZSTD, ZstdFrameHeader.PREFIX_LENGTH);
    in.need(Compression.ZSTD, ZstdFrameHeader.length(in));
    ZstdFrameHeader header = ZstdFrameHeader.read(in);
    if (header.window() < 0 || header.window() > WIDEST_WINDOW) {
      throw new CorruptInputException(
          in.position(),
          "zstd data needs a window of "
              + Long.toUnsignedString(header.window())
              + " bytes, more than "
              + WIDEST_WINDOW);
    }
    if (header.dictionary() != 0) {
      throw new CorruptInputException(
          in.position(),
          "zstd data needs dictionary " + Integer.toUnsignedString(header.dictionary()));
    }
    library.reset();
    boolean whole = decode(in, out, header.length());
    boolean last = false;
    while (!last) {
      in.need(Compression.ZSTD, BLOCK_HEADER_LENGTH);
      int block = in.shortAt(0) | (in.byteAt(2) << Short.SIZE);
      last = (block & 1) != 0;
      int type = (block >>> TYPE_SHIFT) & TYPE_MASK;
      int size = block >>> SIZE_SHIFT;
      if (type == RESERVED || size > LONGEST_BLOCK) {
        throw in.corrupt(Compression.ZSTD, "block of type " + type + " and " + size + " bytes");
      }
      int length = BLOCK_HEADER_LENGTH + (type == REPEATED_BYTE ? 1 : size);
      in.need(Compression.ZSTD, length);
      whole = decode(in, out, length);
    }
    if (header.checksum()) {
      in.need(Compression.ZSTD, CHECKSUM_LENGTH);
      whole = decode(in, out, CHECKSUM_LENGTH);
    }
    if (!whole) {
      throw in.corrupt(Compression.ZSTD, "frame longer than its blocks");
    }
  }

  /** Gives the library the next bytes and takes all that it makes of them. */
  private boolean decode(CompressedInput in, InflatedBlocks out, int count)
      throws IOException, InterruptedException {
    ByteBuffer window = input.clear().put(in.window(count)).flip();
    boolean whole;
    ByteBuffer room;
    try {
      do {
        room = out.room(in.position());
        whole = library.decompressDirectByteBufferStream(room, window);
      } while (!whole && (window.hasRemaining() || !room.hasRemaining()));
    } catch (ZstdException e) {
      String why = e.getMessage();
      throw in.corrupt(Compression.ZSTD, why == null ? "error " + e.getErrorCode() : why);
    }
    if (window.hasRemaining()) {
      throw in.corrupt(Compression.ZSTD, "frame shorter than its blocks");
    }
    in.advance(count);
    return whole;
  }
}
