package org.rdmadump.exercise.endpoint;

/**
 * Memory of the other side.
 *
 * @param handle R_Key or steering tag
 * @param address of the first byte, as the other side advertised it
 * @param length bytes, from 0 on
 */
public record Remote(int handle, long address, int length) {
  /** {@return a part of it, from an offset on} */
  public Remote part(int offset, int bytes) {
    return new Remote(handle, address + offset, bytes);
  }
}
