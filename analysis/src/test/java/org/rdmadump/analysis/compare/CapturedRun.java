package org.rdmadump.analysis.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.ChangedMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** The calls of a shipped capture with their replies, from which tests make other runs. */
final class CapturedRun implements MessageListener {
  private final List<RpcExchange> exchanges = new ArrayList<>();
  private final CaptureSummary summary;

  CapturedRun(String capture) {
    Path file = Path.of("..", "testdata", "captures", capture);
    try (FrameSource source = CaptureFile.open(file)) {
      CaptureOptions options =
          new CaptureOptions(
              /* digest= */ false,
              /* keepBytes= */ true,
              CaptureOptions.DEFAULT.maxMemory(),
              CaptureOptions.DEFAULT.decodeAs());
      CaptureDecoder decoder = new CaptureDecoder(source, options, this);
      boolean more = true;
      while (more) {
        more = decoder.decodeNext();
      }
      summary = decoder.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchanges.add(exchange);
  }

  /** All of them, in the order of the capture. */
  List<RpcExchange> exchanges() {
    return exchanges;
  }

  /** A run of some exchanges. */
  RunReport run(List<RpcExchange> some) {
    RunProfile profile =
        new RunProfile(() -> 0L, new RuleSelection(List.of(), List.of("*")), Optional.empty());
    some.forEach(profile::exchange);
    return profile.report(List.of("run"), /* whole= */ true, summary);
  }

  /** Those of an operation that have a latency. */
  List<RpcExchange> of(String operation) {
    return exchanges.stream()
        .filter(each -> each.operation().equals(Optional.of(operation)))
        .filter(each -> each.latency().isPresent())
        .toList();
  }

  /**
   * Calls whose latencies are spread as those of some: any of these, and between the quantiles on a
   * line.
   *
   * @param factor of all latencies
   * @param shift in nanoseconds that all of them take longer
   */
  static List<RpcExchange> alike(
      List<RpcExchange> some, int count, double factor, long shift, Random random) {
    long[] sorted =
        some.stream().mapToLong(each -> each.latency().orElseThrow().toNanos()).sorted().toArray();
    List<RpcExchange> drawn = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      double at = random.nextDouble() * (sorted.length - 1);
      int below = (int) at;
      double nanos = sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
      RpcExchange any = some.get(random.nextInt(some.size()));
      drawn.add(withLatency(any, Math.round(nanos * factor) + shift));
    }
    return drawn;
  }

  /** Calls that took so long, in nanoseconds. */
  static List<RpcExchange> taking(RpcExchange any, long[] nanos) {
    return Arrays.stream(nanos).mapToObj(each -> withLatency(any, each)).toList();
  }

  /** Half of the latencies of some are no longer. */
  static long median(List<RpcExchange> some) {
    long[] sorted =
        some.stream().mapToLong(each -> each.latency().orElseThrow().toNanos()).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static RpcExchange withLatency(RpcExchange of, long nanos) {
    RpcMessage reply = of.reply().orElseThrow();
    RpcSummary rpc = reply.rpc().orElseThrow();
    RpcSummary changed =
        new RpcSummary(
            rpc.call(),
            rpc.xid(),
            rpc.callHeader(),
            rpc.program(),
            rpc.version(),
            rpc.procedure(),
            rpc.auth(),
            rpc.status(),
            rpc.refusal(),
            rpc.callNumber(),
            OptionalLong.of(nanos),
            rpc.timing(),
            rpc.repeatOf(),
            rpc.length(),
            rpc.sha256(),
            rpc.complete(),
            rpc.missing());
    return new RpcExchange(
        of.xid(),
        of.connection(),
        of.call(),
        Optional.of(new ChangedMessage(reply).rpc(changed).message()),
        of.timing(),
        of.transfers(),
        of.findings());
  }
}
