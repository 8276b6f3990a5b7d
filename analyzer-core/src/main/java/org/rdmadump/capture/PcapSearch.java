package org.rdmadump.capture;

import java.io.IOException;
import org.rdmadump.bytes.LittleEndian;
import org.rdmadump.bytes.NetworkOrder;

/**
 * Finds the next record of a pcap file by its header and by those of the records behind it: their
 * times are close to each other, and their lengths agree.
 */
final class PcapSearch extends RecordSearch {
  /** A time of {@link #near} where there is none: no record was read before. */
  static final long ANY_TIME = -1;

  /** Headers that have to follow each other, unless the input ends. */
  private static final int CHAIN = 3;

  /** The same where the last record is cut short. */
  private static final int CHAIN_BEFORE_CUT = 2;

  private static final long SECONDS_BETWEEN = 86_400;

  private final boolean swapped;
  private final int headerLength;
  private final long fractions;
  private long last = ANY_TIME;
  private long earlier = ANY_TIME;

  /**
   * A search in one file.
   *
   * @param fractions in a second, by which times are counted
   */
  PcapSearch(BlockReader reader, boolean swapped, int headerLength, long fractions) {
    super(reader);
    this.swapped = swapped;
    this.headerLength = headerLength;
    this.fractions = fractions;
  }

  /** Says when records before the damage were captured: the next ones are near to either time. */
  void near(long seconds, long orSeconds) {
    last = seconds;
    earlier = orSeconds;
  }

  /** {@return whether two records of a file may follow each other, by their times} */
  static boolean areNear(long seconds, long otherSeconds) {
    return Math.abs(seconds - otherSeconds) <= SECONDS_BETWEEN;
  }

  @Override
  boolean isRecord(int offset) throws IOException {
    int at = offset;
    long before = 0;
    for (int i = 0; i < CHAIN; i++) {
      if (!reader.ensure(at + headerLength)) {
        return i >= CHAIN_BEFORE_CUT || (i > 0 && reader.available() == at);
      }
      if (i > 0 && PcapFormat.beginsAgain(reader.array(), reader.at() + at)) {
        return true;
      }
      int captured = wordAt(at + PcapFormat.CAPTURED);
      int original = wordAt(at + PcapFormat.ORIGINAL);
      if (captured <= 0
          || captured > LONGEST
          || original < captured
          || original > BlockReader.LIMIT
          || !isFraction(at)
          || !(i == 0 ? isNear(secondsAt(at)) : areNear(secondsAt(at), before))) {
        return false;
      }
      before = secondsAt(at);
      at += headerLength + captured;
    }
    return true;
  }

  /**
   * Whether what follows a record that contradicts itself is a record, too, or the input ends
   * behind it.
   */
  boolean mayFollow(int offset, int longestRecord) throws IOException {
    if (!mayLook(offset + headerLength)) {
      return offset + headerLength > BlockReader.LIMIT;
    }
    if (!reader.ensure(offset + headerLength)) {
      // One of no bytes takes nothing from what is cut short behind it.
      return reader.available() == offset || offset == headerLength;
    }
    int captured = wordAt(offset + PcapFormat.CAPTURED);
    return PcapFormat.beginsAgain(reader.array(), reader.at() + offset)
        || (captured >= 0
            && captured <= longestRecord
            && !isZero(offset)
            && isFraction(offset)
            && areNear(secondsAt(offset), secondsAt(0)));
  }

  /** Whether nothing but zeros are in place of a record. */
  boolean isZero(int offset) {
    return (wordAt(offset + PcapFormat.SECONDS)
            | wordAt(offset + PcapFormat.CAPTURED)
            | wordAt(offset + PcapFormat.ORIGINAL))
        == 0;
  }

  /** Whether the record here is one of {@code length} bytes, whatever it says itself. */
  boolean isOfLength(int length) throws IOException {
    return length > 0
        && length <= LONGEST
        && isFraction(0)
        && isNear(secondsAt(0))
        && (isRecord(headerLength + length)
            || (!reader.ensure(headerLength + length + 1)
                && reader.available() == headerLength + length));
  }

  private boolean isFraction(int offset) {
    return Integer.toUnsignedLong(wordAt(offset + PcapFormat.FRACTION)) < fractions;
  }

  private boolean isNear(long seconds) {
    return last == ANY_TIME
        || areNear(seconds, last)
        || (earlier != ANY_TIME && areNear(seconds, earlier));
  }

  private long secondsAt(int offset) {
    return Integer.toUnsignedLong(wordAt(offset + PcapFormat.SECONDS));
  }

  private int wordAt(int offset) {
    int at = reader.at() + offset;
    return swapped
        ? LittleEndian.intAt(reader.array(), at)
        : NetworkOrder.intAt(reader.array(), at);
  }
}
