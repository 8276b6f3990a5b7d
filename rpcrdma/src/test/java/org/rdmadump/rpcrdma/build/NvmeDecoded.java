package org.rdmadump.rpcrdma.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * The NVMe commands of a capture, with SHA-256 of their data.
 *
 * @param commands in the order in which they were handed out
 * @param findings outside commands
 * @param connectionsOfFindings their connections
 * @param connections without RPC, in the order in which they ended
 */
public record NvmeDecoded(
    List<NvmeExchange> commands,
    List<Finding> findings,
    List<OptionalInt> connectionsOfFindings,
    List<ConnectionRecord> connections,
    CaptureSummary summary) {
  /** {@return those of some frames} */
  public static NvmeDecoded of(FrameSource source) {
    return of(source, new CaptureOptions(true, false, 64L << 20));
  }

  /** {@return the same, as options say} */
  public static NvmeDecoded of(FrameSource source, CaptureOptions options) {
    List<NvmeExchange> commands = new ArrayList<>();
    List<Finding> findings = new ArrayList<>();
    List<OptionalInt> connectionsOfFindings = new ArrayList<>();
    List<ConnectionRecord> connections = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void nvme(NvmeExchange exchange) {
            commands.add(exchange);
          }

          @Override
          public void finding(Finding finding, OptionalInt connection) {
            findings.add(finding);
            connectionsOfFindings.add(connection);
          }

          @Override
          public void closedWithoutRpc(ConnectionRecord connection) {
            connections.add(connection);
          }
        };
    try {
      CaptureSummary summary = new CaptureDecoder(source, options, listener).decodeAll();
      return new NvmeDecoded(commands, findings, connectionsOfFindings, connections, summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return the only command} */
  public NvmeExchange only() {
    if (commands.size() != 1) {
      throw new IllegalStateException(commands.size() + " commands");
    }
    return commands.get(0);
  }
}
