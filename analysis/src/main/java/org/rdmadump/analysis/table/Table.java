package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tables that a capture becomes. Rows of one capture belong together by {@code capture}, and by
 * {@code connection} and the numbers of messages within it.
 */
public enum Table {
  /** RPC-over-RDMA messages. */
  MESSAGES("an RPC-over-RDMA message, as JSON has it without --exchanges"),
  /** Calls with their replies. */
  EXCHANGES("a call with its reply"),
  /** Segments of the chunks of messages. */
  SEGMENTS("a segment of a chunk that a message lists"),
  /** RDMA operations that moved chunks. */
  TRANSFERS("an RDMA Read or Write that moved data of an exchange"),
  /** What rdmadump check finds. */
  FINDINGS("a finding of rdmadump check"),
  /** Connections that carried RPC-over-RDMA. */
  CONNECTIONS("a connection that carried messages, as it was at its end"),
  /** Files of NFS that READ and WRITE moved. */
  FILES("a file that READ or WRITE moved bytes of, by connection"),
  /** Commands of NVMe over RDMA. */
  NVME("a command of NVMe over RDMA with its response");

  private final String word = name().toLowerCase(Locale.ROOT);
  private final String row;

  Table(String row) {
    this.row = row;
  }

  /** {@return its name} */
  public String word() {
    return word;
  }

  /** {@return what a row is} */
  public String row() {
    return row;
  }

  /** {@return its columns; takes some milliseconds, as the registry of fields is made for it} */
  public List<TableColumn> columns() {
    List<TableColumn> columns = new ArrayList<>();
    columns.add(CAPTURE);
    for (ReadColumn<?> each : read()) {
      columns.add(each.column());
    }
    return columns;
  }

  /** Which capture a row is of: the first column of every table. */
  static final TableColumn CAPTURE =
      new TableColumn(
          "capture", ColumnType.TEXT, "the file, or the first file of a rotated set, as named");

  private List<? extends ReadColumn<?>> read() {
    return switch (this) {
      case MESSAGES -> MessageColumns.ofMessages();
      case EXCHANGES -> MessageColumns.ofExchanges();
      case SEGMENTS -> PartColumns.ofSegments();
      case TRANSFERS -> PartColumns.ofTransfers();
      case FINDINGS -> PartColumns.ofFindings();
      case CONNECTIONS -> ConnectionColumns.all();
      case FILES -> FileColumns.all();
      case NVME -> NvmeColumns.all();
    };
  }
}
