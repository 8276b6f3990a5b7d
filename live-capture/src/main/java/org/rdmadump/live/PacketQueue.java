package org.rdmadump.live;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;

/**
 * A queue of packets from the capture thread to the decoding thread. It copies packets into reused
 * blocks, within a fixed budget, and refuses packets while it is full. Nothing is allocated for a
 * packet.
 *
 * <p>One thread offers and publishes, another thread takes.
 */
final class PacketQueue {
  /** The result of taking a packet. */
  enum PollResult {
    /** A packet was taken. */
    TAKEN,
    /** No packet is available now. */
    EMPTY,
    /** No more packets will come. */
    ENDED
  }

  /** Shortest block, in bytes. */
  static final int BLOCK_LENGTH = 1 << 20;

  // Before the bytes of each packet, all of them at a multiple of eight.
  private static final int CAPTURED = 0;
  private static final int ORIGINAL = 4;
  private static final int NANOS = 8;
  private static final int NUMBER = 16;
  private static final int DEVICE = 24;
  private static final int LINK_TYPE = 28;
  private static final int HEADER_LENGTH = 32;
  private static final int ALIGNMENT = 8;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Fewest blocks: one to write, and one to read. */
  private static final int LEAST_BLOCKS = 2;

  /** A block, guarded by the queue, except its bytes, which {@link #published} hands over. */
  private static final class Block {
    final byte[] array;
    final ByteBuffer bytes;

    /** Bytes available to read. */
    int published;

    /** Whether the block is complete. */
    boolean sealed;

    Block(int length) {
      array = new byte[length];
      bytes = ByteBuffer.wrap(array);
    }
  }

  private final int blockLength;

  // Guarded by this.
  private int mostBlocks;
  private final Deque<Block> waiting = new ArrayDeque<>();
  private final Deque<Block> free = new ArrayDeque<>();
  private int blocks;
  private boolean ended;

  // Of the thread that offers.
  private @Nullable Block writing;
  private int at;
  private int publishedUpTo;

  // Of the thread that takes.
  private @Nullable Block reading;
  private int from;
  private int until;

  /**
   * Creates an empty queue.
   *
   * @param budget bytes of all blocks; there are at least two blocks, each as long as the longest
   *     packet or longer
   * @param longestPacket largest number of bytes captured of a packet
   */
  PacketQueue(long budget, int longestPacket) {
    blockLength = Math.max(BLOCK_LENGTH, Math.addExact(longestPacket, HEADER_LENGTH + ALIGNMENT));
    mostBlocks = (int) Math.max(LEAST_BLOCKS, Math.min(Integer.MAX_VALUE, budget / blockLength));
  }

  /**
   * Adds a packet, if there is room. It becomes available when published.
   *
   * @return whether there was room
   */
  boolean offer(
      long number,
      int device,
      int linkType,
      ByteBuffer bytes,
      int offset,
      int captured,
      int original,
      long epochNanos) {
    int length = (HEADER_LENGTH + captured + ALIGNMENT - 1) & -ALIGNMENT;
    if (captured < 0 || length < 0 || length > blockLength) {
      return false;
    }
    Block block = writing;
    if (block == null || block.array.length - at < length) {
      block = next();
      if (block == null) {
        return false;
      }
    }
    ByteBuffer to = block.bytes;
    to.putInt(at + CAPTURED, captured);
    to.putInt(at + ORIGINAL, original);
    to.putLong(at + NANOS, epochNanos);
    to.putLong(at + NUMBER, number);
    to.putInt(at + DEVICE, device);
    to.putInt(at + LINK_TYPE, linkType);
    bytes.get(offset, block.array, at + HEADER_LENGTH, captured);
    at += length;
    return true;
  }

  /** Seals the current block and starts the next; null while the queue is full. */
  private synchronized @Nullable Block next() {
    Block full = writing;
    if (full != null) {
      full.published = at;
      full.sealed = true;
      writing = null;
      notifyAll();
    }
    Block block = free.poll();
    if (block == null && blocks < mostBlocks) {
      block = allocate();
    }
    at = 0;
    publishedUpTo = 0;
    if (block != null) {
      block.published = 0;
      block.sealed = false;
      waiting.add(block);
      writing = block;
    }
    return block;
  }

  /** Makes a block; if memory is short, the number of blocks stays as it is. */
  private synchronized @Nullable Block allocate() {
    try {
      Block block = new Block(blockLength);
      blocks++;
      return block;
    } catch (OutOfMemoryError e) {
      mostBlocks = blocks;
      return null;
    }
  }

  /** Makes all packets added so far available. */
  void publish() {
    Block block = writing;
    if (block == null || at == publishedUpTo) {
      return;
    }
    synchronized (this) {
      block.published = at;
      notifyAll();
    }
    publishedUpTo = at;
  }

  /** Publishes the last packets, and marks the end. */
  void end() {
    publish();
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  /** {@return whether all packets of the last publication were taken} */
  boolean isAllTaken() {
    return from == until;
  }

  /**
   * Sets {@code frame} to the next packet, valid until the next call.
   *
   * @param viewpoints whether each device is a viewpoint of its own
   */
  PollResult take(Frame frame, boolean viewpoints) {
    if (from == until) {
      PollResult outcome = refill();
      if (outcome != PollResult.TAKEN) {
        return outcome;
      }
    }
    Block block = reading;
    if (block == null) {
      return PollResult.EMPTY;
    }
    ByteBuffer bytes = block.bytes;
    int captured = bytes.getInt(from + CAPTURED);
    int device = bytes.getInt(from + DEVICE);
    frame.set(
        bytes,
        from + HEADER_LENGTH,
        captured,
        bytes.getInt(from + ORIGINAL),
        bytes.getLong(from + NANOS),
        bytes.getInt(from + LINK_TYPE),
        device,
        bytes.getLong(from + NUMBER));
    if (viewpoints) {
      frame.viewpoint(device + 1);
    }
    from += (HEADER_LENGTH + captured + ALIGNMENT - 1) & -ALIGNMENT;
    return PollResult.TAKEN;
  }

  /** Moves on to the packets published since, possibly in another block. */
  private synchronized PollResult refill() {
    while (true) {
      Block block = reading;
      if (block == null) {
        block = waiting.poll();
        if (block == null) {
          return ended ? PollResult.ENDED : PollResult.EMPTY;
        }
        reading = block;
        from = 0;
        until = 0;
      }
      if (block.published > from) {
        until = block.published;
        return PollResult.TAKEN;
      }
      if (!block.sealed) {
        return ended ? PollResult.ENDED : PollResult.EMPTY;
      }
      free.add(block);
      reading = null;
    }
  }

  /** Waits until packets are available, or for the given time. */
  synchronized void await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * NANOS_PER_MILLI;
    long left = millis;
    while (!ended && !isAnyPublished() && left > 0) {
      wait(left);
      left = (end - System.nanoTime()) / NANOS_PER_MILLI;
    }
  }

  private boolean isAnyPublished() {
    Block block = reading;
    if (block != null && (block.published > from || block.sealed)) {
      return true;
    }
    for (Block each : waiting) {
      if (each.published > 0) {
        return true;
      }
    }
    return false;
  }

  /** {@return the bytes of all blocks} */
  synchronized long allocated() {
    return (long) blocks * blockLength;
  }
}
