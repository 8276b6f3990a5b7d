package org.example;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/** Prints the READs and WRITEs of a capture that took long, and what RDMA did for them. */
public final class SlowCalls {
  private SlowCalls() {}

  /** Takes the name of a capture. */
  public static void main(String[] arguments) throws IOException {
    try (RdmaCapture capture = RdmaCapture.open(Path.of(arguments[0]))) {
      capture
          .matchAllExchanges("nfs.op in {READ WRITE} && rpc.latency_ns > 10ms")
          .forEach(SlowCalls::print);
      System.out.println(capture.summary().calls() + " calls in all");
    }
  }

  private static void print(RpcExchange exchange) {
    System.out.println(
        exchange.xidText()
            + " "
            + exchange.operation().orElse("?")
            + ", "
            + exchange.status().orElse("no reply")
            + " after "
            + exchange.latency().map(Duration::toMillis).orElse(0L)
            + " ms:");
    for (RdmaTransfer each : exchange.transfers()) {
      System.out.println(
          "  RDMA "
              + each.kind().label()
              + " of "
              + each.length()
              + " B, packets: "
              + each.packets());
    }
  }
}
