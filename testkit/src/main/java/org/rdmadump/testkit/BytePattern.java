package org.rdmadump.testkit;

/**
 * The expected content of a file, byte by byte.
 *
 * <pre>{@code
 * BytePattern pattern = offset -> (byte) (offset * 31);
 * assertThat(capture).file("data").hasContent(65536, pattern);
 * }</pre>
 */
@FunctionalInterface
public interface BytePattern {
  /** {@return the byte at an offset in the file, from 0} */
  byte at(long offset);

  /** {@return a pattern that repeats these bytes; at least one} */
  static BytePattern repeating(byte... bytes) {
    byte[] copy = bytes.clone();
    return offset -> copy[(int) (offset % copy.length)];
  }
}
