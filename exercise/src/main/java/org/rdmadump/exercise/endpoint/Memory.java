package org.rdmadump.exercise.endpoint;

import java.nio.ByteBuffer;

/** Memory that is registered with the device: the other side may read and write it. */
public interface Memory {
  /** {@return its bytes; a direct buffer whose position and limit nobody uses} */
  ByteBuffer buffer();

  /** {@return what the other side names it by: R_Key or steering tag} */
  int handle();

  /** {@return what the other side addresses its first byte by} */
  long address();

  /** {@return all of it, or a part, for the other side} */
  default Remote remote(int offset, int length) {
    return new Remote(handle(), address() + offset, length);
  }

  /** {@return a part of it for an operation of this side} */
  default Slice slice(int offset, int length) {
    return new Slice(this, offset, length);
  }

  /** {@return a copy of a part} */
  default byte[] bytes(int offset, int length) {
    byte[] copy = new byte[length];
    buffer().get(offset, copy);
    return copy;
  }

  /** Puts bytes into it. */
  default void put(int offset, byte[] bytes) {
    buffer().put(offset, bytes);
  }
}
