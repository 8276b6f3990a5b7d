package org.rdmadump.analysis.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.extract.MovedFile;
import org.rdmadump.analysis.extract.MovedFiles;
import org.rdmadump.analysis.extract.nfs.NfsFileEvents;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/**
 * Makes the rows of all tables in one run over a capture. What it holds does not grow with the
 * capture.
 *
 * <pre>{@code
 * CaptureTables tables = new CaptureTables("trace.pcap", sink, Optional.empty());
 * CaptureSummary summary = capture.run(tables);
 * capture.problems().forEach(damage -> tables.cutShort(summary.frames(), damage));
 * tables.end(summary);
 * }</pre>
 *
 * <p>If the sink fails, every method throws its failure as {@link UncheckedIOException}. For one
 * thread.
 */
public final class CaptureTables implements MessageListener {
  /** Files whose traffic is counted at a time. When there are more, they get another row each. */
  private static final int MOST_FILES = 1 << 14;

  private final Optional<Filter<RpcExchange>> filter;
  private final CaptureCheck check;
  private final MovedFiles files = MovedFiles.byConnection();
  private final NfsFileEvents fileEvents = new NfsFileEvents(files);
  private final RowMaker<RpcMessage> messages;
  private final RowMaker<RpcExchange> exchanges;
  private final RowMaker<ListedSegment> segments;
  private final RowMaker<MovedPart> transfers;
  private final RowMaker<CheckFinding> findings;
  private final RowMaker<ConnectionRecord> connections;
  private final RowMaker<MovedFile> movedFiles;
  private final Supplier<RowMaker<NvmeExchange>> commandsMaker;

  /** Made for the first one: most captures have none. */
  private @Nullable RowMaker<NvmeExchange> commands;

  private long chosen;

  /**
   * A run to come.
   *
   * @param capture name of the capture, in every row
   * @param filter chooses exchanges, with their messages, segments, transfers and files; findings
   *     and connections are those of the whole capture. Empty for all, and then also messages that
   *     belong to no exchange, and NVMe commands
   */
  public CaptureTables(String capture, RowSink sink, Optional<Filter<RpcExchange>> filter) {
    this.filter = filter;
    this.check =
        new CaptureCheck(
            new RuleSelection(List.of(), List.of()), Optional.empty(), this::writeFinding);
    this.messages = new RowMaker<>(Table.MESSAGES, MessageColumns.ofMessages(), capture, sink);
    this.exchanges = new RowMaker<>(Table.EXCHANGES, MessageColumns.ofExchanges(), capture, sink);
    this.segments = new RowMaker<>(Table.SEGMENTS, PartColumns.ofSegments(), capture, sink);
    this.transfers = new RowMaker<>(Table.TRANSFERS, PartColumns.ofTransfers(), capture, sink);
    this.findings = new RowMaker<>(Table.FINDINGS, PartColumns.ofFindings(), capture, sink);
    this.connections = new RowMaker<>(Table.CONNECTIONS, ConnectionColumns.all(), capture, sink);
    this.movedFiles = new RowMaker<>(Table.FILES, FileColumns.all(), capture, sink);
    this.commandsMaker = () -> new RowMaker<>(Table.NVME, NvmeColumns.all(), capture, sink);
  }

  /** {@return exchanges that became rows} */
  public long exchanges() {
    return chosen;
  }

  @Override
  public void opened(ConnectionRecord connection) {
    check.opened(connection);
  }

  @Override
  public void message(RpcMessage message) {
    check.message(message);
    if (filter.isEmpty()) {
      write(message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    check.exchange(exchange);
    boolean isChosen = filter.isEmpty() || filter.get().matches(exchange);
    files.at(exchange, isChosen);
    try {
      fileEvents.exchange(exchange);
      if (isChosen) {
        write(exchange);
      }
      if (files.size() >= MOST_FILES) {
        writeFiles();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(RpcExchange exchange) throws IOException {
    chosen++;
    if (filter.isPresent()) {
      exchange.call().ifPresent(this::write);
      exchange.reply().ifPresent(this::write);
    }
    exchanges.row(exchange);
    for (RdmaTransfer each : exchange.transfers()) {
      transfers.row(new MovedPart(exchange, each));
    }
  }

  private void write(RpcMessage message) {
    try {
      messages.row(message);
      int chunk = 0;
      for (ReadChunk each : message.readChunks()) {
        OptionalLong position = OptionalLong.of(each.position());
        write(message, ListedSegment.READ, ++chunk, position, each.segments());
      }
      chunk = 0;
      for (WriteChunk each : message.writeChunks()) {
        write(message, ListedSegment.WRITE, ++chunk, OptionalLong.empty(), each.segments());
      }
      if (message.replyChunk().isPresent()) {
        List<ChunkSegment> listed = message.replyChunk().get().segments();
        write(message, ListedSegment.REPLY, 1, OptionalLong.empty(), listed);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(
      RpcMessage message, int list, int chunk, OptionalLong position, List<ChunkSegment> listed)
      throws IOException {
    for (ChunkSegment each : listed) {
      segments.row(new ListedSegment(message, list, chunk, position, each));
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    check.finding(finding, connection);
  }

  private void writeFinding(CheckFinding finding) {
    try {
      findings.row(finding);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void closed(ConnectionRecord connection) {
    check.closed(connection);
    if (connection.index().isEmpty()) {
      return;
    }
    try {
      connections.row(connection);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    check.nvme(exchange);
    if (filter.isPresent()) {
      return;
    }
    RowMaker<NvmeExchange> made = commands;
    if (made == null) {
      made = commandsMaker.get();
      commands = made;
    }
    try {
      made.row(exchange);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void closedWithoutRpc(ConnectionRecord connection) {
    check.closedWithoutRpc(connection);
  }

  /**
   * Takes damage of the capture, which becomes a finding.
   *
   * @param frame number of the last frame that was read
   * @param damage in words
   */
  public void cutShort(long frame, String damage) {
    check.cutShort(frame, damage);
  }

  /**
   * Takes packets that were lost while the capture was made, which become a finding.
   *
   * @param frame number of the last frame that was read
   * @param count how many; empty if the capture does not tell
   */
  public void dropped(long frame, OptionalLong count) {
    check.dropped(frame, count);
  }

  /** Makes the last rows, when the run is over and damage was told. */
  public void end(CaptureSummary summary) {
    CheckReport unused = check.end(summary, /* whole= */ true);
    try {
      writeFiles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void writeFiles() throws IOException {
    for (MovedFile each : files.take()) {
      movedFiles.row(each);
    }
  }
}
