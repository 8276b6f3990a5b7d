package org.rdmadump.rpcrdma.build;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes XDR values one after the other (RFC 4506), and remembers which opaques can be moved. */
public final class Xdr {
  private static final int UNIT = 4;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<XdrMessage.Item> items = new ArrayList<>();

  /** Appends an unsigned integer, given as an int of the same bits. */
  public Xdr u32(int value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.write(value >>> shift);
    }
    return this;
  }

  /** Appends a hyper. */
  public Xdr u64(long value) {
    return u32((int) (value >>> 32)).u32((int) value);
  }

  /** Appends a bool. */
  public Xdr bool(boolean value) {
    return u32(value ? 1 : 0);
  }

  /** Appends an opaque of fixed length with its round-up. */
  public Xdr fixed(byte[] value) {
    raw(value);
    return raw(new byte[-value.length & (UNIT - 1)]);
  }

  /** Appends an opaque with its length word and its round-up. */
  public Xdr opaque(byte[] value) {
    return u32(value.length).fixed(value);
  }

  /** Appends a string. */
  public Xdr string(String value) {
    return opaque(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Appends an opaque that RPC-over-RDMA may move apart from its message: a DDP-eligible item. */
  public Xdr item(byte[] value) {
    u32(value.length);
    items.add(new XdrMessage.Item(bytes.size(), value.length));
    return fixed(value);
  }

  /** Appends bytes as they are. */
  public Xdr raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  /** Appends values that were written apart, items included. */
  public Xdr append(Xdr other) {
    int shift = bytes.size();
    for (XdrMessage.Item item : other.items) {
      items.add(new XdrMessage.Item(shift + item.position(), item.length()));
    }
    return raw(other.bytes());
  }

  /** {@return the bytes so far} */
  public byte[] bytes() {
    return bytes.toByteArray();
  }

  /** {@return the bytes so far, with their items} */
  public XdrMessage message() {
    return new XdrMessage(bytes(), items);
  }
}
