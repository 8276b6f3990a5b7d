package org.rdmadump.exercise.device;

import java.nio.ByteBuffer;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.rdmacm.MemoryRegion;

/**
 * Memory that is registered with a device.
 *
 * @param region that it is
 * @param handle key of the region, or of a window to it
 */
record DeviceMemory(MemoryRegion region, int handle) implements Memory {
  @Override
  public ByteBuffer buffer() {
    return region.buffer();
  }

  @Override
  public long address() {
    return region.address();
  }
}
