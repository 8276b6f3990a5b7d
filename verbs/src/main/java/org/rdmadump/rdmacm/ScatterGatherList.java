package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Buffers of one request, in order: {@code struct ibv_sge[]}. May be used again as soon as the
 * request is posted; nothing is allocated by filling it. One thread uses it at a time.
 */
public final class ScatterGatherList {
  private final @Nullable MemoryRegion[] regions;
  private int size;
  private long length;

  /** {@code struct ibv_sge[]}. */
  final ByteBuffer bytes;

  /**
   * Room for some.
   *
   * @param capacity how many, 0 or more
   */
  public ScatterGatherList(int capacity) {
    this.bytes =
        ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Layout.SEGMENT))
            .order(ByteOrder.nativeOrder());
    this.regions = new MemoryRegion[capacity];
  }

  /** Forgets all buffers. */
  public ScatterGatherList clear() {
    for (int i = 0; i < size; i++) {
      regions[i] = null;
    }
    size = 0;
    length = 0;
    return this;
  }

  /**
   * Adds a buffer.
   *
   * @throws IndexOutOfBoundsException if it is not within the region, or there is no room
   * @throws IllegalStateException if the region is closed
   */
  public ScatterGatherList add(MemoryRegion region, int offset, int length) {
    region.require(offset, length);
    if (size == regions.length) {
      throw new IndexOutOfBoundsException("room for " + size + " buffers only");
    }
    int at = size * Layout.SEGMENT;
    bytes.putLong(at + Layout.SEGMENT_ADDRESS, region.address() + offset);
    bytes.putInt(at + Layout.SEGMENT_LENGTH, length);
    bytes.putInt(at + Layout.SEGMENT_KEY, region.localKey());
    regions[size++] = region;
    this.length += length;
    return this;
  }

  /** {@return how many there are} */
  public int size() {
    return size;
  }

  /** {@return bytes of all of them} */
  public long length() {
    return length;
  }

  /** Checks that all regions are open. */
  void require() {
    for (int i = 0; i < size; i++) {
      MemoryRegion region = regions[i];
      if (region != null && region.isClosed()) {
        throw region.closedAlready();
      }
    }
  }
}
