package org.rdmadump.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.FoldedFindings;
import org.rdmadump.analysis.check.RulePage;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.analysis.extract.MovedFile;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.report.ReportContent;
import org.rdmadump.analysis.report.Timeline;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.NvmeStats;
import org.rdmadump.analysis.stats.OperationStats;
import org.rdmadump.analysis.stats.SlowCall;
import org.rdmadump.finding.Rule;
import org.rdmadump.report.NvmeTables;
import org.rdmadump.report.StatsTables;
import org.rdmadump.report.json.ConnectionJson;
import org.rdmadump.report.json.JsonOutput;
import org.rdmadump.report.json.StatsJsonWriter;
import org.rdmadump.rpcrdma.ConnectionRecord;

/** Writes all that a report shows but its exchanges as members of a JSON object. */
final class ReportJson {
  private static final int MOST_OPERATIONS = 40;
  private static final int MOST_CONNECTIONS = 60;
  private static final int MOST_FILES = 150;
  private static final int MOST_RULES = 50;
  private static final int MOST_PATH = 200;
  private static final int MOST_ABOUT = 120;
  private static final int MOST_MESSAGE = 240;
  private static final int MOST_PAGE = 500;

  /** Of the sources of rules that no specification has. */
  private static final String OWN_PAGES = "docs/";

  /** It can hold addresses. */
  private static final String PRIVATE_DATA = ",\"private_data\":\"0x[0-9a-f]+\"";

  private static final Comparator<Troubled> WORST_FIRST =
      (one, other) -> {
        int order = Long.compare(other.troubles, one.troubles);
        return order == 0
            ? Long.compare(other.stats.record().calls(), one.stats.record().calls())
            : order;
      };

  /** A connection, and how much went wrong on it. */
  private record Troubled(ConnectionStats stats, long troubles) {
    Troubled(ConnectionStats stats) {
      this(stats, Troubles.of(stats.record()).sum());
    }
  }

  private final ReportContent content;
  private final Overview overview;
  private final Names names;
  private long begin;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final JsonOutput out = new JsonOutput(bytes, /* array= */ false);

  ReportJson(ReportContent content, Names names) {
    this.content = content;
    Overview named = content.overview();
    this.overview = names.areHidden() ? NamelessOverview.of(named, names) : named;
    this.names = names;
    names.captures(named.files());
  }

  /** {@return the members, without the brackets} */
  String members() throws IOException {
    begin = begin();
    Timeline timeline = content.timeline();
    long firstFrame = timeline.begin() + timeline.beforeFirst() - begin;
    RequestBins requests = new RequestBins(overview.withoutRpc(), firstFrame);
    long nanos = overview.summary().lastNanos() - begin;
    timeline.reach(Math.max(requests.end(), nanos));
    TimeSections time = new TimeSections(out, timeline, requests);
    out.beginObject();
    out.put("format", 1);
    out.put("names_hidden", names.areHidden());
    if (timeline.beforeFirst() > 0) {
      out.put("first_frame_ns", timeline.beforeFirst());
    }
    new OverviewSections(out, names).write(overview);
    time.write();
    operations();
    commands();
    connections();
    new RequestSections(out, overview.withoutRpc(), begin).write();
    files();
    findings(time);
    out.endObject();
    out.flush();
    String object = bytes.toString(StandardCharsets.UTF_8);
    String members = object.substring(1, object.length() - 1);
    return names.areHidden() ? names.inAddresses(members.replaceAll(PRIVATE_DATA, "")) : members;
  }

  /** From when times count: the earliest, whatever the clock did. */
  private long begin() {
    long earliest = overview.summary().firstNanos();
    Timeline timeline = content.timeline();
    timeline.reachBack(earliest);
    return timeline.bins().isEmpty() ? earliest : Math.min(earliest, timeline.begin());
  }

  private void operations() {
    List<OperationStats> operations = overview.operations();
    out.beginArray("operations");
    for (OperationStats each :
        operations.subList(0, Math.min(MOST_OPERATIONS, operations.size()))) {
      out.beginObject();
      StatsJsonWriter.members(out, StatsTables.operations(), each);
      out.put("waited_ns", each.latency().sum());
      out.put("wire_ns", each.wireNanos());
      // Its number in spans; -1 if they do not tell it apart.
      out.put("number", content.timeline().operations().indexOf(each.key()));
      out.beginArray("slowest");
      content.slowest().of(each.key()).forEach(this::slowCall);
      out.endArray();
      out.endObject();
    }
    out.endArray();
    out.put("operation_count", operations.size());
  }

  /** NVMe has few kinds of commands, so there is room for all. */
  private void commands() {
    if (overview.nvme().isEmpty()) {
      return;
    }
    out.beginArray("nvme_operations");
    for (NvmeStats each : overview.nvme()) {
      out.beginObject();
      StatsJsonWriter.members(out, NvmeTables.operations(), each);
      out.endObject();
    }
    out.endArray();
  }

  private void slowCall(SlowCall call) {
    out.beginObject();
    out.put("number", call.number());
    out.put("call_frame", call.callFrame());
    out.put("reply_frame", call.replyFrame());
    out.put("connection", call.connection());
    out.putHex("xid", call.xid());
    out.put("latency_ns", call.latency());
    if (!names.areHidden()) {
      out.put("about", ShortText.of(call.about(), MOST_ABOUT));
    }
    out.endObject();
  }

  private void connections() {
    List<Troubled> worst =
        overview.connections().stream()
            .map(Troubled::new)
            .sorted(WORST_FIRST)
            .limit(MOST_CONNECTIONS)
            .toList();
    ConnectionJson connection = new ConnectionJson(out);
    out.beginArray("connections");
    for (Troubled each : worst) {
      ConnectionRecord record = each.stats.record();
      out.beginObject();
      connection.write(each.stats);
      out.put("troubles", each.troubles);
      out.put("from_ns", Math.max(0, Times.first(record) - begin));
      out.put("to_ns", Math.max(0, Times.last(record) - begin));
      out.endObject();
    }
    out.endArray();
    out.put(
        "more_connections",
        overview.connections().size() - worst.size() + overview.otherConnections());
  }

  private void files() {
    List<MovedFile> files = content.files().files();
    out.beginArray("files");
    for (MovedFile each : files.subList(0, Math.min(MOST_FILES, files.size()))) {
      out.beginObject();
      out.put("server", names.of(Names.Kind.HOST, each.server()));
      each.path()
          .ifPresent(
              path -> out.put("path", ShortText.of(names.of(Names.Kind.PATH, path), MOST_PATH)));
      out.put("reads", each.reads());
      out.put("read_bytes", each.readBytes());
      out.put("writes", each.writes());
      out.put("written_bytes", each.writtenBytes());
      out.put("failed", each.failed());
      out.put("from_ns", each.firstNanos() - begin);
      out.put("to_ns", each.lastNanos() - begin);
      out.endObject();
    }
    out.endArray();
    out.put("file_count", files.size());
    out.put("other_file_events", content.files().others());
  }

  private void findings(TimeSections time) throws IOException {
    List<FoldedFindings.OfRule> rules = overview.findings();
    out.beginArray("findings");
    if (!rules.isEmpty()) {
      RulePages pages = RulePages.read();
      for (FoldedFindings.OfRule each : rules.subList(0, Math.min(MOST_RULES, rules.size()))) {
        findings(each, pages.page(each.rule().name()), time);
      }
    }
    out.endArray();
    out.put("rule_count", rules.size());
  }

  private void findings(FoldedFindings.OfRule found, RulePage page, TimeSections time) {
    out.beginObject();
    out.put("rule", found.rule().name());
    out.put("severity", Parts.name(found.rule().severity()));
    out.put("source", source(found.rule()));
    out.put("meaning", ShortText.of(page.meaning(), MOST_PAGE));
    out.put("advice", ShortText.of(page.advice(), MOST_PAGE));
    out.put("count", found.count());
    out.put("last_frame", found.lastFrame());
    out.beginArray("first");
    found.first().forEach(this::finding);
    out.endArray();
    time.findings(found.rule().name());
    out.endObject();
  }

  /** A rule that only a page of rdmadump has is its own: that page is not in the report. */
  private static String source(Rule rule) {
    return rule.source().startsWith(OWN_PAGES) ? "a rule of rdmadump" : rule.source();
  }

  private void finding(CheckFinding found) {
    out.beginObject();
    out.put("frame", found.finding().frame());
    out.put("connection", found.connection());
    out.putHex("xid", found.xid());
    String ends = found.ends().map(each -> " (" + each + ")").orElse("");
    out.put("message", ShortText.of(names.inText(found.finding().message()), MOST_MESSAGE) + ends);
    out.endObject();
  }
}
