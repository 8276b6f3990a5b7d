package org.rdmadump.exercise.proof;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.FragmentSink;

/** Memory of one handle, as far as packets of the capture filled it. */
final class MemoryImage implements FragmentSink {
  private static final int PAGE = 1 << 16;

  private final ByteRanges present = new ByteRanges();
  private final Map<Long, byte[]> pages = new TreeMap<>();

  /** PSN of the last packet that ends at an address, for its immediate data. */
  private final Map<Long, Integer> psns = new TreeMap<>();

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
    for (int i = 0; i < captured; i++) {
      put(address + i, bytes.get(offset + i));
    }
    if (captured > 0) {
      present.add(address, address + captured);
    }
    psns.put(address + length, psn);
  }

  private void put(long at, byte value) {
    byte[] page = pages.computeIfAbsent(Math.floorDiv(at, PAGE), number -> new byte[PAGE]);
    int index = Math.floorMod(at, PAGE);
    // What was sent again is the same again.
    contradicted |= page[index] != value && present.contains(at);
    page[index] = value;
  }

  @Override
  public void finding(Finding finding) {}

  @Override
  public void refused(Finding why) {}

  boolean has(long at) {
    return present.contains(at);
  }

  byte byteAt(long at) {
    return pages.getOrDefault(Math.floorDiv(at, PAGE), new byte[PAGE])[Math.floorMod(at, PAGE)];
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
