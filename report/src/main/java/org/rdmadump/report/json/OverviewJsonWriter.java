package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.overview.ClientLoad;
import org.rdmadump.analysis.overview.CreditLoad;
import org.rdmadump.analysis.overview.LongCall;
import org.rdmadump.analysis.overview.LongSilence;
import org.rdmadump.analysis.overview.Mount;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.overview.OverviewWriter;
import org.rdmadump.analysis.overview.RequestLoad;
import org.rdmadump.analysis.overview.SideLoad;
import org.rdmadump.analysis.overview.TimeUse;
import org.rdmadump.analysis.overview.Wholeness;
import org.rdmadump.analysis.stats.FileStats;
import org.rdmadump.analysis.stats.FileUse;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.report.FileTables;
import org.rdmadump.report.NvmeTables;
import org.rdmadump.report.StatsTables;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.NvmeExchange;

/** Prints the first page about a capture as a JSON object, and the counts of the run as another. */
public final class OverviewJsonWriter implements OverviewWriter {
  private static final int MOST_FILES = 100;

  private final JsonOutput out;

  /**
   * A writer to {@code target}, which it flushes but does not close.
   *
   * @param array put brackets around the record
   */
  public OverviewJsonWriter(OutputStream target, boolean array) {
    this.out = new JsonOutput(target, array);
  }

  @Override
  public void write(Overview overview) throws IOException {
    out.begin();
    out.beginRecord("overview");
    out.put("files", overview.files());
    overview.chosen().ifPresent(count -> out.put("chosen", count));
    out.put("transports", List.copyOf(overview.transports()));
    each("protocols", List.copyOf(overview.protocols().entrySet()), this::protocol);
    each("mounts", overview.mounts(), this::mount);
    wholeness(overview.wholeness());
    time(overview.time());
    overview.longest().ifPresent(this::longest);
    overview.silence().ifPresent(this::silence);
    each("operations", overview.operations(), this::operation);
    out.put("unanswered", overview.unanswered());
    overview.sides().forEach(this::side);
    overview.credits().ifPresent(this::credits);
    each("clients", overview.clients(), this::client);
    FileUse files = overview.usedFiles().first(MOST_FILES);
    each("named_files", files.most(), this::file);
    if (files.others() > 0) {
      out.beginObject("more_files");
      StatsJsonWriter.members(out, FileTables.moreFiles(""), files);
      out.endObject();
    }
    if (overview.otherConnections() > 0) {
      out.put("other_connections", overview.otherConnections());
    }
    if (!overview.withoutRpc().connections().isEmpty()) {
      withoutRpc(RequestLoad.of(overview.withoutRpc()));
    }
    if (!overview.nvme().isEmpty()) {
      each(
          "nvme_operations",
          overview.nvme(),
          commands -> StatsJsonWriter.members(out, NvmeTables.operations(), commands));
      NvmeStats.slowest(overview.nvme()).ifPresent(one -> command("longest_command", one));
      NvmeStats.firstFailed(overview.nvme()).ifPresent(one -> command("first_failed_command", one));
    }
    each("findings", overview.findings(), this::finding);
    out.endRecord();
    SummaryJson.write(out, overview.summary());
    out.end();
  }

  private void command(String name, NvmeExchange command) {
    out.beginObject(name);
    StatsJsonWriter.members(out, NvmeTables.commands(), command);
    out.endObject();
  }

  private void withoutRpc(RequestLoad load) {
    out.beginObject("without_rpc");
    out.put("connections", load.connections());
    out.put("transports", List.copyOf(load.transports()));
    out.put("protocols", load.protocols());
    out.beginObject("requests");
    load.requests()
        .forEach(
            (kind, moved) -> {
              out.beginObject(kind.label());
              out.put("requests", moved.count());
              out.put("bytes", moved.bytes());
              out.put("slowest_ns", moved.slowest());
              out.endObject();
            });
    out.endObject();
    out.put("packets", load.packets());
    out.put("retransmitted", load.retransmitted());
    out.beginObject("bursts");
    load.bursts().forEach((cause, count) -> out.put(cause.label(), count));
    out.endObject();
    out.put("naks", load.naks());
    out.put("rnr_naks", load.notReady());
    out.put("congestion", load.congestion());
    out.put("refused", load.refused());
    out.put("aborted", load.aborted());
    out.endObject();
  }

  private <T> void each(String name, List<T> all, Consumer<T> members) {
    out.beginArray(name);
    for (T each : all) {
      out.beginObject();
      members.accept(each);
      out.endObject();
    }
    out.endArray();
  }

  private void protocol(Map.Entry<String, Long> calls) {
    out.put("protocol", calls.getKey());
    out.put("calls", calls.getValue());
  }

  private void mount(Mount mount) {
    out.put("server", mount.server());
    out.put("path", mount.path());
    out.put("protocol", mount.protocol());
  }

  private void wholeness(Wholeness wholeness) {
    out.beginObject("completeness");
    out.put("whole", wholeness.isWhole());
    out.put("read_to_end", wholeness.readToEnd());
    out.put("begun_before", wholeness.begunBefore());
    out.put("open_at_end", wholeness.openAtEnd());
    out.put("cut_at", wholeness.cutAt());
    out.put("incomplete", wholeness.incomplete());
    out.put("rules", wholeness.missing());
    out.put("evictions", wholeness.evictions());
    out.put("dropped", wholeness.dropped());
    out.endObject();
  }

  private void time(TimeUse time) {
    out.beginObject("time_use");
    out.put("duration_ns", time.span());
    out.put("busy_ns", time.busy());
    out.put("unanswered_ns", time.unanswered());
    out.put("waited_ns", time.waited());
    out.put("wire_ns", time.wire());
    if (time.unknown() > 0) {
      out.put("calls_of_unknown_time", time.unknown());
    }
    out.endObject();
  }

  private void longest(LongCall call) {
    out.beginObject("longest");
    out.put("protocol", call.key().protocol());
    out.put("op", call.key().operation());
    out.put("frame", call.frame());
    out.put("latency_ns", call.latency());
    out.put("wire_ns", call.wire());
    out.endObject();
  }

  private void silence(LongSilence silence) {
    out.beginObject("silence");
    out.put("silences", silence.silences());
    out.put("duration_ns", silence.nanos());
    out.put("connection", silence.connection());
    out.put("frame", silence.frame());
    out.put("until", silence.until().name().toLowerCase(Locale.ROOT));
    if (silence.key().isPresent()) {
      out.put("protocol", silence.key().get().protocol());
      out.put("op", silence.key().get().operation());
    }
    out.put("call_frame", silence.callFrame());
    out.putHex("xid", silence.xid());
    if (silence.repeat().isPresent()) {
      out.beginObject("repeat");
      out.put("connection", silence.repeat().get().connection());
      out.put("answered_after_ns", silence.repeat().get().nanos());
      out.endObject();
    }
    out.endObject();
  }

  private void operation(OperationStats stats) {
    StatsJsonWriter.members(out, StatsTables.operations(), stats);
    out.put("waited_ns", stats.latency().sum());
    out.put("wire_ns", stats.wireNanos());
  }

  private void side(SideLoad side) {
    out.beginObject(side.direction() == Direction.FORWARD ? "from_clients" : "from_servers");
    out.put("packets", side.packets());
    out.put("retransmitted", side.retransmitted());
    out.put("retransmitted_bytes", side.retransmittedBytes());
    out.put("timeouts", side.timeouts());
    out.put("naks", side.naks());
    out.put("rnr_naks", side.receiverNotReady());
    out.put("cnps", side.congestionNotifications());
    out.endObject();
  }

  private void credits(CreditLoad load) {
    out.beginObject("credit_use");
    out.put("connection", load.connection());
    out.put("most_in_flight", load.mostInFlight());
    out.put("least_granted", load.leastGranted());
    out.put("most_granted", load.mostGranted());
    out.put("overruns", load.overruns());
    out.put("exhausted", load.exhausted());
    out.endObject();
  }

  private void client(ClientLoad client) {
    out.put("address", client.address());
    out.put("names", client.names());
    out.put("servers", client.servers());
    out.put("connections", client.connections());
    out.put("calls", client.calls());
    out.put("unanswered", client.unanswered());
    out.put("bytes", client.bytes());
  }

  private void file(FileStats stats) {
    StatsJsonWriter.members(out, FileTables.files("", FileUse.NONE), stats);
  }

  private void finding(FoldedFindings.OfRule found) {
    CheckFinding first = found.first().get(0);
    out.put("rule", found.rule().name());
    out.put("severity", Parts.name(found.rule().severity()));
    out.put("count", found.count());
    out.put("first_frame", first.finding().frame());
    out.put("connection", first.connection());
    out.put("message", first.finding().message());
  }
}
