package org.rdmadump.xdr.schema;

import java.nio.charset.StandardCharsets;

/** Reads a table, see {@link SchemaFormat}. */
final class SchemaTable {
  private final byte[] bytes;

  SchemaTable(byte[] bytes) {
    this.bytes = bytes;
    if (bytes.length < SchemaFormat.HEADER_LENGTH
        || i32(0) != SchemaFormat.MAGIC
        || i32(Integer.BYTES) != SchemaFormat.VERSION) {
      throw new IllegalArgumentException("no table of declarations");
    }
  }

  int i32(int at) {
    return bytes[at] << 24
        | (bytes[at + 1] & 0xff) << 16
        | (bytes[at + 2] & 0xff) << 8
        | (bytes[at + 3] & 0xff);
  }

  /** Number of records in a section. */
  int count(int section) {
    return i32(i32(section));
  }

  /** Position of a record. */
  int position(int section, int index) {
    return i32(i32(section) + Integer.BYTES * (1 + index));
  }

  Entry at(int position) {
    return new Entry(position);
  }

  /** Reads one number behind the other. */
  final class Entry {
    private int at;

    private Entry(int at) {
      this.at = at;
    }

    int number() {
      return (int) longNumber();
    }

    /** Seven bits to a byte, the lowest first; the lowest bit of all is the sign. */
    long longNumber() {
      long bits = 0;
      int shift = 0;
      byte each = bytes[at++];
      while (each < 0) {
        bits |= (long) (each & 0x7f) << shift;
        shift += 7;
        each = bytes[at++];
      }
      bits |= (long) each << shift;
      return bits >>> 1 ^ -(bits & 1);
    }

    String string() {
      int length = number();
      String text = new String(bytes, at, length, StandardCharsets.UTF_8);
      at += length;
      return text;
    }
  }
}
