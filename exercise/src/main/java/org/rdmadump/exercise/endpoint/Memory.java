package org.rdmadump.exercise.endpoint;

import java.nio.ByteBuffer;

/** Memory that is registered with the device: the other side may read and write it. */
public interface Memory {
  /** Bytes of a page. */
  int PAGE = 4096;

  /** The most bytes that {@link #insidePage} keeps together. */
  int SMALL = 64;

  /**
   * {@return the first place from one on where a few bytes are inside of a page; more than {@link
   * #SMALL} may be anywhere}
   *
   * <p>Soft-iWARP, at least of Linux 6.1, copies up to 32 bytes that are read across the end of a
   * page from the wrong place (siw_try_1seg): nothing else could be tried with it.
   *
   * @param offset in memory that begins with a page
   * @param length bytes that belong there
   */
  static int insidePage(int offset, int length) {
    return length <= SMALL && (offset & (PAGE - 1)) + length > PAGE
        ? (offset + PAGE - 1) & -PAGE
        : offset;
  }

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
