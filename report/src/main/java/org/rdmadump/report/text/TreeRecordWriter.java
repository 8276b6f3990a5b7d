package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongSupplier;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Draws every exchange as a tree, with an empty line behind it. */
public final class TreeRecordWriter implements RecordWriter {
  private final OutputStream out;
  private final boolean flushEach;
  private final ExchangeTree tree;

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param flushEach flush after every exchange
   * @param origin time of the first frame, in nanoseconds since the epoch; asked with every record
   */
  public TreeRecordWriter(
      OutputStream out, TreeOptions options, boolean flushEach, LongSupplier origin) {
    this.out = out;
    this.flushEach = flushEach;
    this.tree = new ExchangeTree(options, origin);
  }

  /** Prints nothing: a message is drawn with its exchange. */
  @Override
  public void message(RpcMessage message) {}

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    put(tree.lines(exchange));
  }

  @Override
  public void nvme(NvmeExchange exchange) throws IOException {
    put(tree.lines(exchange));
  }

  private void put(List<String> lines) throws IOException {
    for (String line : lines) {
      out.write(line.getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    }
    out.write('\n');
    if (flushEach) {
      out.flush();
    }
  }

  @Override
  public boolean takesCalls() {
    return false;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }
}
