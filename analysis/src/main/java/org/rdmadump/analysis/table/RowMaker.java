package org.rdmadump.analysis.table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.net.IpAddress;
import org.rdmadump.order.RecentMap;

/**
 * Makes rows of a table.
 *
 * @param <R> what rows are made of
 */
final class RowMaker<R> implements ValueVisitor {
  /** Texts of addresses that are kept: a capture has few addresses, and rows have two each. */
  private static final int MOST_ADDRESSES = 1024;

  private static final String HEX_PREFIX = "0x";

  private final Table table;
  private final String capture;
  private final ReadColumn<R>[] columns;
  private final RowSink sink;
  private final AsciiBuffer hex = new AsciiBuffer();
  private final Map<IpAddress, String> addresses = new RecentMap<>(MOST_ADDRESSES);
  private int at;
  private FieldType type = FieldType.TEXT;

  /** A maker of rows of one capture. */
  @SuppressWarnings("unchecked") // Java makes no arrays of generic types.
  RowMaker(Table table, List<ReadColumn<R>> columns, String capture, RowSink sink) {
    this.table = table;
    this.columns = columns.toArray(ReadColumn[]::new);
    this.capture = capture;
    this.sink = sink;
  }

  /** Makes the row of a record. */
  void row(R record) throws IOException {
    sink.begin(table);
    sink.setText(0, capture);
    for (int i = 0; i < columns.length; i++) {
      ReadColumn<R> column = columns[i];
      at = i + 1;
      type = column.type();
      boolean unused = column.reader().read(record, this);
    }
    sink.end();
  }

  @Override
  public boolean number(long value) {
    int digits = type.hexDigits();
    if (digits > 0) {
      hex.clear();
      sink.setText(at, hex.put(HEX_PREFIX).putHexDigits(value, digits).toString());
    } else if (type == FieldType.BOOLEAN) {
      sink.setBoolean(at, value != 0);
    } else {
      sink.setLong(at, value);
    }
    return true;
  }

  @Override
  public boolean named(long value, ValueNames names) {
    sink.setText(at, names.text(value));
    return true;
  }

  @Override
  public boolean text(String value) {
    sink.setText(at, value);
    return true;
  }

  @Override
  public boolean address(IpAddress value) {
    String known = addresses.get(value);
    if (known == null) {
      known = value.toString();
      addresses.put(value, known);
    }
    sink.setText(at, known);
    return true;
  }
}
