package org.rdmadump.bench.jmh;

import java.io.IOException;
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
import org.openjdk.jmh.infra.Blackhole;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.Telling;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;

/** Decoding rebuilt RPC messages of a capture, held in memory; the time is that of one. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class DecodeBenchmark {
  private static final int MESSAGES = 4000;

  /** The capture; with {@code -p capture=FILE} another. */
  @Param({"testdata/captures/rocev2/rocev2-nfs3-basic.pcap"})
  public String capture = "";

  private final RpcDecoder decoder = new RpcDecoder();
  private final List<Message> messages = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();

  private record Message(Rope bytes, Optional<RpcCallHeader> call) {}

  /** Rebuilds the messages; those of a short capture come more than once. */
  @Setup(Level.Trial)
  public void rebuild() throws IOException {
    try (FrameSource source = CaptureFile.open(Path.of(capture))) {
      RdmaCapture decoding =
          new RdmaCapture(source, new CaptureOptions(false, true, 256L << 20), new Collector());
      while (decoding.decodeNext()) {}
      decoding.finish();
    }
    for (int i = 0; messages.size() < MESSAGES; i++) {
      messages.add(messages.get(i));
    }
  }

  /** What the one-line summary needs: header, procedure, telling fields, as text. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void summary(Blackhole sink) {
    for (int i = 0; i < MESSAGES; i++) {
      RpcContent content = content(i);
      text.setLength(0);
      Optional<XdrContent> body = content.body();
      if (body.isPresent()) {
        tell(body.get());
      }
      sink.consume(content.procedure());
      sink.consume(text.length());
    }
  }

  /** A compound is told by its main operation. */
  private void tell(XdrContent body) {
    Optional<Nfs4Compound> compound = Nfs4Compound.of(body, Optional.empty());
    if (compound.isEmpty()) {
      Telling.append(body.tree(), text);
    } else if (compound.get().main().isPresent()
        && compound.get().main().get().body().isPresent()) {
      Telling.append(compound.get().main().get().body().get(), text);
    }
  }

  /** Every value of header and body, as a walk shows it. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void walk(Blackhole sink) {
    Sink visitor = new Sink(sink);
    for (int i = 0; i < MESSAGES; i++) {
      RpcContent content = content(i);
      sink.consume(content.headerContent().walk(visitor));
      Optional<XdrContent> body = content.body();
      if (body.isPresent()) {
        sink.consume(body.get().walk(visitor));
      }
    }
  }

  /** Every value of header and body, as the tree has it. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public void tree(Blackhole sink) {
    for (int i = 0; i < MESSAGES; i++) {
      RpcContent content = content(i);
      everything(content.headerContent().tree(), sink);
      Optional<XdrContent> body = content.body();
      if (body.isPresent()) {
        everything(body.get().tree(), sink);
      }
    }
  }

  private RpcContent content(int index) {
    Message message = messages.get(index);
    return decoder.content(message.bytes(), message.call());
  }

  private static void everything(XdrValue value, Blackhole sink) {
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        everything(struct.get(i), sink);
      }
    } else if (value instanceof XdrUnion union) {
      everything(union.discriminant(), sink);
      everything(union.arm(), sink);
    } else if (value instanceof XdrArray array) {
      for (XdrValue element : array) {
        everything(element, sink);
      }
    } else {
      sink.consume(value);
    }
  }

  private final class Collector implements MessageListener {
    @Override
    public void message(RpcMessage message) {
      if (message.rpc().isPresent() && messages.size() < MESSAGES) {
        messages.add(new Message(message.stream(), message.rpc().get().callHeader()));
      }
    }

    @Override
    public void exchange(RpcExchange exchange) {}
  }

  private record Sink(Blackhole sink) implements XdrVisitor {
    @Override
    public void number(XdrField field, long value, XdrCursor at) {
      sink.consume(value);
    }

    @Override
    public void bytes(XdrField field, long start, long length, XdrCursor at) {
      sink.consume(start);
    }
  }
}
