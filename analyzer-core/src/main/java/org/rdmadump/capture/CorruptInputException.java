package org.rdmadump.capture;

import java.io.IOException;

/**
 * The end of what can be inflated of an input. It comes behind the last byte that could, and
 * becomes a {@link Damage}.
 */
final class CorruptInputException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long byteOffset;

  /**
   * An end.
   *
   * @param byteOffset offset in the compressed input
   * @param message what is wrong, without where
   */
  CorruptInputException(long byteOffset, String message) {
    super(message);
    this.byteOffset = byteOffset;
  }

  /** {@return offset in the compressed input} */
  long byteOffset() {
    return byteOffset;
  }
}
