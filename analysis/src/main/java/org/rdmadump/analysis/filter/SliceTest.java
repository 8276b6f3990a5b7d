package org.rdmadump.analysis.filter;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * Tests slices of texts and bytes, joined to one value. A value too short for its slices fails the
 * test.
 *
 * @param slices the slices
 * @param isEther whether texts are Ethernet addresses, with slices in bytes
 * @param fits tests the joined slices
 */
record SliceTest(List<Slice> slices, boolean isEther, ValueVisitor fits) implements ValueVisitor {
  private static final int IPV4 = 4;
  private static final int IPV6 = 16;

  @Override
  public boolean text(String value) {
    return isEther ? ether(value) : plain(value);
  }

  private boolean plain(String value) {
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < slices.size(); i++) {
      Slice each = slices.get(i);
      if (!each.isIn(value.length())) {
        return false;
      }
      parts.append(value, (int) each.from(value.length()), (int) each.to(value.length()));
    }
    return fits.text(parts.toString());
  }

  private boolean ether(String value) {
    int length = EtherText.bytes(value);
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < slices.size(); i++) {
      Slice each = slices.get(i);
      if (!each.isIn(length)) {
        return false;
      }
      parts.append(parts.isEmpty() ? "" : ":");
      parts.append(EtherText.part(value, (int) each.from(length), (int) each.to(length)));
    }
    return fits.text(parts.toString());
  }

  @Override
  public boolean address(IpAddress value) {
    byte[] all = ByteBuffer.allocate(IPV6).putLong(value.high()).putLong(value.low()).array();
    Rope rope = Rope.of(all);
    return value.isIpv4() ? bytes(rope, IPV6 - IPV4, IPV4) : bytes(rope, 0, IPV6);
  }

  @Override
  public boolean bytes(Rope rope, long start, long length) {
    ByteArrayOutputStream parts = new ByteArrayOutputStream();
    for (int i = 0; i < slices.size(); i++) {
      Slice each = slices.get(i);
      if (!each.isIn(length)) {
        return false;
      }
      long from = start + each.from(length);
      long size = each.to(length) - each.from(length);
      if (slices.size() == 1) {
        return fits.bytes(rope, from, size);
      }
      if (!rope.has(from, size)) {
        return false;
      }
      parts.writeBytes(rope.toArray(from, from + size));
    }
    return fits.bytes(Rope.of(parts.toByteArray()), 0, parts.size());
  }
}
