package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** A span that is chosen in the time lines is that of all that stands below them. */
@InChromium
class SpanTest {
  private static final Path CAPTURE = Rdmadump.capture("rocev2-nfs41-loss");
  private static final Pattern SPAN = Pattern.compile("From (.*) to (.*) \\(.*");

  @TempDir Path folder;

  /** Time of the first frame, and nanoseconds of the least that can be chosen. */
  private long first;

  private long unit;

  /** Units of the whole capture. */
  private int units;

  @BeforeEach
  void open(Chromium browser) {
    browser.open(Rdmadump.report(CAPTURE, folder));
    String data = "JSON.parse(document.getElementById('data').textContent)";
    JsonNode time =
        Rdmadump.parsed(
            browser.eval(
                "JSON.stringify((d => ({bin: d.time.bin_ns, bins: d.time.calls.length, per:"
                    + " d.time.bins_per_span}))("
                    + data
                    + "))"));
    unit = time.get("bin").asLong() * time.get("per").asLong();
    units = (int) Math.ceil(time.get("bins").asDouble() / time.get("per").asDouble());
    first =
        Rdmadump.records("--frames", "--json", "-c", "1", CAPTURE.toString())
            .get(0)
            .get("epoch_ns")
            .asLong();
  }

  private static List<JsonNode> messages() {
    return Rdmadump.records("message", List.of("--json", CAPTURE.toString()));
  }

  private int unitOf(JsonNode message) {
    return (int) ((message.get("epoch_ns").asLong() - first) / unit);
  }

  private static Map<String, Long> calls(Chromium browser) {
    Map<String, Long> calls = new HashMap<>();
    for (List<String> row : browser.rows("#operations-body table")) {
      calls.put(row.get(0), Long.valueOf(row.get(1)));
    }
    return calls;
  }

  /** Calls of the middle half, as the key {@code +} chooses it. */
  private Map<String, Long> callsFrom(int from, int to) {
    Map<String, Long> calls = new HashMap<>();
    for (JsonNode each : messages()) {
      boolean isInside = unitOf(each) >= from && unitOf(each) < to;
      String type = each.at("/rpc/type").asText();
      if (isInside && (type.equals("call") || type.equals("reply"))) {
        String minor = each.at("/nfs/minor_version").asText();
        String name =
            each.has("nfs")
                ? "NFS v4." + minor + " " + each.at("/nfs/main_operation").asText()
                : "NFS v4 NULL";
        // An operation of which only replies are inside is shown, too.
        calls.merge(name, type.equals("call") ? 1L : 0L, Long::sum);
      }
    }
    return calls;
  }

  @Test
  void shouldFilterOperationsAfterZoomingByKeyboard(Chromium browser) {
    Map<String, Long> whole = calls(browser);
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");
    int length = (int) Math.round(units * 0.5);
    int from = (int) Math.round(units / 2.0 - length / 2.0);
    assertThat(calls(browser)).isEqualTo(callsFrom(from, from + length)).isNotEqualTo(whole);
    assertThat(browser.text("#span"))
        .startsWith(
            "From "
                + Shown.duration(from * unit)
                + " to "
                + Shown.duration((from + length) * unit));
    browser.press(Keys.HOME);
    assertThat(calls(browser)).isEqualTo(whole);
    assertThat(browser.text("#span")).startsWith("Whole capture");
  }

  @Test
  void shouldTellTimesApartHoweverCloseTheyAre(Chromium browser) {
    for (int i = 0; i < 12; i++) {
      browser.press("+");
      Matcher span = SPAN.matcher(browser.text("#span"));
      assertThat(span.matches()).isTrue();
      assertThat(span.group(1)).isNotEqualTo(span.group(2));
      assertThat(ticks(browser)).doesNotHaveDuplicates().hasSizeGreaterThan(2);
    }
  }

  /** What stands below the first chart. */
  private static List<String> ticks(Chromium browser) {
    return browser.eval(
        "(chart => [...chart.querySelectorAll('text')].map(each => [each.getAttribute('y'),"
            + " each.textContent]).filter((each, _, all) => each[0] === all[all.length - 1][0])"
            + ".map(each => each[1]))(document.querySelector('#charts .chart'))");
  }

  @Test
  void shouldTakeKeysWhereverTheFocusIs(Chromium browser) {
    browser.press("+");
    assertThat(browser.text("#span")).startsWith("From ");
    browser.run("document.querySelector('#exchanges-body summary').focus()");
    browser.press(Keys.HOME);
    assertThat(browser.text("#span")).startsWith("Whole capture");
  }

  @Test
  void shouldLeaveKeysToWhoeverNeedsThem(Chromium browser) {
    browser.press(Keys.chord(Keys.CONTROL, "+"));
    assertThat(browser.text("#span")).startsWith("Whole capture");
    browser.run("document.querySelector('main').append(document.createElement('input'))");
    browser.run("document.querySelector('main input').focus()");
    browser.press("+");
    assertThat(browser.text("#span")).startsWith("Whole capture");
    assertThat(browser.<String>eval("document.querySelector('main input').value")).isEqualTo("+");
  }

  @Test
  void shouldMoveByKeyboardAndByButtons(Chromium browser) {
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");
    browser.press("+");
    String middle = browser.text("#span");
    browser.press(Keys.ARROW_LEFT);
    String earlier = browser.text("#span");
    assertThat(earlier).isNotEqualTo(middle);
    browser.press(Keys.ARROW_RIGHT);
    assertThat(browser.text("#span")).isEqualTo(middle);
    List<WebElement> buttons = browser.all("#timebar button");
    buttons.get(2).click();
    assertThat(browser.text("#span")).isEqualTo(earlier);
    buttons.get(4).click();
    assertThat(browser.text("#span")).startsWith("Whole capture");
    assertThat(buttons.get(1).isEnabled()).isFalse();
  }

  @Test
  void shouldChooseASpanByDragging(Chromium browser) {
    WebElement chart = browser.find("#charts .chart");
    int width = chart.getSize().getWidth();
    // From a tenth to a quarter of what is drawn, between the axis and the margin.
    int left = 62;
    int room = width - left - 10;
    browser
        .actions()
        .moveToElement(chart, left + room / 10 - width / 2, 0)
        .clickAndHold()
        .moveByOffset(room * 15 / 100, 5)
        .release()
        .perform();
    Matcher span = SPAN.matcher(browser.text("#span"));
    assertThat(span.matches()).as(browser.text("#span")).isTrue();
    long whole = (long) units * unit;
    assertThat(nanos(span.group(1))).isCloseTo(whole / 10, within(2 * unit));
    assertThat(nanos(span.group(2))).isCloseTo(whole / 4, within(2 * unit));
    // All that is below has the same span.
    long calls = calls(browser).values().stream().mapToLong(Long::longValue).sum();
    assertThat(browser.texts("#charts .key")).contains("calls " + calls);
    assertThat(calls).isPositive().isLessThan(63);
    List<String> exchanges = browser.texts("#exchanges-body summary .row > :nth-child(3)");
    assertThat(exchanges)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(nanos(each.replaceAll(".* at (\\S+ \\S+).*", "$1")))
                    .isLessThanOrEqualTo(whole / 4 + 2 * unit));
    assertThat(browser.texts("#findings-body .number").stream().mapToLong(Long::parseLong).sum())
        .isLessThan(
            Rdmadump.records("finding", List.of("check", "--json", CAPTURE.toString())).size());
    browser.actions().doubleClick(chart).perform();
    assertThat(browser.text("#span")).startsWith("Whole capture");
  }

  private static Offset<Long> within(long nanos) {
    return Offset.offset(nanos);
  }

  private static long nanos(String shown) {
    String[] parts = shown.split(" ", -1);
    double unit =
        switch (parts[1]) {
          case "s" -> 1e9;
          case "ms" -> 1e6;
          case "us" -> 1e3;
          default -> 1;
        };
    return (long) (Double.parseDouble(parts[0]) * unit);
  }

  @Test
  void shouldSayWhichNumbersAreOfTheWholeCapture(Chromium browser) {
    String note = "their numbers are of the whole capture";
    assertThat(browser.text("#connections-body")).doesNotContain(note);
    String calls = browser.rows("#connections-body table").get(0).get(4);

    browser.run("document.getElementById('charts').focus()");
    browser.press("+");

    assertThat(browser.rows("#connections-body table").get(0).get(4)).isEqualTo(calls);
    assertThat(browser.text("#connections-body")).contains(note);
    if (!browser.rows("#files-body table").isEmpty()) {
      assertThat(browser.text("#files-body")).contains(note);
    }
  }

  @Test
  void shouldCountTheExchangesOfASpan(Chromium browser) {
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");

    int shown = browser.all("#exchanges-body details.exchange").size();
    assertThat(shown).isPositive().isLessThan(50);
    assertThat(browser.text("#exchanges-body [aria-pressed=true]"))
        .isEqualTo("Slowest (" + shown + " in this span)");
  }

  @Test
  void shouldBoundLatenciesOfASpan(Chromium browser) {
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");
    int length = (int) Math.round(units * 0.5);
    int from = (int) Math.round(units / 2.0 - length / 2.0);
    Map<String, List<Long>> latencies = new HashMap<>();
    for (JsonNode each : messages()) {
      if (each.path("rpc").has("latency_ns") && each.has("nfs")) {
        if (unitOf(each) >= from && unitOf(each) < from + length) {
          latencies
              .computeIfAbsent(
                  "NFS v4.1 " + each.at("/nfs/main_operation").asText(), any -> new ArrayList<>())
              .add(each.at("/rpc/latency_ns").asLong());
        }
      }
    }
    assertThat(latencies).isNotEmpty();
    for (List<String> row : browser.rows("#operations-body table")) {
      List<Long> exact = latencies.getOrDefault(row.get(0), List.of());
      if (!exact.isEmpty()) {
        long longest = Collections.max(exact);
        assertThat(row.get(7)).startsWith("\u2248 ");
        // Three digits are shown, so half a percent may be lost.
        assertThat(nanos(row.get(7).substring(2)))
            .as(row.get(0))
            .isBetween((long) (longest * 0.995), (long) (longest * 1.125 * 1.005) + 1);
      }
    }
  }

  @Test
  void shouldShowNoCallInFlightWhereNoneIs(Chromium browser) {
    // between two messages of which the first is a reply, and the other a call
    List<JsonNode> messages = messages();
    int longest = 1;
    for (int i = 1; i < messages.size(); i++) {
      longest =
          unitOf(messages.get(i)) - unitOf(messages.get(i - 1)) > silence(messages, longest)
              ? i
              : longest;
    }
    assertThat(messages.get(longest - 1).at("/rpc/type").asText()).isEqualTo("reply");
    int place = (unitOf(messages.get(longest)) + unitOf(messages.get(longest - 1))) / 2;

    browser.run("document.getElementById('charts').focus()");
    for (int length = units; length > 1; length = (int) Math.round(length * 0.5)) {
      browser.press("+");
    }
    while (from(browser) > place * unit + unit / 2) {
      browser.press(Keys.ARROW_LEFT);
    }
    while (from(browser) < place * unit - unit / 2) {
      browser.press(Keys.ARROW_RIGHT);
    }

    assertThat(browser.texts("#charts .key")).contains("calls 0", "in flight up to 0");
  }

  private int silence(List<JsonNode> messages, int at) {
    return unitOf(messages.get(at)) - unitOf(messages.get(at - 1));
  }

  private static long from(Chromium browser) {
    Matcher span = SPAN.matcher(browser.text("#span"));
    assertThat(span.matches()).isTrue();
    return nanos(span.group(1));
  }

  @Test
  void shouldKeepTheOrderOfATableAndWhatIsOpen(Chromium browser) {
    browser.find("#operations-body thead th:nth-child(2) button").click();
    browser.find("#operations-body tbody tr:first-child .name").click();
    String opened = browser.rows("#operations-body table").get(0).get(0);
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");
    browser.press(Keys.HOME);
    assertThat(browser.find("#operations-body thead th:nth-child(2)").getDomAttribute("aria-sort"))
        .isEqualTo("descending");
    assertThat(browser.texts("#operations-body [aria-expanded=true]")).containsExactly(opened);
  }
}
