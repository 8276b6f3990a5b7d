package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rdmadump.exercise.selftest.Fact;
import org.rdmadump.exercise.selftest.Judgement;
import org.rdmadump.exercise.selftest.SelfTestReport;
import org.rdmadump.exercise.selftest.StepResult;
import org.rdmadump.report.json.JsonOutput;

/**
 * The report of a self-test: text for a person, and the same as JSON in its last line.
 *
 * @param out where it goes
 * @param host the server's name, which is left out; empty if there is none
 */
record SelfTestFile(OutputStream out, String host) {
  private static final String JSON = "JSON";

  /** Writes all of it. */
  void write(String port, SelfTestReport report) throws IOException {
    String time = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    StringBuilder text = new StringBuilder(1 << 14);
    text.append("rdmadump ").append(Release.version()).append(", hca-selftest of ").append(port);
    text.append(", ").append(time).append("\n\n");
    text.append(
        """
        What is in this file: versions, the adapter and its link, addresses of the port
        (GIDs), the counters of the port, what each step saw. Lines of the kernel's log
        are in it if they are about the adapter. No packets, no name of a host or user.

        """);
    facts(report.facts(), "", text);
    text.append('\n');
    for (StepResult each : report.results()) {
      StepResult result = withoutHost(each);
      SelfTestText.lines(result).forEach(line -> text.append(line).append('\n'));
      facts(result.judgement().facts(), "             ", text);
    }
    text.append('\n').append(SelfTestText.counts(report)).append("\n\n");
    text.append("Counters that changed\n");
    report
        .after()
        .values()
        .forEach(
            (name, after) -> {
              long before = report.before().values().getOrDefault(name, 0L);
              if (before != after) {
                text.append(String.format(Locale.ROOT, "  %-40s %18d %18d%n", name, before, after));
              }
            });
    text.append('\n').append(JSON).append('\n');
    out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    json(port, time, report);
  }

  private StepResult withoutHost(StepResult result) {
    if (host.isEmpty()) {
      return result;
    }
    Judgement all = result.judgement();
    List<Fact> facts =
        all.facts().stream().map(fact -> new Fact(fact.name(), withoutHost(fact.value()))).toList();
    Judgement judgement =
        new Judgement(all.outcome(), withoutHost(all.why()), withoutHost(all.advice()), facts);
    return new StepResult(result.step(), judgement, result.took());
  }

  private String withoutHost(String text) {
    return text.replace(host, "HOST");
  }

  private static void facts(List<Fact> facts, String indent, StringBuilder text) {
    int width = facts.stream().mapToInt(fact -> fact.name().length()).max().orElse(0);
    for (Fact fact : facts) {
      text.append(indent).append(fact.name());
      text.append(" ".repeat(width - fact.name().length() + 2)).append(fact.value()).append('\n');
    }
  }

  private void json(String port, String time, SelfTestReport report) throws IOException {
    List<JsonObject> steps = new ArrayList<>();
    for (StepResult each : report.results()) {
      StepResult result = withoutHost(each);
      steps.add(
          new JsonObject()
              .put("step", result.step().label())
              .put("outcome", result.judgement().outcome().label())
              .put("duration_ms", result.took().toMillis())
              .putText("message", result.judgement().why())
              .putText("advice", result.judgement().advice())
              .put("facts", object(result.judgement().facts())));
    }
    JsonOutput json = new JsonOutput(out, /* array= */ false);
    json.begin();
    new JsonObject()
        .put("version", Release.version())
        .put("time", time)
        .put("port", port)
        .put("machine", object(report.facts()))
        .put("steps", steps)
        .put("counters_before", counters(report.before().values()))
        .put("counters_after", counters(report.after().values()))
        .write("hca_selftest", json);
    json.end();
  }

  private static List<JsonObject> object(List<Fact> facts) {
    List<JsonObject> objects = new ArrayList<>();
    for (Fact fact : facts) {
      objects.add(new JsonObject().put("name", fact.name()).put("value", fact.value()));
    }
    return objects;
  }

  private static JsonObject counters(Map<String, Long> counters) {
    JsonObject object = new JsonObject();
    counters.forEach(object::put);
    return object;
  }
}
