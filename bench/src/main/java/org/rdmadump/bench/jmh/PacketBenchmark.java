package org.rdmadump.bench.jmh;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.infra.Blackhole;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * A whole capture in memory, each benchmark going a step further than the one before: the
 * difference is what the step costs. The time is that of 64 MiB; divided by its frames, about
 * 61,000 at a path MTU of 1024, it is that of a frame.
 */
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class PacketBenchmark extends Measured {
  private final Frame frame = new Frame();
  private final Datagram datagram = new Datagram();
  private final PacketDecoder packets = new PacketDecoder();
  private final Icrc icrc = new Icrc();

  /** Records of the file. */
  @Benchmark
  public long frames(MemoryCapture capture) throws IOException {
    return sum(capture, frame::captured);
  }

  /** Records, Ethernet, IPv4, UDP. */
  @Benchmark
  public long datagrams(MemoryCapture capture) throws IOException {
    return sum(capture, () -> datagram().payloadLength());
  }

  /** As before, and the base transport header. */
  @Benchmark
  public long transportHeaders(MemoryCapture capture) throws IOException {
    return sum(
        capture,
        () -> {
          Bth bth = Bth.read(frame.bytes(), datagram().payloadOffset());
          return (long) bth.psn() + bth.opcode().headersLength();
        });
  }

  /** As before, and the ICRC. */
  @Benchmark
  public long invariantCrcs(MemoryCapture capture) throws IOException {
    return sum(capture, this::wrongCrc);
  }

  /** Adds up what a step makes of each frame. Each benchmark has a machine and one step. */
  private long sum(MemoryCapture capture, LongSupplier step) throws IOException {
    long sum = 0;
    try (FrameSource source = capture.open()) {
      while (source.next(frame)) {
        sum += step.getAsLong();
      }
    }
    return sum;
  }

  private Datagram datagram() {
    packets.decode(frame, datagram, finding -> {});
    return datagram;
  }

  private long wrongCrc() {
    Bth bth = Bth.read(frame.bytes(), datagram().payloadOffset());
    int at = datagram.payloadOffset() + datagram.payloadLength() - Icrc.LENGTH;
    int computed =
        icrc.compute(
            frame.array(),
            datagram.networkOffset(),
            datagram.transportOffset(),
            datagram.payloadOffset(),
            at,
            datagram.isIpv4());
    return computed == Icrc.stored(frame.array(), at) ? 0 : bth.psn();
  }

  /** All of the decoding, no bytes kept. */
  @Benchmark
  public CaptureSummary messages(MemoryCapture capture, Blackhole sink) throws IOException {
    return decode(capture, CaptureOptions.DEFAULT, sink);
  }

  /** All of the decoding, every message rebuilt and kept until it was handed out. */
  @Benchmark
  public CaptureSummary rebuilt(MemoryCapture capture, Blackhole sink) throws IOException {
    CaptureOptions keep =
        new CaptureOptions(
            /* digest= */ false, /* keepBytes= */ true, CaptureOptions.DEFAULT.maxMemory());
    return decode(capture, keep, sink);
  }

  private static CaptureSummary decode(
      MemoryCapture capture, CaptureOptions options, Blackhole sink) throws IOException {
    try (FrameSource source = capture.open()) {
      CaptureDecoder decoder = new CaptureDecoder(source, options, new Consumer(sink));
      while (decoder.decodeNext()) {}
      return decoder.finish();
    }
  }

  private record Consumer(Blackhole sink) implements MessageListener {
    @Override
    public void message(RpcMessage message) {
      sink.consume(message);
    }

    @Override
    public void exchange(RpcExchange exchange) {
      sink.consume(exchange);
    }
  }
}
