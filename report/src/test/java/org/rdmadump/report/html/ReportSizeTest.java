package org.rdmadump.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.Sample;
import org.rdmadump.analysis.report.ReportCollector;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A report has a bound, however many exchanges and findings there are. {@code
 * -Drdmadump.exchanges=1000000} with {@code -Dtest.jvm=-Xmx192m} proves the memory, too
 * (docs/report.md).
 */
class ReportSizeTest {
  private static final long EXCHANGES = Long.getLong("rdmadump.exchanges", 20_000);
  private static final long MICROSECOND = 1000;
  private static final int RULES = 300;
  private static final String LONG_TEXT = "a \"very\" long finding <b>, ".repeat(40);

  private static byte[] report() throws IOException {
    HtmlReport report = new HtmlReport(HtmlReport.MOST_EXCHANGES, false, () -> Sample.TIME);
    ReportCollector collector = report.collector(/* everything= */ true);
    for (long i = 0; i < EXCHANGES; i++) {
      long at = i * 250 * MICROSECOND;
      Finding finding = finding(i);
      RpcMessage call =
          Sample.call().number(2 * i + 1).after(at).program(100003, (int) (i % 22)).message();
      RpcMessage reply =
          Sample.reply()
              .number(2 * i + 2)
              .after(at + 1_000_000 + i % 977 * MICROSECOND)
              .program(100003, (int) (i % 22))
              .findings(finding)
              .message();
      collector.message(call);
      collector.message(reply);
      collector.exchange(
          new RpcExchange(
              (int) i,
              1,
              Optional.of(call),
              Optional.of(reply),
              Optional.of(Sample.TIMING),
              List.of(
                  Sample.transfer(RdmaTransfer.Kind.WRITE, 1, 100),
                  Sample.transfer(RdmaTransfer.Kind.READ, 2, 200)),
              List.of()));
    }
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    report.write(
        collector.content(List.of("large.pcap"), summary(), true, OptionalLong.empty()), page);
    return page.toByteArray();
  }

  private static Finding finding(long i) {
    Rule rule = new Rule("test.rule-" + i % RULES, Severity.WARNING, "RFC 8166");
    return new Finding(rule, i + 1, 42, LONG_TEXT + i);
  }

  /** The counts of a capture that has so many exchanges. */
  static CaptureSummary summary() {
    return new CaptureSummary(
        EXCHANGES * 2,
        EXCHANGES * 400,
        Map.of(),
        0,
        0,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        1,
        Map.of(),
        EXCHANGES * 2,
        0,
        EXCHANGES,
        EXCHANGES,
        0,
        0,
        0,
        0,
        Map.of(Severity.WARNING, EXCHANGES),
        Map.of(),
        Map.of(),
        0,
        Sample.TIME,
        Sample.TIME + EXCHANGES * 250 * MICROSECOND,
        List.of(),
        List.of());
  }

  private static JsonNode data(byte[] page) throws IOException {
    String text = new String(page, UTF_8);
    int from = text.indexOf("id=\"data\">") + "id=\"data\">".length();
    return new ObjectMapper().readTree(text.substring(from, text.indexOf("</script>", from)));
  }

  @Test
  void shouldStayBelowItsBoundAndCountWhatItLeavesOut() throws IOException {
    byte[] page = report();

    assertThat(page).hasSizeLessThanOrEqualTo(HtmlReport.MOST_BYTES);
    JsonNode data = data(page);
    assertThat(data.get("timed_count").asLong()).isEqualTo(EXCHANGES);
    assertThat(data.get("noticed_count").asLong()).isEqualTo(EXCHANGES);
    assertThat(data.get("slowest")).isNotEmpty().hasSizeLessThan(HtmlReport.MOST_EXCHANGES);
    assertThat(data.get("noticed")).isNotEmpty();
    assertThat(data.get("findings")).hasSize(50);
    assertThat(data.get("rule_count").asInt()).isEqualTo(RULES);
    // The slowest first.
    long latency = Long.MAX_VALUE;
    for (JsonNode number : data.get("slowest")) {
      JsonNode ladder = ladder(data, number.asLong());
      assertThat(ladder.get("latency_ns").asLong()).isLessThanOrEqualTo(latency);
      latency = ladder.get("latency_ns").asLong();
    }
  }

  private static JsonNode ladder(JsonNode data, long number) {
    for (JsonNode each : data.get("exchanges")) {
      if (each.get("number").asLong() == number) {
        return each;
      }
    }
    throw new AssertionError("exchange " + number + " is not drawn");
  }
}
