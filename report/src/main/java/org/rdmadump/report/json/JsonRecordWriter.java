package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.OutputStream;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Prints every record as a JSON object on a line of its own; optionally all in one array. */
public final class JsonRecordWriter implements RecordWriter {
  private final JsonGenerator out;
  private final JsonRecords records;
  private final boolean flushEachLine;
  private final MessageJsonWriter messages;
  private final ExchangeJsonWriter exchanges;
  private final SummaryJsonWriter summaries;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around all records and commas between them
   * @param flushEachLine flush after every record
   */
  public JsonRecordWriter(OutputStream target, boolean array, boolean flushEachLine)
      throws IOException {
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
      OutputStream target, boolean array, boolean flushEachLine, DataForm form, boolean digest)
      throws IOException {
    this.out = generator(target);
    this.records = new JsonRecords(out, array);
    this.flushEachLine = flushEachLine;
    this.messages = new MessageJsonWriter(out, form, digest);
    this.exchanges = new ExchangeJsonWriter(out, messages);
    this.summaries = new SummaryJsonWriter(out);
  }

  @Override
  public void begin() throws IOException {
    records.begin();
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    records.separate();
    messages.write(message);
    endOfRecord();
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    records.separate();
    exchanges.write(exchange);
    endOfRecord();
  }

  @Override
  public void summary(CaptureSummary summary) throws IOException {
    records.separate();
    summaries.write(summary);
    endOfRecord();
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void end() throws IOException {
    records.end();
  }

  private void endOfRecord() throws IOException {
    records.endOfRecord();
    if (flushEachLine) {
      out.flush();
    }
  }

  /** A generator that leaves {@code target} open and writes nothing between records. */
  public static JsonGenerator generator(OutputStream target) throws IOException {
    // The line feed is written with its record, so that a line is whole as soon as it is flushed.
    JsonFactory factory =
        new JsonFactoryBuilder()
            .rootValueSeparator(new SerializedString(""))
            .characterEscapes(new InvisibleEscapes())
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();
    return factory.createGenerator(target, JsonEncoding.UTF8);
  }
}
