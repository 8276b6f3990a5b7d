package org.rdmadump.bench.jmh;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaCapture;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Asking messages whose content is decoded already whether a filter chooses them; the time is that
 * of one message.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
@State(Scope.Thread)
public class FilterBenchmark {
  private static final int MESSAGES = 1000;

  /** A capture. */
  @Param("testdata/captures/rocev2/rocev2-nfs41-delegation.pcap")
  public String capture = "";

  /** What is asked. */
  @Param({
    "rpcrdma.xid == 0x1234",
    "src == 192.168.77.0/24 && rpc.type == reply && rpc.latency_ns > 10ms",
    "rpcrdma.write_chunks.segments.length > 100000",
    "nfs.op == WRITE",
    "nfs.offset > 100000",
    "any(nfs.operations: op == WRITE && data.length > 4096)",
    "nfs.obj_attributes.attr_vals.size > 5000",
    "nfs.op == OPEN and nfs.claim.file matches \"\\.tmp$\""
  })
  public String expression = "";

  private final List<RpcMessage> messages = new ArrayList<>(MESSAGES);
  private Optional<Filter<RpcMessage>> filter = Optional.empty();

  /** Decodes the capture, and asks every message once. */
  @Setup(Level.Trial)
  public void decode() throws IOException, FilterException {
    Filter<RpcMessage> made = Filter.of(expression, MessageFields.registry());
    filter = Optional.of(made);
    List<RpcMessage> all = new ArrayList<>();
    Path file = Path.of(capture);
    try (FrameSource source = CaptureFile.open(FileChannel.open(file), file.toString())) {
      RdmaCapture decoder =
          new RdmaCapture(
              source,
              CaptureOptions.DEFAULT,
              new MessageListener() {
                @Override
                public void message(RpcMessage message) {
                  made.matches(message);
                  all.add(message);
                }
              });
      while (decoder.decodeNext()) {}
      decoder.finish();
    }
    for (int i = 0; i < MESSAGES; i++) {
      messages.add(all.get(i % all.size()));
    }
  }

  /** How many are chosen. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int matches() {
    Filter<RpcMessage> asked = filter.orElseThrow();
    int chosen = 0;
    for (int i = 0; i < MESSAGES; i++) {
      chosen += asked.matches(messages.get(i)) ? 1 : 0;
    }
    return chosen;
  }
}
