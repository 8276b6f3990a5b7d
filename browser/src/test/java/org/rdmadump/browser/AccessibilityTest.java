package org.rdmadump.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** axe-core finds nothing that keeps people from using the report. */
@InChromium
class AccessibilityTest {
  private static final String RUN =
      "const done = arguments[arguments.length - 1];"
          + "axe.run(document, { resultTypes: ['violations', 'incomplete'] })"
          + ".then(result => done(JSON.stringify(result)), fault => done('\"' + fault + '\"'));";

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "rocev2-nfs41-loss, light, 400",
    "rocev2-nfs41-loss, light, 1280",
    "rocev2-nfs41-loss, dark, 400",
    "rocev2-nfs41-loss, dark, 1280",
    "rocev2-nfs41-delegation, light, 1280",
    "rocev2-nfs41-delegation, dark, 400"
  })
  void shouldHaveNoViolation(String capture, String theme, int width, Chromium browser)
      throws IOException {
    browser.open(Rdmadump.report(Rdmadump.capture(capture), folder, "--slowest", "4"));
    browser.width(width);
    browser.media("screen", theme);
    browser.openAll();
    assertThat(violations(browser)).isEmpty();
  }

  /** {@return what axe-core finds wrong with the page that is open} */
  static List<String> violations(Chromium browser) throws IOException {
    browser.run(axe());
    JsonNode result = Rdmadump.parsed(browser.await(RUN));
    assertThat(result.path("passes")).isNotEmpty();
    return of(result.get("violations"));
  }

  private static String axe() throws IOException {
    try (InputStream script = AccessibilityTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
    }
  }

  /** A line for each: the rule, and where. */
  private static List<String> of(JsonNode results) {
    List<String> lines = new ArrayList<>();
    for (JsonNode each : results) {
      for (JsonNode node : each.get("nodes")) {
        lines.add(
            each.get("id").asText()
                + " at "
                + node.get("target")
                + ": "
                + node.get("failureSummary").asText()
                + " "
                + node.get("html").asText());
      }
    }
    return lines;
  }
}
