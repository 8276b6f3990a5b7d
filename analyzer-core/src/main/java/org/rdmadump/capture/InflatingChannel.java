package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A compressed input, inflated: by a thread of its own, that runs ahead by a few blocks.
 *
 * <p>The thread ends with the input or soon after {@link #close}. Only one thread at a time may use
 * the channel.
 */
final class InflatingChannel implements ReadableByteChannel {
  private final BlockReader compressed;
  private final InflatedBlocks blocks;
  private final Thread thread;

  private InflatedBlocks.@Nullable Block current;
  private InflatedBlocks.@Nullable End end;
  private long position;
  private boolean open = true;

  private InflatingChannel(BlockReader compressed, InflatedBlocks blocks, Thread thread) {
    this.compressed = compressed;
    this.blocks = blocks;
    this.thread = thread;
  }

  /**
   * Starts inflating.
   *
   * @param compressed from its next byte on; belongs to the channel from now on
   * @param decompression belongs to the thread from now on, which closes it
   * @param name of the input, for the thread's name
   */
  static InflatingChannel start(BlockReader compressed, Decompression decompression, String name) {
    InflatedBlocks blocks = new InflatedBlocks();
    CompressedInput input = new CompressedInput(compressed, blocks);
    Thread thread = new Thread(() -> inflate(decompression, input, blocks), "inflating " + name);
    thread.setDaemon(true);
    thread.start();
    return new InflatingChannel(compressed, blocks, thread);
  }

  /**
   * Reads inflated bytes.
   *
   * @throws CorruptInputException instead of the end, if more cannot be inflated
   * @throws IOException if the compressed input cannot be read
   */
  @Override
  public int read(ByteBuffer target) throws IOException {
    InflatedBlocks.Block block = current;
    while (block == null) {
      if (!open) {
        throw new ClosedChannelException();
      }
      if (end != null) {
        return ended(end);
      }
      InflatedBlocks.Delivery delivery = next();
      position = delivery.position();
      if (delivery instanceof InflatedBlocks.End last) {
        end = last;
      } else if (delivery instanceof InflatedBlocks.Block filled) {
        block = filled;
      }
    }
    ByteBuffer bytes = block.bytes();
    int count = Math.min(bytes.remaining(), target.remaining());
    int limit = bytes.limit();
    target.put(bytes.limit(bytes.position() + count));
    bytes.limit(limit);
    if (bytes.hasRemaining()) {
      current = block;
    } else {
      current = null;
      blocks.recycle(block);
    }
    return count;
  }

  /** {@return bytes of compressed input that were consumed for what was read} */
  long position() {
    return position;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    blocks.abandon();
    thread.interrupt();
    compressed.close();
  }

  private static void inflate(
      Decompression decompression, CompressedInput input, InflatedBlocks blocks) {
    Optional<Throwable> failure = Optional.empty();
    try (decompression) {
      decompression.inflate(input, blocks);
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      // Thrown again by whoever reads.
      failure = Optional.of(e);
    }
    blocks.end(input.position(), failure);
  }

  private static int ended(InflatedBlocks.End end) throws IOException {
    if (end.failure().isEmpty()) {
      return -1;
    }
    Throwable failure = end.failure().get();
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    throw new IOException("inflating was interrupted", failure);
  }

  private InflatedBlocks.Delivery next() throws IOException {
    try {
      return blocks.next();
    } catch (InterruptedException e) {
      // As channels do that the operating system reads.
      close();
      Thread.currentThread().interrupt();
      throw new ClosedByInterruptException();
    }
  }
}
