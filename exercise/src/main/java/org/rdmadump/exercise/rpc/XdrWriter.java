package org.rdmadump.exercise.rpc;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Writes XDR (RFC 4506), and remembers which data RPC-over-RDMA may move apart. */
final class XdrWriter {
  private static final int UNIT = 4;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<XdrMessage.Item> items = new ArrayList<>();

  XdrWriter u32(int value) {
    bytes.write(value >>> 24);
    bytes.write(value >>> 16);
    bytes.write(value >>> 8);
    bytes.write(value);
    return this;
  }

  XdrWriter u64(long value) {
    return u32((int) (value >>> Integer.SIZE)).u32((int) value);
  }

  /** An opaque of fixed length, with what rounds it up. */
  XdrWriter fixed(byte[] value) {
    bytes.writeBytes(value);
    bytes.writeBytes(new byte[-value.length & (UNIT - 1)]);
    return this;
  }

  /** An opaque of any length. */
  XdrWriter opaque(byte[] value) {
    return u32(value.length).fixed(value);
  }

  /** An opaque that may be moved apart: a DDP-eligible item. */
  XdrWriter item(byte[] value) {
    u32(value.length);
    items.add(new XdrMessage.Item(bytes.size(), value.length));
    return fixed(value);
  }

  XdrMessage message() {
    return new XdrMessage(bytes.toByteArray(), items);
  }
}
