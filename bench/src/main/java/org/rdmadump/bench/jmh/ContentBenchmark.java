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
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Decoding what is in the rebuilt RPC messages of a capture, held in memory. The time is that of
 * one message.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@State(Scope.Thread)
public class ContentBenchmark {
  private static final long MEMORY = 1L << 30;
  private static final int MESSAGES = 4000;

  /** Folder of the captures. */
  @Param("testdata/captures/rocev2")
  public String folder = "";

  /** Name of a capture. */
  @Param({"rocev2-nfs3-basic.pcap", "rocev2-nfs41-delegation.pcap"})
  public String capture = "";

  private final RpcDecoder decoder = new RpcDecoder();
  private final List<RpcMessage> messages = new ArrayList<>();

  /** Decodes the capture as far as its messages; those of a short one come more than once. */
  @Setup(Level.Trial)
  public void decode() throws IOException {
    Path file = Path.of(folder, capture);
    try (FrameSource source = CaptureFile.open(FileChannel.open(file), file.toString())) {
      CaptureDecoder decoding =
          new CaptureDecoder(source, new CaptureOptions(false, true, MEMORY), new Collector());
      while (decoding.decodeNext()) {}
      decoding.finish();
    }
    for (int i = 0; messages.size() < MESSAGES; i++) {
      messages.add(messages.get(i));
    }
  }

  /** What the default line says: the main operation and what is telling about it. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long summary() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      Optional<Nfs4Compound> compound = content.compound();
      if (compound.isPresent()) {
        Optional<Nfs4Operation> main = compound.get().main();
        if (main.isPresent() && main.get().body().isPresent()) {
          sum += telling(main.get().body().get());
        }
      } else if (content.body().isPresent()) {
        sum += telling(content.body().get().tree());
      }
    }
    return sum;
  }

  /** A walk over everything, credentials included, that makes no objects of values. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long walk() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      sum += content.rpc().isPresent() ? content.rpc().get().check().position() : 0;
    }
    return sum;
  }

  /** The tree of header, arguments and results, to the last value. */
  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public long tree() {
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      MessageContent content = content(messages.get(i));
      sum += content.rpc().isPresent() ? all(content.rpc().get().headerContent().tree()) : 0;
      sum += content.body().isPresent() ? all(content.body().get().tree()) : 0;
    }
    return sum;
  }

  private MessageContent content(RpcMessage message) {
    Optional<RpcMessage> call = message.call();
    return new MessageContent(
        decoder,
        message.stream(),
        message.rpc().orElseThrow().callHeader(),
        call.isPresent() ? Optional.of(content(call.get())) : Optional.empty());
  }

  private static long telling(XdrValue value) {
    long sum = 0;
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        XdrValue member = struct.get(i);
        sum += member.field().isTelling() ? telling(member) : 0;
      }
    } else if (value instanceof XdrUnion union) {
      sum += union.discriminant().value() + telling(union.arm());
    } else if (value instanceof XdrArray array) {
      sum += array.size();
    } else {
      sum += scalar(value);
    }
    return sum;
  }

  private static long all(XdrValue value) {
    long sum = 0;
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        sum += all(struct.get(i));
      }
    } else if (value instanceof XdrUnion union) {
      sum += union.discriminant().value() + all(union.arm());
    } else if (value instanceof XdrArray array) {
      for (XdrValue element : array) {
        sum += all(element);
      }
    } else {
      sum += scalar(value);
    }
    return sum;
  }

  private static long scalar(XdrValue value) {
    return value instanceof XdrNumber number
        ? number.value()
        : value instanceof XdrBytes bytes ? bytes.length() : 1;
  }

  private final class Collector implements MessageListener {
    @Override
    public void message(RpcMessage message) {
      if (message.rpc().isPresent() && messages.size() < MESSAGES) {
        messages.add(message);
      }
    }
  }
}
