package org.rdmadump.rpcrdma.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/**
 * The values of a segment's bytes, in pages that are made when they are first written to. A page
 * begins small where little is written to it: many an offered segment takes a short reply.
 */
final class SegmentBytes {
  /** A page that was not made. */
  private static final byte[] NONE = new byte[0];

  /** Bytes of a page that little was written to, from its first byte on. */
  private static final int SMALL_PAGE = 1 << 9;

  /** Pages are found through blocks, so that one far out costs no table of all before it. */
  private static final int PAGES_IN_BLOCK = 64;

  private static final byte[][] NO_BLOCK = new byte[0][];
  private static final byte[][][] NO_BLOCKS = new byte[0][][];

  private final PagePool pool;
  private final long length;
  private byte[][][] blocks = NO_BLOCKS;
  private long taken;

  /** First page that found no room; none from there on is made or grows, or it would have gaps. */
  private int refusedFrom = Integer.MAX_VALUE;

  SegmentBytes(PagePool pool, long length) {
    this.pool = pool;
    this.length = length;
  }

  void put(long relative, ByteBuffer source, int at, int count) {
    int done = 0;
    while (done < count) {
      long position = relative + done;
      int index = (int) (position / PagePool.PAGE);
      int inPage = (int) (position % PagePool.PAGE);
      int part = Math.min(count - done, PagePool.PAGE - inPage);
      byte[] page = page(index, inPage + part);
      int fits = Math.min(part, page.length - inPage);
      if (fits > 0) {
        source.get(at + done, page, inPage, fits);
      }
      done += part;
    }
  }

  /** Whether a byte that is kept has another value in {@code source}. */
  boolean differs(long relative, ByteBuffer source, int at, int count) {
    for (int i = 0; i < count; i++) {
      int index = (int) ((relative + i) / PagePool.PAGE);
      int inPage = (int) ((relative + i) % PagePool.PAGE);
      byte[] page = existing(index);
      if (inPage < page.length && page[inPage] != source.get(at + i)) {
        return true;
      }
    }
    return false;
  }

  private byte[] existing(int index) {
    int block = index / PAGES_IN_BLOCK;
    return block < blocks.length && blocks[block].length > 0
        ? blocks[block][index % PAGES_IN_BLOCK]
        : NONE;
  }

  /** The page of an index, with at least {@code needed} bytes if there is room for them. */
  private byte[] page(int index, int needed) {
    byte[] found = existing(index);
    if (found.length >= needed || index >= refusedFrom) {
      return found;
    }
    int whole = (int) Math.min(PagePool.PAGE, length - (long) index * PagePool.PAGE);
    int size = found.length == 0 && needed <= SMALL_PAGE ? Math.min(SMALL_PAGE, whole) : whole;
    if (!makeBlock(index / PAGES_IN_BLOCK) || !take(size - found.length)) {
      refusedFrom = index;
      return found;
    }
    byte[] page = size == PagePool.PAGE ? pool.page() : new byte[size];
    System.arraycopy(found, 0, page, 0, found.length);
    blocks[index / PAGES_IN_BLOCK][index % PAGES_IN_BLOCK] = page;
    return page;
  }

  private boolean makeBlock(int block) {
    if (block >= blocks.length) {
      int size = Math.max(block + 1, Math.min(blocks.length * 2, mostBlocks()));
      if (!take((long) (size - blocks.length) * Integer.BYTES)) {
        return false;
      }
      int old = blocks.length;
      blocks = Arrays.copyOf(blocks, size);
      Arrays.fill(blocks, old, size, NO_BLOCK);
    }
    if (blocks[block].length == 0) {
      int pages = (int) Math.min(PAGES_IN_BLOCK, mostPages() - (long) block * PAGES_IN_BLOCK);
      if (!take((long) pages * Integer.BYTES)) {
        return false;
      }
      byte[][] fresh = new byte[pages][];
      Arrays.fill(fresh, NONE);
      blocks[block] = fresh;
    }
    return true;
  }

  private long mostPages() {
    return (length + PagePool.PAGE - 1) / PagePool.PAGE;
  }

  private int mostBlocks() {
    return (int) ((mostPages() + PAGES_IN_BLOCK - 1) / PAGES_IN_BLOCK);
  }

  private boolean take(long bytes) {
    boolean taking = pool.take(bytes);
    if (taking) {
      taken += bytes;
    }
    return taking;
  }

  /** Appends {@code [from, to)}, all of which was seen; what found no room is a hole. */
  void appendTo(Rope.Builder rope, long from, long to) {
    long at = from;
    while (at < to) {
      int index = (int) (at / PagePool.PAGE);
      int inPage = (int) (at % PagePool.PAGE);
      int part = (int) Math.min(to - at, PagePool.PAGE - inPage);
      byte[] page = existing(index);
      int kept = Math.max(0, Math.min(part, page.length - inPage));
      if (kept > 0) {
        rope.add(page, inPage, kept);
      }
      if (kept < part) {
        rope.addHole(part - kept, Absence.EVICTED);
      }
      at += part;
    }
  }

  void release() {
    pool.giveRoom(taken);
    for (byte[][] block : blocks) {
      for (byte[] page : block) {
        pool.giveBack(page);
      }
    }
    taken = 0;
    blocks = NO_BLOCKS;
  }
}
