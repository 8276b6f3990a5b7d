package org.rdmadump.rpc.content;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.rdmadump.bytes.Rope;

/** Values as they are on the wire, and what a walk over them has to show. */
final class WireValues {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final List<String> shown = new ArrayList<>();

  /** A word that is shown as no value: a length, a count, whether something follows. */
  WireValues word(long value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      bytes.write((int) (value >>> shift));
    }
    return this;
  }

  WireValues words(long... values) {
    for (long value : values) {
      word(value);
    }
    return this;
  }

  /** Others begin inside of a value. */
  WireValues enter(String name) {
    shown.add(name + "{");
    return this;
  }

  WireValues number(String name, long value, int size) {
    if (size == Long.BYTES) {
      word(value >>> Integer.SIZE);
    }
    word(value);
    shown.add(name + "=" + value);
    return this;
  }

  WireValues bytes(String name, byte[] value, boolean hasLength) {
    if (hasLength) {
      word(value.length);
    }
    bytes.writeBytes(value);
    bytes.writeBytes(new byte[-value.length & 3]);
    shown.add(name + "=" + HexFormat.of().formatHex(value));
    return this;
  }

  /** An opaque that is these values, shown as they are. */
  WireValues holding(WireValues inside) {
    word(inside.bytes.size());
    return add(inside);
  }

  /** An opaque that has these values in it. */
  WireValues holdingAs(String name, WireValues inside) {
    word(inside.bytes.size());
    shown.add(name + "{");
    return add(inside);
  }

  WireValues add(WireValues others) {
    bytes.writeBytes(others.bytes.toByteArray());
    shown.addAll(others.shown);
    return this;
  }

  List<String> shown() {
    return shown;
  }

  Rope rope() {
    return Rope.of(bytes.toByteArray());
  }
}
