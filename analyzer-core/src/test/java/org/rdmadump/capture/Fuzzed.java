package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** What the fuzz targets of readers share. */
final class Fuzzed {
  /** Little, so that it is cheap to have and has to grow. */
  private static final int CAPACITY = 1 << 10;

  private Fuzzed() {}

  static BlockReader reader(byte[] bytes) {
    return new BlockReader(new Memory(ByteBuffer.wrap(bytes)), CAPACITY);
  }

  /** Reads to the end and touches every byte that a frame claims. */
  static void readAll(FrameSource source, int length) throws IOException {
    Frame frame = new Frame();
    byte[] bytes = new byte[length];
    long frames = 0;
    while (source.next(frame)) {
      frames++;
      if (frame.number() != frames
          || frame.captured() < 0
          || frame.captured() > length
          || source.position() > length) {
        throw new AssertionError("frame " + frame.number() + ", " + frame.captured() + " bytes");
      }
      frame.bytes().get(frame.offset(), bytes, 0, frame.captured());
    }
    assertThat(source.next(frame)).as("the end stays").isFalse();
  }

  /** Inflates until nothing more fits: nobody reads what comes out. */
  static void inflate(Compression compression, byte[] bytes) throws IOException {
    InflatedBlocks blocks = new InflatedBlocks();
    CompressedInput input = new CompressedInput(reader(bytes), blocks);
    try (Decompression decompression = compression.decompression("fuzzed")) {
      // Waiting for room is given up at once.
      Thread.currentThread().interrupt();
      decompression.inflate(input, blocks);
    } catch (CorruptInputException e) {
      assertThat(e.getMessage()).isNotEmpty();
    } catch (InterruptedException e) {
      assertThat(input.position()).isPositive();
    } finally {
      Thread.interrupted();
    }
    assertThat(input.position()).isLessThanOrEqualTo(bytes.length);
  }

  /** Bytes as a channel that does not care about interrupts. */
  private record Memory(ByteBuffer bytes) implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer target) {
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = Math.min(bytes.remaining(), target.remaining());
      target.put(target.position(), bytes, bytes.position(), count);
      target.position(target.position() + count);
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
