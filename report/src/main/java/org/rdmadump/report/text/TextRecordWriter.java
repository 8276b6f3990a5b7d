package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Prints every record as a line for people, and what is below it if asked. */
public final class TextRecordWriter implements RecordWriter {
  private final OutputStream out;
  private final TextOptions options;
  private final AsciiBuffer text = new AsciiBuffer();
  private final HexDump dump = new HexDump(text);
  private final MessageLine messageLine;
  private final ExchangeLine exchangeLine;
  private final MessageDetails details;
  private final Optional<BriefLine> brief;
  private final NvmeLine nvmeLine;
  private final NvmeDetails nvmeDetails;

  /**
   * A writer to {@code out}, which it flushes but does not close.
   *
   * @param origin time of the first frame, in nanoseconds since the epoch; asked with every record
   */
  public TextRecordWriter(OutputStream out, TextOptions options, LongSupplier origin) {
    this(out, options, origin, /* isBrief= */ false);
  }

  private TextRecordWriter(
      OutputStream out, TextOptions options, LongSupplier origin, boolean isBrief) {
    Palette palette = new Palette(options.colour());
    TimeColumn time = new TimeColumn(options.time(), options.zone(), origin);
    this.out = out;
    this.options = options;
    this.messageLine = new MessageLine(time, palette, options.textSize());
    this.exchangeLine = new ExchangeLine(time, palette, options.textSize());
    this.details = new MessageDetails(palette, options.verbosity() > 1, options.textSize());
    this.nvmeDetails = new NvmeDetails(options.verbosity() > 1);
    this.nvmeLine = new NvmeLine(time, palette, isBrief);
    this.brief =
        isBrief ? Optional.of(new BriefLine(time, palette, options.textSize())) : Optional.empty();
  }

  /**
   * {@return a writer whose lines begin with what matters, for a terminal that may have no room for
   * all of them; connections are introduced on lines of their own}
   */
  public static TextRecordWriter brief(OutputStream out, TextOptions options, LongSupplier origin) {
    return new TextRecordWriter(out, options, origin, /* isBrief= */ true);
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    if (brief.isPresent()) {
      brief.get().put(text, message);
    } else {
      messageLine.put(text, message);
    }
    text.newline();
    below(message);
    emit();
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    if (brief.isPresent()) {
      brief.get().put(text, exchange);
    } else {
      exchangeLine.put(text, exchange);
    }
    text.newline();
    if (options.verbosity() > 0) {
      // With every field, each message has its own transfers.
      if (options.verbosity() == 1) {
        details.putTransfers(text, exchange.transfers(), transport(exchange));
      }
      details.putFindings(text, exchange.findings());
    }
    if (exchange.call().isPresent()) {
      part("    call", exchange.call().get());
    }
    if (exchange.reply().isPresent()) {
      part("    reply", exchange.reply().get());
    }
    emit();
  }

  @Override
  public void nvme(NvmeExchange exchange) throws IOException {
    nvmeLine.put(text, exchange);
    text.newline();
    if (options.verbosity() > 0) {
      nvmeDetails.put(text, exchange);
      details.putTransfers(text, exchange.transfers(), exchange.transport());
      details.putFindings(text, exchange.findings());
    }
    if (options.hex()) {
      exchange.data().flatMap(NvmeData::bytes).ifPresent(bytes -> dump.put(text, bytes));
    }
    emit();
  }

  @Override
  public boolean takesCalls() {
    return false;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  private static Transport transport(RpcExchange exchange) {
    return exchange.call().or(exchange::reply).map(RpcMessage::transport).orElse(Transport.ROCEV2);
  }

  private void part(String title, RpcMessage message) {
    if (options.verbosity() > 0 || options.hex()) {
      text.put(title).put(" #").putDecimal(message.number()).newline();
      below(message);
    }
  }

  private void below(RpcMessage message) {
    if (options.verbosity() > 0) {
      details.put(text, message);
    }
    if (options.hex()) {
      dump.put(text, message.stream());
    }
  }

  private void emit() throws IOException {
    text.moveTo(out);
    if (options.flushEachLine()) {
      out.flush();
    }
  }
}
