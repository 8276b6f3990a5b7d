package org.rdmadump.rpcrdma;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** The values of a segment's bytes, in pages that are made when they are first written to. */
final class SegmentBytes {
  /** A page that was not made. */
  private static final byte[] NONE = new byte[0];

  private final PagePool pool;
  private final long length;
  private byte[][] pages = {NONE};
  private long taken;

  /** First page that found no room; none from there on is made later, or it would have gaps. */
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
      byte[] page = page(index);
      if (page.length > 0) {
        source.get(at + done, page, inPage, part);
      }
      done += part;
    }
  }

  /** Whether a byte that is kept has another value in {@code source}. */
  boolean differs(long relative, ByteBuffer source, int at, int count) {
    for (int i = 0; i < count; i++) {
      int index = (int) ((relative + i) / PagePool.PAGE);
      byte[] page = index < pages.length ? pages[index] : NONE;
      if (page.length > 0 && page[(int) ((relative + i) % PagePool.PAGE)] != source.get(at + i)) {
        return true;
      }
    }
    return false;
  }

  private byte[] page(int index) {
    if (index >= refusedFrom) {
      return index < pages.length ? pages[index] : NONE;
    }
    if (index >= pages.length) {
      int size = Math.max(index + 1, pages.length * 2);
      long grown = (long) (size - pages.length) * Integer.BYTES;
      if (!pool.take(grown)) {
        refusedFrom = index;
        return NONE;
      }
      taken += grown;
      int old = pages.length;
      pages = Arrays.copyOf(pages, size);
      Arrays.fill(pages, old, size, NONE);
    }
    byte[] page = pages[index];
    if (page.length == 0) {
      int size = (int) Math.min(PagePool.PAGE, length - (long) index * PagePool.PAGE);
      if (!pool.take(size)) {
        refusedFrom = index;
        return NONE;
      }
      taken += size;
      page = new byte[size];
      pages[index] = page;
    }
    return page;
  }

  /** Appends {@code [from, to)}, all of which was seen; what found no room is a hole. */
  void appendTo(Rope.Builder rope, long from, long to) {
    long at = from;
    while (at < to) {
      int index = (int) (at / PagePool.PAGE);
      int inPage = (int) (at % PagePool.PAGE);
      int part = (int) Math.min(to - at, PagePool.PAGE - inPage);
      byte[] page = index < pages.length ? pages[index] : NONE;
      if (page.length == 0) {
        rope.addHole(part, Absence.EVICTED);
      } else {
        rope.add(page, inPage, part);
      }
      at += part;
    }
  }

  void release() {
    pool.give(taken);
    taken = 0;
    pages = new byte[][] {NONE};
  }
}
