package org.rdmadump.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.rdmadump.exercise.ping.Latencies;
import org.rdmadump.exercise.ping.PingConnection;
import org.rdmadump.exercise.ping.PingReply;
import org.rdmadump.exercise.ping.PingSummary;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Prints an object per call, and one of the whole run. */
final class PingJson implements PingOutput {
  private final Environment environment;
  private final JsonOutput out;

  PingJson(Environment environment, boolean array) throws IOException {
    this.environment = environment;
    this.out = new JsonOutput(environment.out(), array);
  }

  @Override
  public boolean isStopped() {
    return environment.interruption().requested();
  }

  @Override
  public void connected(PingConnection connection) throws IOException {
    out.begin();
  }

  @Override
  public void replied(PingReply reply) throws IOException {
    new JsonObject()
        .put("number", reply.number())
        .put("xid", String.format(Locale.ROOT, "0x%08x", reply.xid()))
        .put("status", reply.status())
        .putIfPresent("latency_ns", reply.nanos())
        .putIfPresent("credits", reply.credits())
        .putText("message", reply.isSuccess() ? "" : reply.words())
        .write("ping", out);
    out.flush();
    environment.out().flush();
  }

  @Override
  public void endWithoutConnection() throws IOException {
    out.begin();
    out.end();
  }

  @Override
  public void end(PingSummary summary) throws IOException {
    JsonObject object =
        new JsonObject()
            .put("calls", summary.calls())
            .put("answered", summary.answered())
            .put("refused", summary.refused())
            .put("lost", summary.lost());
    Latencies latencies = summary.latencies();
    if (latencies.count() > 0) {
      JsonObject nanos =
          new JsonObject().put("min", latencies.least()).put("avg", latencies.mean());
      for (int percent : List.of(50, 90, 99)) {
        nanos.putIfPresent("p" + percent, latencies.percentile(percent));
      }
      object.put("latency_ns", nanos.put("max", latencies.most()));
    }
    object.putIfPresent("credits", summary.credits());
    if (summary.connection().isPresent()) {
      PingConnection connection = summary.connection().get();
      object
          .put("device", connection.device())
          .put("server", connection.peer())
          .put(
              "inline",
              new JsonObject()
                  .put("to_server", connection.inlineToServer())
                  .put("to_client", connection.inlineToClient()))
          .put("client_says", said(connection.ours()))
          .putIfPresent("server_says", connection.theirs().map(PingJson::said));
    }
    object.putText("failure", summary.failure()).write("ping_summary", out);
    out.end();
  }

  private static JsonObject said(RpcRdmaPrivateMessage message) {
    return new JsonObject()
        .put("send_size", message.sendSize())
        .put("receive_size", message.receiveSize())
        .put("remote_invalidation", message.remoteInvalidation());
  }
}
