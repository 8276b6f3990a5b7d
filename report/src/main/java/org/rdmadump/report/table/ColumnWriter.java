package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Prints a line for each record with the values of some fields. A field that is absent leaves its
 * place empty, several values of one have commas between them.
 */
public final class ColumnWriter implements RecordWriter {
  private static final String BETWEEN_VALUES = ",";

  private final OutputStream out;
  private final ColumnFormat format;
  private final List<Field<RpcMessage>> ofMessages;
  private final List<Field<RpcExchange>> ofExchanges;
  private final FieldText values = new FieldText(BETWEEN_VALUES);
  private final ColumnLine line;

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param ofMessages columns of messages; empty if there are none to come
   * @param ofExchanges columns of exchanges; likewise
   * @param flushEachLine flush after every record
   */
  public ColumnWriter(
      OutputStream out,
      ColumnFormat format,
      List<Field<RpcMessage>> ofMessages,
      List<Field<RpcExchange>> ofExchanges,
      boolean flushEachLine) {
    this.out = out;
    this.format = format;
    this.ofMessages = ofMessages;
    this.ofExchanges = ofExchanges;
    this.line = new ColumnLine(out, format, flushEachLine);
  }

  @Override
  public void begin() throws IOException {
    if (format.hasHeading()) {
      for (Field<?> field : ofMessages) {
        line.column(field.name());
      }
      for (Field<?> field : ofExchanges) {
        line.column(field.name());
      }
      line.end();
    }
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    for (Field<RpcMessage> field : ofMessages) {
      line.column(values.of(field, message));
    }
    line.end();
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    for (Field<RpcExchange> field : ofExchanges) {
      line.column(values.of(field, exchange));
    }
    line.end();
  }

  /** The counts of a run are no record with fields: nothing is printed. */
  @Override
  public void summary(CaptureSummary summary) {}

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.flush();
  }
}
