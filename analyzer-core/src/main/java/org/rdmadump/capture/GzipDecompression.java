package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Inflates gzip, member by member.
 *
 * <p>RFC 1952 section 2. Not by {@code GZIPInputStream}, which asks {@code available()} whether
 * another member follows and so loses members that a pipe has not delivered yet, copies through
 * arrays, and cannot say where it failed.
 */
final class GzipDecompression implements Decompression {
  private static final int MAGIC = 0x8b1f;
  private static final int METHOD_OFFSET = 2;
  private static final int DEFLATE = 8;
  private static final int FLAGS_OFFSET = 3;
  private static final int FIXED_HEADER_LENGTH = 10;

  private static final int HAS_HEADER_CRC = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private static final int SIZE_OFFSET = 4;
  private static final int TRAILER_LENGTH = 8;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 crc = new CRC32();

  @Override
  public void inflate(CompressedInput in, InflatedBlocks out)
      throws IOException, InterruptedException {
    do {
      readHeader(in);
      inflateBody(in, out);
      readTrailer(in);
    } while (isNextMember(in));
  }

  @Override
  public void close() {
    inflater.end();
  }

  private static boolean isNextMember(CompressedInput in) throws IOException, InterruptedException {
    if (!in.ensure(1)) {
      return false;
    }
    boolean whole = in.ensure(Short.BYTES);
    if (whole ? in.shortAt(0) != MAGIC : in.byteAt(0) != (MAGIC & 0xff)) {
      throw in.trailing(Compression.GZIP);
    }
    return true;
  }

  private void readHeader(CompressedInput in) throws IOException, InterruptedException {
    in.need(Compression.GZIP, FIXED_HEADER_LENGTH);
    if (in.byteAt(METHOD_OFFSET) != DEFLATE) {
      throw in.corrupt(Compression.GZIP, "compression method " + in.byteAt(METHOD_OFFSET));
    }
    int flags = in.byteAt(FLAGS_OFFSET);
    if ((flags & RESERVED) != 0) {
      throw in.corrupt(Compression.GZIP, "flags 0x" + Integer.toHexString(flags));
    }
    crc.reset();
    skip(in, FIXED_HEADER_LENGTH);
    if ((flags & HAS_EXTRA) != 0) {
      in.need(Compression.GZIP, Short.BYTES);
      skip(in, Short.BYTES + in.shortAt(0));
    }
    if ((flags & HAS_NAME) != 0) {
      skipText(in);
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText(in);
    }
    if ((flags & HAS_HEADER_CRC) != 0) {
      int expected = (int) crc.getValue() & 0xffff;
      in.need(Compression.GZIP, Short.BYTES);
      if (in.shortAt(0) != expected) {
        throw in.corrupt(Compression.GZIP, "checksum of a header");
      }
      in.advance(Short.BYTES);
    }
  }

  private void inflateBody(CompressedInput in, InflatedBlocks out)
      throws IOException, InterruptedException {
    inflater.reset();
    crc.reset();
    ByteBuffer window = in.window(in.available());
    inflater.setInput(window);
    while (!inflater.finished()) {
      ByteBuffer room = out.room(in.position());
      if (inflate(in, window, room) > 0 || inflater.finished()) {
        continue;
      }
      if (!inflater.needsInput()) {
        throw in.corrupt(Compression.GZIP, "preset dictionary");
      }
      in.need(Compression.GZIP, 1);
      window = in.window(in.available());
      inflater.setInput(window);
    }
  }

  private int inflate(CompressedInput in, ByteBuffer window, ByteBuffer room)
      throws CorruptInputException {
    int before = window.position();
    int start = room.position();
    try {
      int count = inflater.inflate(room);
      in.advance(window.position() - before);
      crc.update(room.duplicate().position(start).limit(start + count));
      return count;
    } catch (DataFormatException e) {
      in.advance(window.position() - before);
      String why = e.getMessage();
      throw in.corrupt(Compression.GZIP, why == null ? "not deflate" : why);
    }
  }

  private void readTrailer(CompressedInput in) throws IOException, InterruptedException {
    in.need(Compression.GZIP, TRAILER_LENGTH);
    if (in.intAt(0) != (int) crc.getValue()) {
      throw in.corrupt(Compression.GZIP, "checksum");
    }
    if (in.intAt(SIZE_OFFSET) != (int) inflater.getBytesWritten()) {
      throw in.corrupt(Compression.GZIP, "length");
    }
    in.advance(TRAILER_LENGTH);
  }

  private void skipText(CompressedInput in) throws IOException, InterruptedException {
    int last;
    do {
      in.need(Compression.GZIP, 1);
      last = in.byteAt(0);
      skip(in, 1);
    } while (last != 0);
  }

  /** Consumes bytes of a header. */
  private void skip(CompressedInput in, int count) throws IOException, InterruptedException {
    in.need(Compression.GZIP, count);
    crc.update(in.window(count));
    in.advance(count);
  }
}
