package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.ComparedValue;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.compare.ValueUnit;
import org.rdmadump.analysis.compare.Verdict;

/** A page has a bound; what differs has room before what does not. */
class ComparisonPageTest {
  private static final int VALUES = 20_000;

  @Test
  void shouldLeaveOutWhatMattersLeastIfThereIsTooMuch() throws IOException {
    List<ComparedValue> values = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      values.add(value("same-" + i, Verdict.SAME));
    }
    values.add(value("the-last-is-new", Verdict.WORSE));
    RunReport run =
        new RunReport(
            List.of("/home/me/a.pcap"),
            /* whole= */ true,
            Set.of(),
            List.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            ReportSizeTest.summary());
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    new ComparisonPage(out)
        .write(new ComparisonReport(run, run, false, List.of(), List.of(), values));

    String page = out.toString(StandardCharsets.UTF_8);
    assertThat(out.size()).isBetween(HtmlReport.MOST_BYTES * 9 / 10, HtmlReport.MOST_BYTES);
    assertThat(page).contains("the-last-is-new", "\"record\":\"comparison\"");
    assertThat(page).doesNotContain("/home/me");
    Matcher leftOut = Pattern.compile("\"left_out\":(\\d+)}").matcher(page);
    assertThat(leftOut.find()).isTrue();
    long shown = Pattern.compile("\"record\":\"compared\"").matcher(page).results().count();
    assertThat(Integer.parseInt(leftOut.group(1))).isEqualTo(VALUES + 1 - shown);
  }

  private static ComparedValue value(String rule, Verdict verdict) {
    return new ComparedValue(
        CompareKind.FINDINGS,
        "",
        rule,
        "findings",
        ValueUnit.COUNT,
        List.of(1L),
        List.of(1L),
        Optional.empty(),
        verdict);
  }
}
