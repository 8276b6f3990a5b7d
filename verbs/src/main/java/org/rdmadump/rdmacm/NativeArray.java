package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Structures of C in memory outside the heap. The libraries take the address, which costs them
 * nothing; to find that of a buffer costs a call from C to the JVM.
 */
final class NativeArray {
  final ByteBuffer bytes;

  /** 0 until it is asked for: an array may be made before the library is loaded. */
  private long address;

  /**
   * Makes an array of zeros.
   *
   * @param count number of structures
   * @param size bytes of each
   */
  NativeArray(int count, int size) {
    this.bytes =
        ByteBuffer.allocateDirect(Math.multiplyExact(count, size)).order(ByteOrder.nativeOrder());
  }

  /** {@return the address; valid as long as the array is reachable} */
  long address() {
    if (address == 0) {
      address = WorkNatives.addressOf(bytes);
    }
    return address;
  }
}
