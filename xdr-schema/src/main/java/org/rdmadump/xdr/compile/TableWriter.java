package org.rdmadump.xdr.compile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.xdr.schema.SchemaFormat;

/** Writes a table, see {@link SchemaFormat}. */
final class TableWriter {
  private final Map<String, Integer> strings = new LinkedHashMap<>();

  /** Bytes of one record. */
  static final class Entry {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** See {@link SchemaFormat}. */
    Entry number(long value) {
      long bits = (value << 1) ^ (value >> (Long.SIZE - 1));
      while (bits >>> 7 != 0) {
        bytes.write((int) ((bits & 0x7f) | 0x80));
        bits >>>= 7;
      }
      bytes.write((int) bits);
      return this;
    }

    /** Four bytes. */
    Entry position(int value) {
      for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes.write(value >> shift);
      }
      return this;
    }

    Entry bytes(byte[] value) {
      bytes.writeBytes(value);
      return this;
    }
  }

  /** {@return number of a text, which is written once} */
  int string(String text) {
    return strings.computeIfAbsent(text, each -> strings.size());
  }

  /** {@return the whole table} */
  byte[] table(
      List<Entry> names,
      List<Entry> types,
      List<Entry> fields,
      List<Entry> declared,
      List<Entry> procedures) {
    List<Entry> texts = new ArrayList<>();
    for (String text : strings.keySet()) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      texts.add(new Entry().number(utf8.length).bytes(utf8));
    }
    List<List<Entry>> sections = List.of(texts, names, types, fields, declared, procedures);
    Entry header = new Entry().position(SchemaFormat.MAGIC).position(SchemaFormat.VERSION);
    Entry body = new Entry();
    for (List<Entry> section : sections) {
      int start = SchemaFormat.HEADER_LENGTH + body.bytes.size();
      header.position(start);
      body.position(section.size());
      int at = start + Integer.BYTES * (1 + section.size());
      for (Entry record : section) {
        body.position(at);
        at += record.bytes.size();
      }
      for (Entry record : section) {
        body.bytes(record.bytes.toByteArray());
      }
    }
    return header.bytes(body.bytes.toByteArray()).bytes.toByteArray();
  }
}
