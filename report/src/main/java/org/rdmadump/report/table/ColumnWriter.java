package org.rdmadump.report.table;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Prints a line for each record with the values of some fields. A field that is absent leaves its
 * place empty, several values of one have commas between them.
 */
public final class ColumnWriter implements RecordWriter {
  private final OutputStream out;
  private final List<Field<RpcMessage>> ofMessages;
  private final List<Field<RpcExchange>> ofExchanges;
  private final Supplier<List<Field<NvmeExchange>>> nvmeMaker;
  private @Nullable List<Field<NvmeExchange>> ofNvme;
  private final ColumnLine line;

  /**
   * A writer to {@code out}, which stays the caller's.
   *
   * @param ofMessages columns of messages; empty if there are none to come
   * @param ofExchanges columns of exchanges; likewise
   * @param ofNvme makes the columns of NVMe commands when the first one comes
   * @param flushEachLine flush after every record
   */
  public ColumnWriter(
      OutputStream out,
      ColumnFormat format,
      List<Field<RpcMessage>> ofMessages,
      List<Field<RpcExchange>> ofExchanges,
      Supplier<List<Field<NvmeExchange>>> ofNvme,
      boolean flushEachLine) {
    this.out = out;
    this.ofMessages = ofMessages;
    this.ofExchanges = ofExchanges;
    this.nvmeMaker = ofNvme;
    this.line = new ColumnLine(out, format, flushEachLine);
  }

  @Override
  public void begin() throws IOException {
    line.heading(Stream.concat(ofMessages.stream(), ofExchanges.stream()).toList());
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    line.put(ofMessages, message);
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    line.put(ofExchanges, exchange);
  }

  @Override
  public void nvme(NvmeExchange exchange) throws IOException {
    List<Field<NvmeExchange>> columns = ofNvme;
    if (columns == null) {
      columns = nvmeMaker.get();
      ofNvme = columns;
    }
    line.put(columns, exchange);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
