package org.example;

import java.io.IOException;
import org.rdmadump.RdmaCapture;
import org.rdmadump.live.LiveSource;
import org.rdmadump.live.net.NetCaptureOptions;
import org.rdmadump.live.net.NetDeviceCapture;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;

/** Prints calls on a device as they are answered, until a line is entered. */
public final class LiveCalls implements MessageListener {
  private LiveCalls() {}

  /** Takes the name of a net device. */
  public static void main(String[] arguments) throws IOException {
    NetDeviceCapture device = NetDeviceCapture.open(arguments[0], NetCaptureOptions.DEFAULT);
    try (LiveSource source = LiveSource.start(device)) {
      Thread stopper = new Thread(() -> stopWhenAsked(source));
      stopper.setDaemon(true);
      stopper.start();
      CaptureSummary summary = RdmaCapture.builder().run(source, new LiveCalls());
      System.out.println(summary.calls() + " calls, " + source.finish());
    }
  }

  private static void stopWhenAsked(LiveSource source) {
    try {
      int unused = System.in.read();
    } catch (IOException e) {
      System.err.println(e.getMessage());
    }
    source.stop();
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchange
        .reply()
        .flatMap(reply -> reply.content().rpc().flatMap(rpc -> rpc.procedure()))
        .ifPresent(
            procedure ->
                System.out.println(
                    procedure.name() + ", " + exchange.transfers().size() + " RDMA operations"));
  }
}
