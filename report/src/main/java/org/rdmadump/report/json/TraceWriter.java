package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Writes exchanges as a trace that Perfetto and Chrome's viewer open (Trace Event Format): a
 * process for each connection, in it a track for calls of the client and one for those of the
 * server, on which each exchange is a pair of asynchronous events, with its RDMA operations nested
 * inside. Times count from the first frame, in microseconds with three decimals, so that no
 * nanosecond is lost.
 */
public final class TraceWriter {
  private final JsonOutput out;
  private final LongSupplier firstNanos;
  private final UnaryOperator<String> hosts;
  private final Set<Integer> named = new HashSet<>();

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param firstNanos tells the time of the first frame, in nanoseconds since the epoch
   * @param hosts what an address is called
   */
  public TraceWriter(OutputStream target, LongSupplier firstNanos, UnaryOperator<String> hosts) {
    this.out = new JsonOutput(target, /* array= */ false);
    this.firstNanos = firstNanos;
    this.hosts = hosts;
    out.beginObject();
    out.put("displayTimeUnit", "ns");
    out.beginArray("traceEvents");
  }

  /** Writes an exchange; without a call or a reply it ends with what was seen of it. */
  public void exchange(RpcExchange exchange) throws IOException {
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    Optional<RpcMessage> any = call.isPresent() ? call : reply;
    if (any.isEmpty()) {
      return;
    }
    RpcMessage known = any.get();
    boolean isForward = (known.direction() == Direction.FORWARD) == call.isPresent();
    long from = Math.min(known.sendBeginNanos(), known.sendNanos());
    long to = reply.isPresent() ? reply.get().sendNanos() : known.completedNanos();
    for (RdmaTransfer each : exchange.transfers()) {
      from = call.isPresent() ? from : Math.min(from, each.firstNanos());
      to = reply.isPresent() ? to : Math.max(to, each.lastNanos());
    }
    Track track = new Track(exchange.connection(), isForward, known.number());
    if (named.add(exchange.connection())) {
      names(known, isForward == call.isPresent());
    }
    String name = exchange.operation().orElse("message");
    begin(track, name, from);
    out.beginObject("args");
    out.put("xid", exchange.xidText());
    out.put("status", exchange.status());
    call.ifPresent(it -> out.put("call_frame", it.sendFrame()));
    reply.ifPresent(it -> out.put("reply_frame", it.sendFrame()));
    out.endObject();
    out.endObject();
    for (RdmaTransfer each : exchange.transfers()) {
      transfer(track, each, from, Math.max(from, to));
    }
    end(track, name, Math.max(from, to));
    out.passOnIfFull();
  }

  /** Where an exchange stands. */
  private record Track(int connection, boolean isForward, long id) {}

  private void transfer(Track track, RdmaTransfer transfer, long from, long to) {
    String name =
        "RDMA "
            + transfer.kind().label().substring(0, 1).toUpperCase(Locale.ROOT)
            + transfer.kind().label().substring(1);
    // Nested events have to lie within the one around them.
    begin(track, name, Math.max(from, Math.min(to, transfer.firstNanos())));
    out.beginObject("args");
    out.put("length", transfer.length());
    out.put("packets", transfer.packets());
    out.put("first_frame", transfer.firstFrame());
    out.put("last_frame", transfer.lastFrame());
    out.endObject();
    out.endObject();
    end(track, name, Math.max(from, Math.min(to, transfer.lastNanos())));
  }

  private void begin(Track track, String name, long nanos) {
    event("b", track, name, nanos);
  }

  private void end(Track track, String name, long nanos) {
    event("e", track, name, nanos);
    out.endObject();
  }

  private void event(String phase, Track track, String name, long nanos) {
    out.newline();
    out.beginObject();
    out.put("ph", phase);
    out.put("cat", track.isForward() ? "call" : "callback");
    out.put("name", name);
    out.put("id", track.id());
    place(track.connection(), track.isForward());
    out.name("ts");
    out.micros(nanos - firstNanos.getAsLong());
  }

  private void place(int connection, boolean isForward) {
    out.put("pid", connection);
    out.put("tid", isForward ? 1 : 2);
  }

  // ---- names of tracks

  private void names(RpcMessage message, boolean isFromClient) {
    String source = hosts.apply(message.source().address().toString());
    String destination = hosts.apply(message.destination().address().toString());
    String client = isFromClient ? source : destination;
    String server = isFromClient ? destination : source;
    int connection = message.connection();
    name("process_name", connection, true, "c" + connection + " " + client + " - " + server);
    name("thread_name", connection, true, "calls to " + server);
    name("thread_name", connection, false, "callbacks to " + client);
  }

  private void name(String what, int connection, boolean isForward, String name) {
    out.newline();
    out.beginObject();
    out.put("ph", "M");
    out.put("name", what);
    place(connection, isForward);
    out.beginObject("args");
    out.put("name", name);
    out.endObject();
    out.endObject();
  }

  /** Ends the trace and flushes it. */
  public void end() throws IOException {
    out.endArray();
    out.endObject();
    out.newline();
    out.flush();
  }
}
