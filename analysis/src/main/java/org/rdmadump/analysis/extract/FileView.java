package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Hole;
import org.rdmadump.bytes.Rope;

/**
 * A file as the WRITEs, or the READs, of a capture build it up, byte by byte at its offset, in a
 * sparse file on disk. What memory holds of it are ranges.
 */
final class FileView {
  private final Path file;
  private final FileStore store;

  /** On disk. */
  private final ByteRanges stored = new ByteRanges();

  /** Known to be zero without having travelled; not on disk. */
  private final ByteRanges zeros = new ByteRanges();

  /** Known to have moved, and why they were not seen. */
  private final Map<Absence, ByteRanges> unseen = new EnumMap<>(Absence.class);

  private long end;
  private boolean crowded;

  /** A view of nothing, whose bytes go to {@code file}. */
  FileView(Path file, FileStore store) {
    this.file = file;
    this.store = store;
  }

  /** Where its bytes are. */
  Path file() {
    return file;
  }

  /** Length of the file as far as this view goes: behind the last byte that moved. */
  long end() {
    return end;
  }

  /** Ranges on disk. */
  ByteRanges stored() {
    return stored;
  }

  /** What a new copy of bytes does to what is there. */
  enum Manner {
    /** It takes its place; where it was not seen, what is there is no longer true. */
    REPLACE,
    /** It takes its place; where it was not seen, what is there stays. */
    REFRESH,
    /** It only fills gaps. */
    FILL
  }

  /** Puts bytes at their place. Those beyond the limit on offsets are left out. */
  void put(long offset, Rope data, Manner manner) throws IOException {
    long length = store.within(offset, data.length());
    if (length == 0) {
      return;
    }
    long at = 0;
    for (Hole hole : data.holes()) {
      if (hole.offset() < length) {
        present(offset, data, at, hole.offset(), manner);
        at = Math.min(length, hole.offset() + hole.length());
        miss(offset + hole.offset(), offset + at, hole.why(), manner);
      }
    }
    present(offset, data, at, length, manner);
    end = Math.max(end, offset + length);
  }

  private void present(long offset, Rope data, long from, long to, Manner manner)
      throws IOException {
    if (manner != Manner.FILL) {
      store(offset, data, from, to);
      return;
    }
    for (long[] gap : gapsIn(offset + from, offset + to)) {
      store(offset, data, gap[0] - offset, gap[1] - offset);
    }
  }

  private List<long[]> gapsIn(long from, long to) {
    List<long[]> gaps = new ArrayList<>(1);
    stored.missing(from, to, (a, b) -> zeros.missing(a, b, (c, d) -> gaps.add(new long[] {c, d})));
    return gaps;
  }

  private void store(long offset, Rope data, long from, long to) throws IOException {
    if (from == to) {
      return;
    }
    if (!store.room().add(stored, offset + from, offset + to)) {
      crowded = true;
      return;
    }
    store.room().subtract(zeros, offset + from, offset + to);
    known(offset + from, offset + to);
    store.write(file, offset + from, data.slice(from, to));
  }

  private void miss(long from, long to, Absence why, Manner manner) throws IOException {
    if (manner == Manner.REPLACE) {
      overwriteStored(from, to);
      store.room().subtract(zeros, from, to);
      known(from, to);
    }
    ByteRanges ranges = unseen.computeIfAbsent(why, each -> new ByteRanges());
    crowded |= !store.room().add(ranges, from, to);
  }

  /** Notes that {@code length} bytes are zero. */
  void putZeros(long offset, long length) throws IOException {
    long taken = store.within(offset, length);
    if (taken > 0) {
      long to = offset + taken;
      overwriteStored(offset, to);
      known(offset, to);
      crowded |= !store.room().add(zeros, offset, to);
      end = Math.max(end, to);
    }
  }

  /** Cuts the file behind {@code size} bytes. */
  void cut(long size) throws IOException {
    if (size < 0 || size >= end) {
      return;
    }
    if (!stored.isEmpty() && stored.to(stored.count() - 1) > size) {
      store.truncate(file, size);
    }
    store.room().subtract(stored, size, end);
    store.room().subtract(zeros, size, end);
    known(size, end);
    end = size;
  }

  /** Makes the file on disk as long as the view. */
  void complete() throws IOException {
    store.setLength(file, end);
  }

  /** What is on disk or known to be zero. */
  ByteRanges seen() {
    ByteRanges seen = new ByteRanges();
    for (int i = 0; i < stored.count(); i++) {
      seen.add(stored.from(i), stored.to(i));
    }
    for (int i = 0; i < zeros.count(); i++) {
      seen.add(zeros.from(i), zeros.to(i));
    }
    return seen;
  }

  /** What is not in {@code seen}, in order, with the reason. */
  List<Gap> gaps(ByteRanges seen) {
    List<Gap> gaps = new ArrayList<>();
    seen.missing(0, end, (from, to) -> explain(from, to, gaps));
    return gaps;
  }

  private void explain(long from, long to, List<Gap> gaps) {
    Gap.Reason other = crowded ? Gap.Reason.EVICTED : Gap.Reason.NOT_MOVED;
    long at = from;
    while (at < to) {
      Gap.Reason reason = other;
      long next = to;
      for (Map.Entry<Absence, ByteRanges> each : unseen.entrySet()) {
        ByteRanges ranges = each.getValue();
        int range = ranges.firstEndingBehind(at);
        if (range < ranges.count() && ranges.from(range) <= at) {
          reason = Gap.Reason.of(each.getKey());
          next = Math.min(next, ranges.to(range));
        } else if (range < ranges.count()) {
          next = Math.min(next, ranges.from(range));
        }
      }
      append(gaps, new Gap(at, next - at, reason));
      at = next;
    }
  }

  private static void append(List<Gap> gaps, Gap gap) {
    int last = gaps.size() - 1;
    if (last >= 0 && gaps.get(last).joins(gap)) {
      gaps.set(last, gaps.get(last).with(gap));
    } else {
      gaps.add(gap);
    }
  }

  /** Bytes that were on disk and are no longer true become zeros there. */
  private void overwriteStored(long from, long to) throws IOException {
    for (int i = stored.firstEndingBehind(from); i < stored.count() && stored.from(i) < to; i++) {
      long at = Math.max(from, stored.from(i));
      store.writeZeros(file, at, Math.min(to, stored.to(i)) - at);
    }
    store.room().subtract(stored, from, to);
  }

  /** Forgets why bytes were not seen. */
  private void known(long from, long to) {
    for (ByteRanges ranges : unseen.values()) {
      store.room().subtract(ranges, from, to);
    }
  }
}
