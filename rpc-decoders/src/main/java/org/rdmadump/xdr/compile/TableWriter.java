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
  static final class Record {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Record u8(int value) {
      bytes.write(value);
      return this;
    }

    Record i32(int value) {
      for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes.write(value >> shift);
      }
      return this;
    }

    Record i64(long value) {
      return i32((int) (value >> Integer.SIZE)).i32((int) value);
    }

    Record bytes(byte[] value) {
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
      List<Record> names,
      List<Record> types,
      List<Record> fields,
      List<Record> declared,
      List<Record> procedures) {
    List<Record> texts = new ArrayList<>();
    for (String text : strings.keySet()) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      texts.add(new Record().i32(utf8.length).bytes(utf8));
    }
    List<List<Record>> sections = List.of(texts, names, types, fields, declared, procedures);
    Record header = new Record().i32(SchemaFormat.MAGIC).i32(SchemaFormat.VERSION);
    Record body = new Record();
    for (List<Record> section : sections) {
      int start = SchemaFormat.HEADER_LENGTH + body.bytes.size();
      header.i32(start);
      body.i32(section.size());
      int at = start + Integer.BYTES * (1 + section.size());
      for (Record record : section) {
        body.i32(at);
        at += record.bytes.size();
      }
      for (Record record : section) {
        body.bytes(record.bytes.toByteArray());
      }
    }
    return header.bytes(body.bytes.toByteArray()).bytes.toByteArray();
  }
}
