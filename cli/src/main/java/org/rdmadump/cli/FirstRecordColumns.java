package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;
import org.rdmadump.report.RecordWriter;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Prints records with one of two sets of columns: as nobody has chosen columns, the first record
 * does. Captures of NVMe hardly ever carry RPC.
 */
final class FirstRecordColumns implements RecordWriter {
  private final RecordWriter ofRpc;
  private final Supplier<RecordWriter> ofNvme;
  private Optional<RecordWriter> chosen = Optional.empty();

  FirstRecordColumns(RecordWriter ofRpc, Supplier<RecordWriter> ofNvme) {
    this.ofRpc = ofRpc;
    this.ofNvme = ofNvme;
  }

  private RecordWriter orElse(Supplier<RecordWriter> writer) throws IOException {
    if (chosen.isEmpty()) {
      chosen = Optional.of(writer.get());
      chosen.get().begin();
    }
    return chosen.get();
  }

  @Override
  public void message(RpcMessage message) throws IOException {
    orElse(() -> ofRpc).message(message);
  }

  @Override
  public void exchange(RpcExchange exchange) throws IOException {
    orElse(() -> ofRpc).exchange(exchange);
  }

  @Override
  public void nvme(NvmeExchange exchange) throws IOException {
    orElse(ofNvme).nvme(exchange);
  }

  @Override
  public void flush() throws IOException {
    if (chosen.isPresent()) {
      chosen.get().flush();
    }
  }

  @Override
  public void end() throws IOException {
    orElse(() -> ofRpc).end();
  }
}
