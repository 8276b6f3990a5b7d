package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A compressed input as its {@link Decompression} reads it. Before it waits for more bytes, what
 * was inflated so far is handed over: the sender may be slow.
 */
final class CompressedInput {
  private final BlockReader reader;
  private final InflatedBlocks inflated;

  CompressedInput(BlockReader reader, InflatedBlocks inflated) {
    this.reader = reader;
    this.inflated = inflated;
  }

  /** {@return offset in the input of the next byte that is not consumed} */
  long position() {
    return reader.position();
  }

  /** {@return bytes that {@link #window} gives} */
  int available() {
    return reader.available();
  }

  /** Reads until {@code count} bytes are available; false if the input ends before. */
  boolean ensure(int count) throws IOException, InterruptedException {
    if (reader.available() >= count) {
      return true;
    }
    inflated.handOver(reader.position());
    return reader.ensure(count);
  }

  /** Reads until {@code count} bytes are available, inside of something that has as many. */
  void need(Compression compression, int count) throws IOException, InterruptedException {
    if (!ensure(count)) {
      throw cutShort(compression);
    }
  }

  /** {@return the next {@code count} available bytes, to be consumed by {@link #advance}} */
  ByteBuffer window(int count) {
    return reader.buffer().duplicate().position(reader.at()).limit(reader.at() + count);
  }

  /** Consumes available bytes. */
  void advance(int count) {
    reader.advance(count);
  }

  /** Consumes bytes; false if there are not as many. */
  boolean skip(long count) throws IOException, InterruptedException {
    if (reader.available() < count) {
      inflated.handOver(reader.position());
    }
    return reader.skip(count) == count;
  }

  /** {@return an available byte, unsigned} */
  int byteAt(int offset) {
    return reader.buffer().get(reader.at() + offset) & 0xff;
  }

  /** {@return two available bytes in little-endian order, unsigned} */
  int shortAt(int offset) {
    return byteAt(offset) | (byteAt(offset + 1) << Byte.SIZE);
  }

  /** {@return four available bytes in little-endian order} */
  int intAt(int offset) {
    return Integer.reverseBytes(reader.buffer().getInt(reader.at() + offset));
  }

  /** {@return eight available bytes in little-endian order} */
  long longAt(int offset) {
    return Long.reverseBytes(reader.buffer().getLong(reader.at() + offset));
  }

  /** {@return that the input ends inside of something} */
  CorruptInputException cutShort(Compression compression) {
    return new CorruptInputException(
        reader.position() + reader.available(), compression + " data cut short");
  }

  /** {@return that the next bytes are not what they should be} */
  CorruptInputException corrupt(Compression compression, String why) {
    return new CorruptInputException(
        reader.position(), compression + " data corrupt (" + why + ")");
  }

  /** {@return that the next bytes are something else} */
  CorruptInputException trailing(Compression compression) {
    return new CorruptInputException(
        reader.position(), "other data follows the " + compression + " data");
  }
}
