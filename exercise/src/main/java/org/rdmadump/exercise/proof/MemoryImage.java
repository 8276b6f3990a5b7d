package org.rdmadump.exercise.proof;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.RangeVisitor;
import org.rdmadump.bytes.Rope;
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
  private boolean denied;

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
      byte[] page = page(at);
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
  public void refused(Finding why) {
    denied |= Denials.isOne(why);
  }

  /** Whether the other side refused an operation because the memory is not to be had by it. */
  boolean isDenied() {
    return denied;
  }

  /** So many bytes from an address on; what no packet brought is a hole. */
  Rope bytes(long address, int length) {
    Rope.Builder bytes = Rope.builder();
    long end = address + length;
    for (long at = address; at < end; ) {
      long known = present.nextPresent(at, end);
      bytes.addHole(known - at, Absence.NOT_CAPTURED);
      long unknown = present.nextAbsent(known, end);
      for (at = known; at < unknown; ) {
        int index = Math.floorMod(at, PAGE);
        int count = (int) Math.min(unknown - at, PAGE - index);
        bytes.add(page(at), index, count);
        at += count;
      }
    }
    return bytes.build();
  }

  private byte[] page(long at) {
    return pages.computeIfAbsent(Math.floorDiv(at, PAGE), number -> new byte[PAGE]);
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
