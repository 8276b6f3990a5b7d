package org.rdmadump.capture;

/**
 * The header of a Zstandard frame, as far as it says what decoding takes.
 *
 * <pre>
 *  magic number 4 | descriptor 1 | window 0..1 | dictionary 0..4 | content size 0..8
 * </pre>
 *
 * <p>RFC 8878 section 3.1.1.1. All numbers are little-endian.
 *
 * @param length bytes of the header, with the magic number
 * @param window bytes of history that decoding keeps, negative for 2^63 and more
 * @param dictionary identifier of the dictionary, unsigned, 0 for none
 * @param checksum whether a checksum follows the last block
 */
record ZstdFrameHeader(int length, long window, int dictionary, boolean checksum) {
  /** Bytes up to the one that gives the length of the header. */
  static final int PREFIX_LENGTH = 5;

  private static final int MAGIC = 0xfd2fb528;
  private static final int SKIPPABLE_MAGIC = 0x184d2a50;
  private static final int SKIPPABLE_MASK = 0xfffffff0;

  private static final int DESCRIPTOR = 4;
  private static final int DICTIONARY_MASK = 3;
  private static final int HAS_CHECKSUM = 4;
  private static final int IS_SINGLE_SEGMENT = 32;
  private static final int CONTENT_SIZE_SHIFT = 6;

  private static final int LEAST_WINDOW_LOG = 10;
  private static final int EXPONENT_SHIFT = 3;
  private static final int MANTISSA_MASK = 7;

  /** {@return whether a frame starts with this number} */
  static boolean isMagic(int number) {
    return number == MAGIC;
  }

  /** {@return whether a frame that holds nothing for us starts with this number} */
  static boolean isSkippable(int number) {
    return (number & SKIPPABLE_MASK) == SKIPPABLE_MAGIC;
  }

  /** {@return whether a frame of either kind can start with these bytes, less than four} */
  static boolean isStart(int bytes, int count) {
    int mask = (1 << (count * Byte.SIZE)) - 1;
    return ((bytes ^ MAGIC) & mask) == 0
        || ((bytes ^ SKIPPABLE_MAGIC) & SKIPPABLE_MASK & mask) == 0;
  }

  /** {@return length of the header whose first {@link #PREFIX_LENGTH} bytes are available} */
  static int length(CompressedInput in) {
    int descriptor = in.byteAt(DESCRIPTOR);
    return PREFIX_LENGTH
        + (isSingleSegment(descriptor) ? 0 : 1)
        + dictionaryLength(descriptor)
        + contentSizeLength(descriptor);
  }

  /** {@return the header, which is available as a whole} */
  static ZstdFrameHeader read(CompressedInput in) {
    int descriptor = in.byteAt(DESCRIPTOR);
    int at = PREFIX_LENGTH;
    long window = 0;
    if (!isSingleSegment(descriptor)) {
      window = window(in.byteAt(at));
      at++;
    }
    int dictionary =
        switch (dictionaryLength(descriptor)) {
          case 1 -> in.byteAt(at);
          case 2 -> in.shortAt(at);
          case 4 -> in.intAt(at);
          default -> 0;
        };
    at += dictionaryLength(descriptor);
    if (isSingleSegment(descriptor)) {
      // The content is its own window.
      window =
          switch (contentSizeLength(descriptor)) {
            case 1 -> in.byteAt(at);
            case 2 -> in.shortAt(at) + 256;
            case 4 -> Integer.toUnsignedLong(in.intAt(at));
            default -> in.longAt(at);
          };
    }
    return new ZstdFrameHeader(length(in), window, dictionary, (descriptor & HAS_CHECKSUM) != 0);
  }

  private static long window(int code) {
    long base = 1L << (LEAST_WINDOW_LOG + (code >>> EXPONENT_SHIFT));
    return base + base / 8 * (code & MANTISSA_MASK);
  }

  private static boolean isSingleSegment(int descriptor) {
    return (descriptor & IS_SINGLE_SEGMENT) != 0;
  }

  private static int dictionaryLength(int descriptor) {
    int code = descriptor & DICTIONARY_MASK;
    return code == 3 ? 4 : code;
  }

  private static int contentSizeLength(int descriptor) {
    int code = descriptor >>> CONTENT_SIZE_SHIFT;
    return code == 0 ? (isSingleSegment(descriptor) ? 1 : 0) : 1 << code;
  }
}
