package org.rdmadump.bench.jmh;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** Writing records; the time is that of one. */
public class OutputBenchmark extends Measured {
  private static final int RECORDS = 32;

  private final List<RpcMessage> messages = new ArrayList<>();
  private final List<RpcExchange> exchanges = new ArrayList<>();

  /** Decodes what is to be written. */
  @Setup(Level.Trial)
  public void decode(MemoryCapture capture) throws IOException {
    try (FrameSource source = capture.open()) {
      CaptureDecoder decoder = new CaptureDecoder(source, CaptureOptions.DEFAULT, new Collector());
      while (exchanges.size() < RECORDS && decoder.decodeNext()) {}
    }
  }

  /** Messages as JSON. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void jsonMessages() throws IOException {
    JsonRecordWriter writer = writer();
    for (int i = 0; i < RECORDS; i++) {
      writer.message(messages.get(i));
    }
    writer.end();
  }

  /** Exchanges as JSON. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void jsonExchanges() throws IOException {
    JsonRecordWriter writer = writer();
    for (int i = 0; i < RECORDS; i++) {
      writer.exchange(exchanges.get(i));
    }
    writer.end();
  }

  private static JsonRecordWriter writer() throws IOException {
    return new JsonRecordWriter(
        OutputStream.nullOutputStream(), /* array= */ false, /* flushEachLine= */ false);
  }

  private final class Collector implements MessageListener {
    @Override
    public void message(RpcMessage message) {
      messages.add(message);
    }

    @Override
    public void exchange(RpcExchange exchange) {
      exchanges.add(exchange);
    }
  }
}
