package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Checksums of the packets that moved bytes of a segment, where the bytes are not kept: a packet
 * that comes again at the same place with the same length tells whether its bytes are the same.
 */
@SuppressWarnings("ByteBufferBackingArray") // Buffers of packets are over arrays.
final class PacketSums {
  /** The binary logarithm of the smallest path MTU: few packets have less payload. */
  private static final int SMALLEST_UNIT = 8;

  /** Places of a block. */
  private static final int BLOCK = 1 << 6;

  /** Blocks at most; what is farther out is not compared. */
  private static final int MOST_BLOCKS = 1 << 10;

  /** What a block takes beside its places, roughly. */
  private static final int BLOCK_COST = 24;

  /** Bits of the length of a packet, and of its place in a unit. */
  private static final int LENGTH_BITS = Integer.SIZE / 2;

  private static final long[] NONE = {};
  private static final long[][] NO_BLOCKS = {};

  private final PagePool pool;
  private final long length;

  /** The binary logarithm of the bytes for which there is a place each; 0 before the first. */
  private int unit;

  /** That of the first place, which is all that most segments have. */
  private long first;

  private long[][] blocks = NO_BLOCKS;
  private long taken;

  /**
   * None yet.
   *
   * @param pool is charged for them
   * @param length of the segment
   */
  PacketSums(PagePool pool, long length) {
    this.pool = pool;
    this.length = length;
  }

  /** The sum of a packet. */
  int of(ByteBuffer bytes, int at, int count) {
    CRC32 crc = pool.checksum();
    crc.reset();
    crc.update(bytes.array(), bytes.arrayOffset() + at, count);
    return (int) crc.getValue();
  }

  /**
   * Compares a packet with the one of the same length that is remembered at its place.
   *
   * @param relative where its first byte belongs
   * @param count bytes of it, all of which were captured
   * @return whether that one had other bytes
   */
  boolean differs(long relative, ByteBuffer bytes, int at, int count) {
    long known = at(relative);
    return known != 0
        && (int) known == shape(relative, count)
        && (int) (known >>> Integer.SIZE) != of(bytes, at, count);
  }

  /** Remembers a packet, unless another is at its place. */
  void remember(long relative, ByteBuffer bytes, int at, int count) {
    if (isFree(relative, count)) {
      put(relative, count, of(bytes, at, count));
    }
  }

  /** Remembers packets of the same length that follow each other, none of which was seen before. */
  void remember(long relative, int count, int[] sums, int packets) {
    long at = relative;
    for (int i = 0; i < packets; i++) {
      put(at, count, sums[i]);
      at += count;
    }
  }

  private boolean isFree(long relative, int count) {
    return count > 0 && count < 1 << LENGTH_BITS && relative >= 0 && at(relative) == 0;
  }

  private long at(long relative) {
    if (unit == 0 || relative < 0) {
      return 0;
    }
    long index = relative >>> unit;
    if (index == 0) {
      return first;
    }
    long block = index / BLOCK;
    if (block >= blocks.length) {
      return 0;
    }
    long[] places = blocks[(int) block];
    int place = (int) index & BLOCK - 1;
    return place < places.length ? places[place] : 0;
  }

  /** Where it lies in its unit, and how long it is: never 0. */
  private int shape(long relative, int count) {
    return ((int) relative & (1 << unit) - 1) << LENGTH_BITS | count;
  }

  private void put(long relative, int count, int sum) {
    if (unit == 0) {
      unit = Math.max(SMALLEST_UNIT, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(count));
    }
    long index = relative >>> unit;
    long value = (long) sum << Integer.SIZE | Integer.toUnsignedLong(shape(relative, count));
    if (index == 0) {
      first = value;
      return;
    }
    long block = index / BLOCK;
    boolean there = block < blocks.length && blocks[(int) block].length > 0;
    if (there || (block < MOST_BLOCKS && makeBlock((int) block))) {
      int place = (int) index & BLOCK - 1;
      long[] places = blocks[(int) block];
      if (place < places.length) {
        places[place] = value;
      }
    }
  }

  /** Makes a block, if the budget has room for it. */
  private boolean makeBlock(int block) {
    if (block >= blocks.length) {
      int most = Math.min(MOST_BLOCKS, Math.max(block + 1, 2 * blocks.length));
      if (!take((long) (most - blocks.length) * Integer.BYTES)) {
        return false;
      }
      int old = blocks.length;
      blocks = Arrays.copyOf(blocks, most);
      Arrays.fill(blocks, old, most, NONE);
    }
    long left = (length >>> unit) + 1 - (long) block * BLOCK;
    int places = (int) Math.max(1, Math.min(BLOCK, left));
    if (!take((long) places * Long.BYTES + BLOCK_COST)) {
      return false;
    }
    blocks[block] = new long[places];
    return true;
  }

  private boolean take(long bytes) {
    boolean taking = pool.takeForRanges(bytes);
    if (taking) {
      taken += bytes;
    }
    return taking;
  }

  /** Forgets them. */
  void release() {
    pool.give(taken);
    taken = 0;
    first = 0;
    blocks = NO_BLOCKS;
  }
}
