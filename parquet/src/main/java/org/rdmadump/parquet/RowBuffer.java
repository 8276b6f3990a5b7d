package org.rdmadump.parquet;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The values of one row, which is used again for the next one. */
final class RowBuffer {
  private final String[] names;
  private final PrimitiveTypeName[] types;
  private final long[] numbers;

  /** Text of a column, and the bytes of it: many rows have the text of the one before. */
  private final String[] texts;

  private final Binary[] bytes;
  private final BitSet present = new BitSet();

  /** An empty row of a table. */
  RowBuffer(MessageType schema) {
    int columns = schema.getFieldCount();
    names = new String[columns];
    types = new PrimitiveTypeName[columns];
    for (int i = 0; i < columns; i++) {
      names[i] = schema.getFieldName(i);
      types[i] = schema.getType(i).asPrimitiveType().getPrimitiveTypeName();
    }
    numbers = new long[columns];
    texts = new String[columns];
    bytes = new Binary[columns];
    for (int i = 0; i < columns; i++) {
      texts[i] = "";
      bytes[i] = Binary.EMPTY;
    }
  }

  /** Takes the values away. */
  void clear() {
    present.clear();
  }

  void set(int column, long value) {
    numbers[column] = value;
    present.set(column);
  }

  void set(int column, String value) {
    if (!value.equals(texts[column])) {
      texts[column] = value;
      bytes[column] = Binary.fromConstantByteArray(value.getBytes(StandardCharsets.UTF_8));
    }
    present.set(column);
  }

  /** Shows the values that are there. */
  void write(RecordConsumer to) {
    to.startMessage();
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      to.startField(names[i], i);
      switch (types[i]) {
        case INT64 -> to.addLong(numbers[i]);
        case BOOLEAN -> to.addBoolean(numbers[i] != 0);
        default -> to.addBinary(bytes[i]);
      }
      to.endField(names[i], i);
    }
    to.endMessage();
  }
}
