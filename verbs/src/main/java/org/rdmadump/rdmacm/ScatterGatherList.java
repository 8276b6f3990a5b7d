package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one request, in order: {@code struct ibv_sge[]}. The list may be reused as soon as
 * the request is posted. Filling it allocates nothing. For one thread at a time.
 */
public final class ScatterGatherList {
  private final @Nullable MemoryRegion[] regions;
  private int size;
  private long length;

  /** {@code struct ibv_sge[]}. */
  final ByteBuffer bytes;

  /**
   * Creates an empty list.
   *
   * @param capacity largest number of buffers, 0 or more
   * @throws IllegalArgumentException if the capacity is negative
   */
  public ScatterGatherList(int capacity) {
    this.bytes =
        ByteBuffer.allocateDirect(Math.multiplyExact(capacity, Layout.SEGMENT))
            .order(ByteOrder.nativeOrder());
    this.regions = new MemoryRegion[capacity];
  }

  /**
   * Removes all buffers.
   *
   * @return this list
   */
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
   * @param region region of the buffer
   * @param offset start of the buffer in the region, in bytes
   * @param length length of the buffer in bytes
   * @return this list
   * @throws IndexOutOfBoundsException if the buffer is not within the region, or the list is full
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

  /** {@return the number of buffers} */
  public int size() {
    return size;
  }

  /** {@return the total length of the buffers, in bytes} */
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
