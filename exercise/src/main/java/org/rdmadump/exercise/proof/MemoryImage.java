package org.rdmadump.exercise.proof;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.RangeVisitor;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentSink;

/** Memory of one handle, as far as packets of the capture filled it. */
final class MemoryImage implements FragmentSink {
  private static final int PAGE = 1 << 16;

  private final ByteRanges present = new ByteRanges();
  private final Map<Long, byte[]> pages = new HashMap<>();

  /** PSN of the last packet that ends at an address, for its immediate data. */
  private final Map<Long, Integer> psns = new HashMap<>();

  private boolean contradicted;

  @Override
  public void fragment(
      long address,
      ByteBuffer bytes,
      int offset,
      int captured,
      int length,
      int psn,
      long frame,
      long epochNanos) {
    for (int done = 0; done < captured; ) {
      long at = address + done;
      byte[] page = pages.computeIfAbsent(Math.floorDiv(at, PAGE), number -> new byte[PAGE]);
      int index = Math.floorMod(at, PAGE);
      int count = Math.min(captured - done, PAGE - index);
      if (present.touches(at, at + count)) {
        // What was sent again is the same again.
        for (int i = 0; i < count; i++) {
          byte value = bytes.get(offset + done + i);
          contradicted |= page[index + i] != value && present.contains(at + i);
        }
      }
      bytes.get(offset + done, page, index, count);
      done += count;
    }
    if (captured > 0) {
      present.add(address, address + captured);
    }
    psns.put(address + length, psn);
  }

  @Override
  public void finding(Finding finding) {}

  @Override
  public void refused(Finding why) {}

  /** Whether it holds all of these bytes from an address on. */
  boolean holds(long address, byte[] expected) {
    if (!present.contains(address, address + expected.length)) {
      return false;
    }
    for (int done = 0; done < expected.length; ) {
      byte[] page = pages.get(Math.floorDiv(address + done, PAGE));
      int index = Math.floorMod(address + done, PAGE);
      int count = Math.min(expected.length - done, PAGE - index);
      if (page == null
          || !Arrays.equals(page, index, index + count, expected, done, done + count)) {
        return false;
      }
      done += count;
    }
    return true;
  }

  boolean has(long at) {
    return present.contains(at);
  }

  byte byteAt(long at) {
    byte[] page = pages.get(Math.floorDiv(at, PAGE));
    return page == null ? 0 : page[Math.floorMod(at, PAGE)];
  }

  /** Shows the parts of it that are in none of these ranges. */
  void beside(ByteRanges ranges, RangeVisitor visitor) {
    for (int i = 0; i < present.count(); i++) {
      ranges.missing(present.from(i), present.to(i), visitor);
    }
  }

  /** Whether two packets brought different bytes to one address. */
  boolean isContradicted() {
    return contradicted;
  }

  /** PSN of the packet that ended there. */
  OptionalInt psnEndingAt(long end) {
    Integer psn = psns.get(end);
    return psn == null ? OptionalInt.empty() : OptionalInt.of(psn);
  }
}
