package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one request, in order: {@code struct ibv_sge[]}. The list may be reused as soon as
 * the request is posted. Filling it allocates nothing. Not thread-safe.
 */
public final class ScatterGatherList {
  private final @Nullable MemoryRegion[] regions;
  private final @Nullable ByteBuffer[] inline;
  private int size;
  private int inlineCount;
  private long length;

  /** {@code struct ibv_sge[]}. */
  private final NativeArray segments;

  /**
   * Creates an empty list.
   *
   * @param capacity largest number of buffers, 0 or more
   * @throws IllegalArgumentException if the capacity is negative
   */
  public ScatterGatherList(int capacity) {
    this.segments = new NativeArray(capacity, Layout.SEGMENT);
    this.regions = new MemoryRegion[capacity];
    this.inline = new ByteBuffer[capacity];
  }

  /**
   * Removes all buffers.
   *
   * @return this list
   */
  public ScatterGatherList clear() {
    for (int i = 0; i < size; i++) {
      regions[i] = null;
      inline[i] = null;
    }
    size = 0;
    inlineCount = 0;
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
    put(region.address() + offset, length, region.localKey());
    regions[size++] = region;
    return this;
  }

  /**
   * Adds the bytes between position and limit of a buffer that no region holds. Only requests with
   * {@link org.rdmadump.verbs.SendFlags#INLINE} may have such buffers: the post copies the bytes.
   *
   * @param buffer a direct buffer, which may be reused after the post
   * @return this list
   * @throws IllegalArgumentException if the buffer is not direct
   * @throws IndexOutOfBoundsException if the list is full
   */
  public ScatterGatherList addInline(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct");
    }
    put(WorkNatives.addressOf(buffer) + buffer.position(), buffer.remaining(), 0);
    inline[size++] = buffer;
    inlineCount++;
    return this;
  }

  private void put(long address, int bytesOfBuffer, int key) {
    if (size == regions.length) {
      throw new IndexOutOfBoundsException("room for " + size + " buffers only");
    }
    int at = size * Layout.SEGMENT;
    ByteBuffer bytes = segments.bytes;
    bytes.putLong(at + Layout.SEGMENT_ADDRESS, address);
    bytes.putInt(at + Layout.SEGMENT_LENGTH, bytesOfBuffer);
    bytes.putInt(at + Layout.SEGMENT_KEY, key);
    length += bytesOfBuffer;
  }

  /** {@return the address of the segments; valid as long as this list is reachable} */
  long address() {
    return segments.address();
  }

  /** {@return the number of buffers} */
  public int size() {
    return size;
  }

  /** {@return the total length of the buffers, in bytes} */
  public long length() {
    return length;
  }

  @Override
  public String toString() {
    return size + " buffers, " + length + " bytes";
  }

  /**
   * Checks that all regions are open.
   *
   * @param isInline whether the request copies its data, so that buffers need no region
   */
  void require(boolean isInline) {
    if (inlineCount > 0 && !isInline) {
      throw new IllegalArgumentException("a buffer without a region, in a request not inline");
    }
    for (int i = 0; i < size; i++) {
      MemoryRegion region = regions[i];
      if (region != null && region.isClosed()) {
        throw region.closedAlready();
      }
    }
  }
}
