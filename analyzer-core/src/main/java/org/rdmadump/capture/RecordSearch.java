package org.rdmadump.capture;

import java.io.IOException;

/**
 * Finds the next record behind damage, where a file that grows or a stream is read only once.
 *
 * <p>Each byte is looked at once or twice, and no more than 256 KiB are held, whatever the input.
 */
abstract class RecordSearch {
  /** Bytes of a record that is recognised: one of 64 KiB, as segmentation offload makes them. */
  static final int LONGEST = 66_000;

  /** Room for a search and the records behind it, so that what is held is seldom moved. */
  private static final int CAPACITY = 1 << 18;

  /** Bytes by which looks far ahead may exceed the input so far. */
  private static final long AHEAD = 4L * BlockReader.LIMIT;

  final BlockReader reader;
  private long ahead;

  RecordSearch(BlockReader reader) {
    this.reader = reader;
  }

  /** Whether a record begins at {@code offset} from the reader's position, by those behind it. */
  abstract boolean isRecord(int offset) throws IOException;

  /**
   * Whether to look so far ahead, where damage may claim any length. It is refused to an input that
   * does so again and again without going on.
   */
  final boolean mayLook(long length) {
    if (length <= LONGEST) {
      return true;
    }
    ahead += length;
    return length <= BlockReader.LIMIT && ahead <= reader.position() + AHEAD;
  }

  /**
   * {@return offset of the next record among the next bytes, which are kept; 0 if none is there}
   */
  final int next() throws IOException {
    reader.reserve(CAPACITY);
    for (int offset = 1; offset <= LONGEST && reader.ensure(offset + 1); offset++) {
      if (isRecord(offset)) {
        return offset;
      }
    }
    return 0;
  }

  /**
   * Passes over at least one byte, up to the next record or else to the end of the input.
   *
   * @return bytes that were passed over
   */
  final long pass() throws IOException {
    long start = reader.position();
    int offset = 0;
    while (offset == 0 && reader.ensure(1)) {
      offset = next();
      reader.advance(offset == 0 ? Math.min(LONGEST, reader.available()) : offset);
    }
    return reader.position() - start;
  }
}
