package org.rdmadump.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.exercise.ping.Latencies;
import org.rdmadump.exercise.ping.PingConnection;
import org.rdmadump.exercise.ping.PingReply;
import org.rdmadump.exercise.ping.PingSummary;
import org.rdmadump.report.json.JsonFormat;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.report.json.JsonRecords;
import org.rdmadump.rpcrdma.RpcRdmaPrivateMessage;

/** Prints an object per call, and one of the whole run. */
final class PingJson implements PingOutput {
  private final Environment environment;
  private final JsonGenerator out;
  private final JsonRecords records;

  PingJson(Environment environment, boolean array) throws IOException {
    this.environment = environment;
    this.out = JsonRecordWriter.generator(environment.out());
    this.records = new JsonRecords(out, array);
  }

  @Override
  public boolean isStopped() {
    return environment.interruption().requested();
  }

  @Override
  public void connected(PingConnection connection) throws IOException {
    records.begin();
  }

  @Override
  public void replied(PingReply reply) throws IOException {
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, "ping");
    out.writeNumberField("number", reply.number());
    out.writeStringField("xid", String.format(Locale.ROOT, "0x%08x", reply.xid()));
    out.writeStringField("status", reply.status());
    if (reply.nanos().isPresent()) {
      out.writeNumberField("latency_ns", reply.nanos().getAsLong());
    }
    if (reply.credits().isPresent()) {
      out.writeNumberField("credits", reply.credits().getAsInt());
    }
    if (!reply.isSuccess()) {
      out.writeStringField("message", reply.words());
    }
    out.writeEndObject();
    records.endOfRecord();
    out.flush();
    environment.out().flush();
  }

  @Override
  public void endWithoutConnection() throws IOException {
    records.begin();
    records.end();
  }

  @Override
  public void end(PingSummary summary) throws IOException {
    records.separate();
    out.writeStartObject();
    JsonFormat.begin(out, "ping_summary");
    out.writeNumberField("calls", summary.calls());
    out.writeNumberField("answered", summary.answered());
    out.writeNumberField("refused", summary.refused());
    out.writeNumberField("lost", summary.lost());
    Latencies latencies = summary.latencies();
    if (latencies.count() > 0) {
      out.writeObjectFieldStart("latency_ns");
      out.writeNumberField("min", latencies.least());
      out.writeNumberField("avg", latencies.mean());
      for (int percent : List.of(50, 90, 99)) {
        OptionalLong nanos = latencies.percentile(percent);
        if (nanos.isPresent()) {
          out.writeNumberField("p" + percent, nanos.getAsLong());
        }
      }
      out.writeNumberField("max", latencies.most());
      out.writeEndObject();
    }
    if (summary.credits().isPresent()) {
      out.writeNumberField("credits", summary.credits().getAsInt());
    }
    if (summary.connection().isPresent()) {
      connection(summary.connection().get());
    }
    if (!summary.failure().isEmpty()) {
      out.writeStringField("failure", summary.failure());
    }
    out.writeEndObject();
    records.endOfRecord();
    records.end();
  }

  private void connection(PingConnection connection) throws IOException {
    out.writeStringField("device", connection.device());
    out.writeStringField("server", connection.peer());
    out.writeObjectFieldStart("inline");
    out.writeNumberField("to_server", connection.inlineToServer());
    out.writeNumberField("to_client", connection.inlineToClient());
    out.writeEndObject();
    side("client_says", Optional.of(connection.ours()));
    side("server_says", connection.theirs());
  }

  private void side(String name, Optional<RpcRdmaPrivateMessage> said) throws IOException {
    if (said.isPresent()) {
      out.writeObjectFieldStart(name);
      out.writeNumberField("send_size", said.get().sendSize());
      out.writeNumberField("receive_size", said.get().receiveSize());
      out.writeBooleanField("remote_invalidation", said.get().remoteInvalidation());
      out.writeEndObject();
    }
  }
}
