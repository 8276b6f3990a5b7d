package org.rdmadump.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.exercise.ping.Latencies;
import org.rdmadump.exercise.ping.PingConnection;
import org.rdmadump.exercise.ping.PingOptions;
import org.rdmadump.exercise.ping.PingReply;
import org.rdmadump.exercise.ping.PingSummary;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Prints a line per call, and statistics, as ping(8) does. */
record PingText(PingOptions options, Environment environment) implements PingOutput {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int PERCENT = 100;

  @Override
  public boolean isStopped() {
    return environment.interruption().requested();
  }

  @Override
  public void connected(PingConnection connection) throws IOException {
    String program =
        options.program() == PingOptions.NFS
            ? "NFS"
            : "program " + Integer.toUnsignedString(options.program());
    line(
        "PING %s port %d over %s (%s): NULL of %s version %s",
        connection.peer(),
        options.port(),
        connection.device(),
        connection.iwarp() ? "iWARP" : "InfiniBand or RoCE",
        program,
        Integer.toUnsignedString(options.version()));
  }

  @Override
  public void replied(PingReply reply) throws IOException {
    if (reply.nanos().isEmpty()) {
      line("call %d: %s", reply.number(), reply.words());
    } else if (reply.isSuccess()) {
      line(
          "call %d: %s ms, %d credits",
          reply.number(), millis(reply.nanos().getAsLong()), reply.credits().orElse(0));
    } else {
      line(
          "call %d: %s ms, %s: %s",
          reply.number(), millis(reply.nanos().getAsLong()), reply.status(), reply.words());
    }
  }

  @Override
  public void endWithoutConnection() {}

  @Override
  public void end(PingSummary summary) throws IOException {
    if (summary.connection().isEmpty()) {
      return;
    }
    PingConnection connection = summary.connection().get();
    line("");
    line("--- %s ---", connection.peer());
    line(
        "%d calls, %d answered, %d refused, %d lost (%s %%)",
        summary.calls(),
        summary.answered(),
        summary.refused(),
        summary.lost(),
        summary.calls() == 0 ? 0 : summary.lost() * PERCENT / summary.calls());
    Latencies latencies = summary.latencies();
    if (latencies.count() > 0) {
      line(
          "time      min %s, avg %s%s%s%s, max %s ms",
          millis(latencies.least()),
          millis(latencies.mean()),
          percentile(latencies, 50),
          percentile(latencies, 90),
          percentile(latencies, 99),
          millis(latencies.most()));
    }
    if (summary.credits().isPresent()) {
      line("credits   %d granted", summary.credits().getAsInt());
    }
    line(
        "inline    %d bytes to the server, %d bytes to the client%s",
        connection.inlineToServer(),
        connection.inlineToClient(),
        connection.theirs().isPresent() ? "" : "; the server states no sizes (RFC 8797)");
    Optional<RpcRdmaPrivateMessage> theirs = connection.theirs();
    if (theirs.isPresent()) {
      line(
          "server    sends up to %d bytes, takes up to %d, %s remote invalidation",
          theirs.get().sendSize(),
          theirs.get().receiveSize(),
          theirs.get().remoteInvalidation() ? "supports" : "no");
    }
    line(
        "client    sends up to %d bytes, takes up to %d, %s remote invalidation",
        connection.ours().sendSize(),
        connection.ours().receiveSize(),
        connection.ours().remoteInvalidation() ? "supports" : "no");
  }

  private static String percentile(Latencies latencies, int percent) {
    OptionalLong nanos = latencies.percentile(percent);
    return nanos.isPresent() ? ", p" + percent + " " + millis(nanos.getAsLong()) : "";
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.3f", nanos / NANOS_PER_MILLI);
  }

  private void line(String format, Object... values) throws IOException {
    String text = String.format(Locale.ROOT, format, values) + "\n";
    environment.out().write(text.getBytes(StandardCharsets.US_ASCII));
    environment.out().flush();
  }
}
