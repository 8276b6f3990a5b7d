package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Prints every record as a JSON object on a line of its own; optionally all in one array. */
public final class JsonRecordWriter implements RecordWriter {
  private final JsonOutput out;
  private final boolean flushEachLine;
  private final MessageJsonWriter messages;
  private final ExchangeJsonWriter exchanges;

  /** Made for the first one: most captures have none. */
  private @Nullable JsonMembers<NvmeExchange> nvme;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param flushEachLine flush after every record
   */
  public JsonRecordWriter(OutputStream target, boolean array, boolean flushEachLine) {
    this(target, array, flushEachLine, DataForm.NONE, false);
  }

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param flushEachLine flush after every record
   * @param form how bulk data inside of messages is written
   * @param digest write SHA-256 of bulk data whose bytes were kept
   */
  public JsonRecordWriter(
      OutputStream target, boolean array, boolean flushEachLine, DataForm form, boolean digest) {
    this.out = new JsonOutput(target, array);
    this.flushEachLine = flushEachLine;
    this.messages = new MessageJsonWriter(out, form, digest);
    this.exchanges = new ExchangeJsonWriter(out, messages);
  }

  @Override
  public void begin() {
    out.begin();
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    out.beginRecord("message");
    messages.write(message);
    endOfRecord();
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    out.beginRecord("exchange");
    exchanges.write(exchange);
    endOfRecord();
  }

  @Override
  public void nvme(NvmeExchange exchange) throws IOException {
    JsonMembers<NvmeExchange> members = nvme;
    if (members == null) {
      members = new JsonMembers<>(out, NvmeFields.registry(), "");
      nvme = members;
    }
    out.beginRecord("nvme");
    members.write(exchange);
    endOfRecord();
  }

  @Override
  public boolean takesCalls() {
    return false;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    out.end();
  }

  private void endOfRecord() throws IOException {
    out.endRecord();
    flushIfAsked();
  }

  private void flushIfAsked() throws IOException {
    if (flushEachLine) {
      out.flush();
    }
  }
}
