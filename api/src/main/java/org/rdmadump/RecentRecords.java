package org.rdmadump;

import java.util.ArrayList;
import java.util.List;

/**
 * The last records of a pass, so that a short way back is not decoded again. Positions count the
 * messages before.
 */
final class RecentRecords {
  /** Records that are kept at most, half of which go when there are more. */
  private static final int MOST = 1 << 10;

  /** Bytes of messages that are kept at most, and what one counts for at least. */
  private static final long MOST_BYTES = 8L << 20;

  private static final long LEAST_OF_RECORD = 1 << 12;

  private final List<CaptureRecord> records = new ArrayList<>();
  private long first;

  /** Whether the first record may have others before it behind the same message. */
  private boolean isTorn;

  private long bytes;

  /** Index of the record that is next. */
  private int cursor;

  /** Forgets all; what comes is from the beginning on. */
  void restart() {
    records.clear();
    bytes = 0;
    cursor = 0;
    first = 0;
    isTorn = false;
  }

  /** Passes all that is here. */
  void skip() {
    cursor = records.size();
  }

  /** {@return whether the record that is next is here} */
  boolean hasNext() {
    return cursor < records.size();
  }

  /** {@return the record that is next, and passes it} */
  CaptureRecord next() {
    return records.get(cursor++);
  }

  /** Adds a record behind the others, which are all passed, and passes it. */
  void add(CaptureRecord record) {
    records.add(record);
    bytes += Math.max(LEAST_OF_RECORD, record.bytes());
    cursor = records.size();
    if (records.size() > MOST || bytes > MOST_BYTES) {
      forgetFirstHalf();
    }
  }

  private void forgetFirstHalf() {
    List<CaptureRecord> old = records.subList(0, (records.size() + 1) / 2);
    for (CaptureRecord each : old) {
      bytes -= Math.max(LEAST_OF_RECORD, each.bytes());
      first += each.isMessage() ? 1 : 0;
    }
    isTorn = !old.get(old.size() - 1).isMessage();
    cursor -= old.size();
    old.clear();
  }

  /** {@return whether the record behind so many messages is here, or the next one to come} */
  boolean has(long position) {
    return indexOf(position) >= 0;
  }

  /** Goes to the record behind so many messages; false if that is no longer here, or not yet. */
  boolean seek(long position) {
    int index = indexOf(position);
    if (index >= 0) {
      cursor = index;
    }
    return index >= 0;
  }

  /** Index of the first record behind so many messages; negative if it is not here. */
  private int indexOf(long position) {
    if (isTorn && position == first) {
      return -1;
    }
    long at = first;
    for (int i = 0; i <= records.size() && at <= position; i++) {
      if (at == position) {
        return i;
      }
      if (i < records.size() && records.get(i).isMessage()) {
        at++;
      }
    }
    return -1;
  }
}
