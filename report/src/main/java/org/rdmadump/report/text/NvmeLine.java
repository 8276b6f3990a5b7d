package org.rdmadump.report.text;

import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.nvme.BlockRange;
import org.rdmadump.nvme.ConnectResult;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.order.RecentMap;
import org.rdmadump.report.AddressTexts;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;

/**
 * Prints an NVMe command with its response as one line: queue, operation, blocks, status, latency,
 * data.
 */
final class NvmeLine {
  private static final int NUMBER_WIDTH = 5;
  private static final int OPERATION_WIDTH = 12;
  private static final int CONNECTION_WIDTH = 3;

  /** Connections that are remembered; others are introduced again. */
  private static final int MOST_INTRODUCED = 4096;

  private final NumberColumn number = new NumberColumn(NUMBER_WIDTH);
  private final TimeColumn time;
  private final Palette palette;
  private final Headline headline;
  private final Clauses clauses = new Clauses();
  private final AddressTexts addresses = new AddressTexts();
  private final boolean isBrief;

  /** Connections whose ends were told, of lines that do not tell them each. */
  private final Map<Integer, Boolean> introduced = new RecentMap<>(MOST_INTRODUCED);

  private int operationWidth = OPERATION_WIDTH;

  /**
   * A printer of lines.
   *
   * @param isBrief for a terminal: a connection is introduced on a line of its own, and what
   *     matters comes first
   */
  NvmeLine(TimeColumn time, Palette palette, boolean isBrief) {
    this.time = time;
    this.palette = palette;
    this.headline = new Headline(palette);
    this.isBrief = isBrief;
  }

  /** Appends the line, without a line feed. */
  void put(AsciiBuffer line, NvmeExchange exchange) {
    if (isBrief && introduced.put(exchange.connection(), true) == null) {
      palette.on(line, Palette.Ink.NAME);
      line.put('c').putDecimal(exchange.connection()).put(' ');
      putEnds(line, exchange, " -> ");
      palette.off(line, Palette.Ink.NAME);
      line.newline();
    }
    clauses.reset();
    number.put(line, exchange.number());
    Palette.Ink worst = worst(exchange);
    if (isBrief) {
      palette.put(line, worst, worst == Palette.Ink.USUAL ? " " : "!");
    } else {
      line.put(' ');
    }
    time.put(line, exchange.nanos());
    line.put("  c");
    int from = line.column();
    line.putDecimal(exchange.connection());
    line.spaces(Math.max(1, CONNECTION_WIDTH - (line.column() - from)) + 1);
    if (!isBrief) {
      putEnds(line, exchange, " -- ");
      line.put("  0x").putHexDigits(exchange.identifier(), 4).put("  ");
    }
    putOperation(line, exchange);
    putOutcome(line, exchange);
    headline.putFindings(line, clauses, exchange.findings());
    if (exchange.command().isPresent()) {
      putBlocks(line, exchange, exchange.command().get().entry());
    }
    if (exchange.data().isPresent()) {
      putData(line, exchange.data().get());
    }
    if (isBrief) {
      clauses.next(line);
      line.put("0x").putHexDigits(exchange.identifier(), 4);
    }
  }

  private void putEnds(AsciiBuffer line, NvmeExchange exchange, String between) {
    line.put(addresses.of(exchange.host().address()))
        .put(between)
        .put(addresses.of(exchange.controller().address()));
  }

  private void putOperation(AsciiBuffer line, NvmeExchange exchange) {
    palette.on(line, Palette.Ink.CALL);
    line.put("NVMe ");
    if (exchange.queue().isPresent()) {
      line.put('q').putDecimal(exchange.queue().getAsInt()).put(' ');
    }
    int from = line.column();
    line.put(exchange.operation().orElse("unknown command"));
    int width = line.column() - from;
    palette.off(line, Palette.Ink.CALL);
    operationWidth = Math.max(operationWidth, width);
    line.spaces(isBrief ? 0 : operationWidth - width);
  }

  private void putOutcome(AsciiBuffer line, NvmeExchange exchange) {
    clauses.next(line);
    if (exchange.response().isEmpty()) {
      line.put("no response");
      return;
    }
    Palette.Ink ink =
        exchange.response().get().entry().isSuccess() ? Palette.Ink.USUAL : Palette.Ink.ERROR;
    palette.put(line, ink, exchange.status().orElseThrow());
    exchange
        .connectResult()
        .flatMap(ConnectResult::parameter)
        .ifPresent(parameter -> line.put(": ").put(parameter));
    if (exchange.latencyNanos().isPresent()) {
      line.put(" in ");
      Quantities.putDuration(line, exchange.latencyNanos().getAsLong());
    }
    if (!isBrief && exchange.timing().isPresent()) {
      ExchangeLine.putTiming(line, exchange.timing().get());
    }
  }

  private void putBlocks(AsciiBuffer line, NvmeExchange exchange, SubmissionEntry entry) {
    if (entry.isFabrics() || entry.namespaceOrType() == 0) {
      return;
    }
    clauses.next(line);
    if (entry.namespaceOrType() == SubmissionEntry.ALL_NAMESPACES) {
      line.put("all namespaces");
    } else {
      line.put("namespace ").putDecimal(Integer.toUnsignedLong(entry.namespaceOrType()));
    }
    Optional<BlockRange> blocks = entry.blocks(exchange.set());
    if (blocks.isPresent()) {
      line.put(" block ").put(Long.toUnsignedString(blocks.get().start()));
      if (blocks.get().count() > 1) {
        line.put(", ").putDecimal(blocks.get().count()).put(" blocks");
      }
    }
  }

  private void putData(AsciiBuffer line, NvmeData data) {
    clauses.next(line);
    Quantities.putSize(line, data.length());
    line.put(
        data.inCapsule()
            ? " in the capsule"
            : data.toController() ? " by RDMA Read" : " by RDMA Write");
    if (!data.isComplete()) {
      palette.put(line, Palette.Ink.WARNING, ", incomplete");
    }
  }

  private static Palette.Ink worst(NvmeExchange exchange) {
    Severity worst = Severity.NOTE;
    for (Finding finding : exchange.findings()) {
      Severity severity = finding.rule().severity();
      worst = severity.compareTo(worst) > 0 ? severity : worst;
    }
    return exchange.isFailed() ? Palette.Ink.ERROR : Palette.ink(worst);
  }
}
