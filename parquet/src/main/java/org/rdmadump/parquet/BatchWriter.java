package org.rdmadump.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Shows the rows of batches of one table to Parquet's writer, one at a time. */
final class BatchWriter {
  private final String[] names;
  private final PrimitiveTypeName[] types;

  /** The last text of each column, and its bytes: many rows have the text of the one before. */
  private final String[] texts;

  private final Binary[] bytes;

  /** A writer of rows of that schema. */
  BatchWriter(MessageType schema) {
    int columns = schema.getFieldCount();
    names = new String[columns];
    types = new PrimitiveTypeName[columns];
    for (int i = 0; i < columns; i++) {
      names[i] = schema.getFieldName(i);
      types[i] = schema.getType(i).asPrimitiveType().getPrimitiveTypeName();
    }
    texts = new String[columns];
    bytes = new Binary[columns];
    Arrays.fill(texts, "");
    Arrays.fill(bytes, Binary.EMPTY);
  }

  /** Shows the values of a row that are there. */
  void write(RowBatch batch, int row, RecordConsumer to) {
    to.startMessage();
    for (int i = batch.next(row, 0); i >= 0; i = batch.next(row, i + 1)) {
      to.startField(names[i], i);
      switch (types[i]) {
        case INT64 -> to.addLong(batch.number(row, i));
        case BOOLEAN -> to.addBoolean(batch.number(row, i) != 0);
        default -> to.addBinary(bytes(i, batch.text(row, i)));
      }
      to.endField(names[i], i);
    }
    to.endMessage();
  }

  private Binary bytes(int column, String text) {
    if (!text.equals(texts[column])) {
      texts[column] = text;
      bytes[column] = Binary.fromConstantByteArray(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes[column];
  }
}
