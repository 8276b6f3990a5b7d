package org.rdmadump.analysis.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Keeps rows by the names of their columns, and refuses values of another type. */
public final class KeptRows implements RowSink {
  private static final CaptureOptions OPTIONS = new CaptureOptions(false, false, 64L << 20);

  private final Map<Table, List<TableColumn>> columns = new EnumMap<>(Table.class);
  private final Map<Table, List<Map<String, Object>>> rows = new EnumMap<>(Table.class);
  private Table table = Table.MESSAGES;
  private Map<String, Object> row = new LinkedHashMap<>();
  private int last;

  /** No rows so far. */
  public KeptRows() {
    for (Table each : Table.values()) {
      columns.put(each, each.columns());
      rows.put(each, new ArrayList<>());
    }
  }

  /** {@return the rows of a capture} */
  public static KeptRows of(Path capture, Optional<Filter<RpcExchange>> filter) throws IOException {
    KeptRows kept = new KeptRows();
    CaptureTables tables = new CaptureTables(capture.getFileName().toString(), kept, filter);
    try (FrameSource source = CaptureFile.open(capture)) {
      CaptureDecoder decoder = new CaptureDecoder(source, OPTIONS, tables);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      CaptureSummary summary = decoder.finish();
      source.damage().ifPresent(each -> tables.cutShort(summary.frames(), each.toString()));
      tables.end(summary);
    }
    return kept;
  }

  /** {@return those of a table, in order; absent values are not there} */
  public List<Map<String, Object>> of(Table which) {
    return Objects.requireNonNull(rows.get(which));
  }

  /** {@return an integer, a time or a duration that is there} */
  static long number(Map<String, Object> row, String column) {
    return (long) Objects.requireNonNull(row.get(column), column);
  }

  @Override
  public void begin(Table which) {
    table = which;
    row = new LinkedHashMap<>();
    last = -1;
  }

  @Override
  public void setLong(int column, long value) {
    TableColumn its = next(column);
    if (its.type() == ColumnType.TEXT || its.type() == ColumnType.BOOLEAN) {
      throw new AssertionError(its);
    }
    row.put(its.name(), value);
  }

  @Override
  public void setBoolean(int column, boolean value) {
    TableColumn its = next(column);
    if (its.type() != ColumnType.BOOLEAN) {
      throw new AssertionError(its);
    }
    row.put(its.name(), value);
  }

  @Override
  public void setText(int column, String value) {
    TableColumn its = next(column);
    if (its.type() != ColumnType.TEXT) {
      throw new AssertionError(its);
    }
    row.put(its.name(), value);
  }

  private TableColumn next(int column) {
    TableColumn its = Objects.requireNonNull(columns.get(table)).get(column);
    if (column <= last) {
      throw new AssertionError("out of order or twice: " + its);
    }
    last = column;
    return its;
  }

  @Override
  public void end() {
    of(table).add(row);
  }
}
