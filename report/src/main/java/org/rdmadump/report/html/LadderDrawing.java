package org.rdmadump.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.report.text.AboutCall;
import org.rdmadump.report.text.ContentText;
import org.rdmadump.report.text.TransferExtents;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.WriteChunk;

/** Writes an exchange as the JSON object of which the page draws a ladder. */
final class LadderDrawing implements Function<RpcExchange, String> {
  /** RDMA operations of a ladder. */
  private static final int MOST_STEPS = 24;

  private static final int MOST_SEGMENTS = 8;
  private static final int MOST_FINDINGS = 8;
  private static final int MOST_RANGES = 4;
  private static final int MOST_MESSAGE = 240;
  private static final int MOST_ABOUT = 160;
  private static final int MOST_CONTENT = 1600;

  /** Rules whose frame is a packet that was sent before. */
  private static final Set<String> REPEATS = Set.of("bth.psn-repeat", "tcp.retransmission");

  private final LongSupplier firstNanos;
  private final Names names;
  private final AboutCall about = new AboutCall();
  private final ContentText content = new ContentText();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final JsonOutput out = new JsonOutput(bytes, /* array= */ false);
  private final LadderPackets packets = new LadderPackets(out);

  LadderDrawing(LongSupplier firstNanos, Names names) {
    this.firstNanos = firstNanos;
    this.names = names;
  }

  @Override
  public String apply(RpcExchange exchange) {
    try {
      bytes.reset();
      out.beginRecord("ladder");
      write(exchange);
      out.endRecord();
      out.flush();
    } catch (IOException e) {
      throw new IllegalStateException("an array of bytes takes any", e);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private void write(RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call();
    Optional<RpcMessage> reply = exchange.reply();
    RpcMessage known = call.isPresent() ? call.get() : reply.orElseThrow();
    out.put("number", known.number());
    out.put("connection", exchange.connection());
    out.put("xid", exchange.xidText());
    out.put("callback", known.direction() == Direction.BACKWARD);
    if (known.rpc().isPresent()) {
      OperationKey key = OperationKey.of(known, known.rpc().get());
      out.put("protocol", key.protocol());
      out.put("op", key.operation());
    }
    out.put("time", since(call.isPresent() ? known.sendBeginNanos() : known.sendNanos()));
    out.put("latency_ns", exchange.latencyNanos());
    out.put("status", exchange.status());
    if (call.isPresent() && !names.areHidden()) {
      out.put("about", ShortText.of(about.apply(known), MOST_ABOUT));
    }
    if (exchange.timing().isPresent()) {
      timing(exchange.timing().get());
    }
    List<Finding> findings = findings(exchange, call, reply);
    out.beginArray("steps");
    send("call", call, findings);
    transfers(exchange, findings);
    send("reply", reply, findings);
    out.endArray();
    if (exchange.transfers().size() > MOST_STEPS) {
      out.put("more_steps", exchange.transfers().size() - MOST_STEPS);
    }
    chunks(known);
    missing(call, reply);
    findings(findings);
    content("call", call);
    content("reply", reply);
  }

  private long since(long nanos) {
    return nanos - firstNanos.getAsLong();
  }

  private void timing(RdmaTiming timing) {
    out.beginObject("timing");
    out.put("to_first_rdma_ns", timing.toFirstRdma());
    out.put("rdma_ns", timing.rdma());
    out.put("to_reply_ns", timing.toReply());
    out.endObject();
  }

  // ---- steps

  private void send(String kind, Optional<RpcMessage> sent, List<Finding> findings) {
    if (sent.isEmpty()) {
      return;
    }
    RpcMessage message = sent.get();
    out.beginObject();
    List<RdmaFragment> fragments = message.sendFragments();
    long first = fragments.isEmpty() ? message.sendFrame() : fragments.get(0).frame();
    long begun = Math.min(message.sendBeginNanos(), message.sendNanos());
    boolean isLater =
        begun < message.sendNanos() && (message.sendPackets() <= 1 || isRepeat(first, findings));
    out.put("kind", kind);
    // Time and frame are of the same packet: of the first copy, only the time is known.
    out.put("from_ns", since(isLater ? message.sendNanos() : begun));
    if (isLater) {
      out.put("begun_ns", since(begun));
    }
    out.put("to_ns", since(message.sendNanos()));
    out.put("first_frame", first);
    out.put("last_frame", message.sendFrame());
    out.put("length", message.sendLength());
    out.put("packets", message.sendPackets());
    out.put("message", message.number());
    if (!message.delivered()) {
      out.put("delivered", false);
    }
    if (message.invalidated().isPresent()) {
      out.putHex("invalidated", message.invalidated().getAsInt());
    }
    packets.put(fragments, message.sendLength());
    repeats(
        findings,
        each ->
            each.operation() == 0 && each.frame() >= first && each.frame() <= message.sendFrame());
    out.endObject();
  }

  private static boolean isRepeat(long frame, List<Finding> findings) {
    for (Finding each : findings) {
      if (each.frame() == frame && each.operation() == 0 && REPEATS.contains(each.rule().name())) {
        return true;
      }
    }
    return false;
  }

  private void transfers(RpcExchange exchange, List<Finding> findings) {
    List<RdmaTransfer> transfers = exchange.transfers();
    TransferExtents moved = new TransferExtents(exchange);
    // The first and the last ones: what is between them is alike.
    int head = transfers.size() > MOST_STEPS ? MOST_STEPS - MOST_STEPS / 3 : transfers.size();
    int tail = transfers.size() > MOST_STEPS ? transfers.size() - MOST_STEPS / 3 : head;
    for (int i = 0; i < transfers.size(); i++) {
      if (i < head || i >= tail) {
        transfer(transfers.get(i), moved.of(transfers.get(i)), transfers, findings);
      }
    }
  }

  private void transfer(
      RdmaTransfer transfer,
      TransferExtents.Extent extent,
      List<RdmaTransfer> all,
      List<Finding> findings) {
    out.beginObject();
    out.put("kind", transfer.kind().label());
    out.put("from_ns", since(transfer.firstNanos()));
    out.put("to_ns", since(transfer.lastNanos()));
    out.put("first_frame", transfer.firstFrame());
    out.put("last_frame", transfer.lastFrame());
    out.put("length", transfer.length());
    out.put("transferred", transfer.transferred());
    if (extent == TransferExtents.Extent.AGAIN || extent == TransferExtents.Extent.SHARED) {
      out.put("extent", extent.name().toLowerCase(Locale.ROOT));
    }
    out.put("packets", transfer.packets());
    out.putHex("handle", transfer.handle());
    out.putHex("address", transfer.address());
    if (transfer.firstPsn() >= 0) {
      out.put("first_psn", transfer.firstPsn());
      out.put("last_psn", transfer.lastPsn());
    }
    if (transfer.sink().isPresent()) {
      out.put("msn", Integer.toUnsignedLong(transfer.sink().get().messageSequence()));
    }
    packets.put(transfer.fragments());
    if (extent == TransferExtents.Extent.LACKING) {
      gaps(transfer, all);
    }
    repeats(findings, each -> TransferExtents.isAbout(each, transfer));
    comeAgain(findings, transfer);
    out.endObject();
  }

  /** What no operation brought; nothing where not all packets were kept. */
  private void gaps(RdmaTransfer transfer, List<RdmaTransfer> all) {
    List<RdmaFragment> near = new ArrayList<>();
    for (RdmaTransfer each : all) {
      if (each.kind() != transfer.kind() || each.handle() != transfer.handle()) {
        continue;
      }
      List<RdmaFragment> data = each.dataFragments();
      if (data.size() < each.packets()) {
        return;
      }
      long ahead = each.address() - transfer.address();
      for (RdmaFragment one : data) {
        long begin = one.offset() + ahead;
        long end = Math.min(begin + one.length(), transfer.length());
        if (end > Math.max(0, begin)) {
          long from = Math.max(0, begin);
          near.add(new RdmaFragment(one.place(), from, (int) (end - from), one.psn(), one.frame()));
        }
      }
    }
    packets.gaps(near, transfer.length());
  }

  /** Which of its data came again. */
  private void comeAgain(List<Finding> findings, RdmaTransfer transfer) {
    List<Finding> again = new ArrayList<>(1);
    for (Finding each : findings) {
      if (each.rule().name().equals(RpcRdmaRules.DATA_REPEATED.name())
          && TransferExtents.isAbout(each, transfer)) {
        again.add(each);
      }
    }
    if (!again.isEmpty()) {
      out.beginArray("came_again");
      for (Finding each : again) {
        out.string(each.message() + ", from frame " + each.frame());
      }
      out.endArray();
    }
  }

  private void repeats(List<Finding> findings, Predicate<Finding> isAbout) {
    int repeats = 0;
    for (Finding each : findings) {
      if (REPEATS.contains(each.rule().name()) && isAbout.test(each)) {
        if (repeats == 0) {
          out.beginArray("sent_again");
        }
        if (repeats < MOST_FINDINGS) {
          out.number(each.frame());
        }
        repeats++;
      }
    }
    if (repeats > 0) {
      out.endArray();
    }
  }

  // ---- beside the steps

  private void chunks(RpcMessage message) {
    out.beginArray("chunks");
    for (ReadChunk each : message.readChunks()) {
      chunk("Read", OptionalLong.of(each.position()), each.segments());
    }
    for (WriteChunk each : message.writeChunks()) {
      chunk("Write", OptionalLong.empty(), each.segments());
    }
    if (message.replyChunk().isPresent()) {
      chunk("Reply", OptionalLong.empty(), message.replyChunk().get().segments());
    }
    out.endArray();
  }

  private void chunk(String kind, OptionalLong position, List<ChunkSegment> segments) {
    out.beginObject();
    out.put("kind", kind);
    out.put("position", position);
    out.put("segment_count", segments.size());
    out.beginArray("segments");
    for (ChunkSegment each : segments.subList(0, Math.min(MOST_SEGMENTS, segments.size()))) {
      out.beginObject();
      out.putHex("handle", each.handle());
      out.put("length", each.length());
      out.putHex("offset", each.offset());
      out.put("transferred", each.transferred());
      out.endObject();
    }
    out.endArray();
    out.endObject();
  }

  private void missing(Optional<RpcMessage> call, Optional<RpcMessage> reply) {
    out.beginArray("missing");
    missing("call", call);
    missing("reply", reply);
    out.endArray();
  }

  private void missing(String of, Optional<RpcMessage> message) {
    List<MissingRange> ranges =
        message.isPresent() && message.get().rpc().isPresent()
            ? message.get().rpc().get().missing()
            : List.of();
    for (MissingRange each : ranges.subList(0, Math.min(MOST_RANGES, ranges.size()))) {
      out.beginObject();
      out.put("of", of);
      out.put("offset", each.offset());
      out.put("length", each.length());
      out.put("reason", each.reason().text());
      out.endObject();
    }
  }

  private static List<Finding> findings(
      RpcExchange exchange, Optional<RpcMessage> call, Optional<RpcMessage> reply) {
    List<Finding> findings = new ArrayList<>();
    if (call.isPresent()) {
      findings.addAll(call.get().findings());
    }
    if (reply.isPresent()) {
      findings.addAll(reply.get().findings());
    }
    findings.addAll(exchange.findings());
    return findings;
  }

  private void findings(List<Finding> findings) {
    out.put("finding_count", findings.size());
    out.beginArray("findings");
    for (Finding each : findings.subList(0, Math.min(MOST_FINDINGS, findings.size()))) {
      out.beginObject();
      out.put("rule", each.rule().name());
      out.put("severity", Parts.name(each.rule().severity()));
      out.put("frame", each.frame());
      out.put("message", ShortText.of(names.inText(each.message()), MOST_MESSAGE));
      out.endObject();
    }
    out.endArray();
  }

  private void content(String name, Optional<RpcMessage> message) {
    // Names, paths and owners are anywhere in it.
    if (message.isPresent() && !names.areHidden()) {
      out.put(name, ShortText.of(content.apply(message.get()), MOST_CONTENT));
    }
  }
}
