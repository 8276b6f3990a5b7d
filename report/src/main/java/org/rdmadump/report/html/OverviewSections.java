package org.rdmadump.report.html;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rdmadump.analysis.overview.ClientLoad;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.report.CaptureName;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.report.text.Verdict;
import org.rdmadump.report.text.Verdicts;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.ConnectionRecord;

/** Writes what the first section of a report shows, time lines apart. */
final class OverviewSections {
  private static final int MOST_FILES = 8;
  private static final int MOST_CLIENTS = 16;
  private static final int MOST_PATHS = 48;

  /** What a page of 80 columns has no room for. */
  private static final String SHORT = "Retrans.";

  private static final int MOST_SENTENCE = 600;

  private final JsonOutput out;
  private final Names names;

  OverviewSections(JsonOutput out, Names names) {
    this.out = out;
    this.names = names;
  }

  /** Writes them as members of the object that is open. */
  void write(Overview page) {
    capture(page);
    out.beginArray("verdicts");
    Verdicts.subject(page).forEach(this::verdict);
    Verdicts.verdicts(page).forEach(this::verdict);
    out.endArray();
    clients(page.clients());
    paths(page.connections());
  }

  private void capture(Overview page) {
    CaptureSummary summary = page.summary();
    out.beginArray("captures");
    page.files().stream()
        .limit(MOST_FILES)
        .forEach(name -> out.string(ShortText.of(CaptureName.of(name), MOST_PATHS)));
    out.endArray();
    out.put("capture_count", page.files().size());
    page.chosen().ifPresent(count -> out.put("chosen", count));
    out.put("frames", summary.frames());
    out.put("capture_bytes", summary.bytes());
    out.put("calls", summary.calls());
    out.put("replies", summary.replies());
    out.put("unanswered", page.unanswered());
    out.put("connection_count", summary.connections());
    if (summary.frames() > 0) {
      out.name("first_time");
      out.time(summary.firstNanos());
      out.put("duration_ns", summary.lastNanos() - summary.firstNanos());
    }
  }

  private void verdict(Verdict verdict) {
    out.beginObject();
    out.put("label", verdict.label().equals(SHORT) ? "Retransmissions" : verdict.label());
    out.put("tone", verdict.tone().name().toLowerCase(Locale.ROOT));
    out.put("text", ShortText.of(verdict.sentence(), MOST_SENTENCE));
    out.put("command", verdict.command());
    out.endObject();
  }

  private void clients(List<ClientLoad> clients) {
    out.beginArray("clients");
    for (ClientLoad each : clients.subList(0, Math.min(MOST_CLIENTS, clients.size()))) {
      out.beginObject();
      out.put("address", each.address());
      out.put(
          "names", each.names().stream().limit(2).map(it -> ShortText.of(it, MOST_PATHS)).toList());
      out.put("calls", each.calls());
      out.put("bytes", each.bytes());
      out.put("connections", each.connections());
      out.endObject();
    }
    out.endArray();
    out.put("client_count", clients.size());
  }

  /** Connections between the same two hosts, counted together. */
  private static final class Path {
    private final String client;
    private final String server;
    private long connections;
    private long calls;
    private long bytes;
    private Troubles troubles = Troubles.NONE;

    private Path(String client, String server) {
      this.client = client;
      this.server = server;
    }

    private void add(ConnectionRecord connection) {
      connections++;
      calls += connection.calls();
      bytes += connection.bytes();
      troubles = troubles.plus(Troubles.of(connection));
    }

    private long calls() {
      return calls;
    }
  }

  private void paths(List<ConnectionStats> connections) {
    Map<String, Path> paths = new LinkedHashMap<>();
    for (ConnectionStats each : connections) {
      ConnectionRecord record = each.record();
      String client = names.of(Names.Kind.HOST, record.client().address().toString());
      String server = names.of(Names.Kind.HOST, record.server().address().toString());
      paths.computeIfAbsent(client + " " + server, any -> new Path(client, server)).add(record);
    }
    List<Path> most =
        paths.values().stream()
            .sorted((one, other) -> Long.compare(other.calls(), one.calls()))
            .limit(MOST_PATHS)
            .toList();
    out.beginArray("paths");
    for (Path each : most) {
      out.beginObject();
      out.put("client", each.client);
      out.put("server", each.server);
      out.put("connections", each.connections);
      out.put("calls", each.calls);
      out.put("bytes", each.bytes);
      each.troubles.write(out, "troubles");
      out.endObject();
    }
    out.endArray();
    out.put("path_count", paths.size());
  }
}
