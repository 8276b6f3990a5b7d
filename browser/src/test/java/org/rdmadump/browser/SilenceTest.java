package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report loads nothing, sends nothing, and its script never complains. {@link InChromium} says
 * so after each test; here it is made sure that it would notice.
 */
@InChromium
class SilenceTest {
  @TempDir Path folder;

  @Test
  void shouldAskForNothingButItself(Chromium browser) {
    Path page = Rdmadump.report(Rdmadump.capture("rocev2-nfs41-loss"), folder);
    browser.open(page);
    browser.openAll();
    assertThat(browser.requests()).containsExactly(page.toUri().toString());
  }

  @Test
  void shouldForbidToAskForAnything(Chromium browser) {
    browser.open(Rdmadump.report(Rdmadump.capture("rocev2-nfs41-loss"), folder));
    browser.run(
        "new Image().src = 'http://192.0.2.1/x'; fetch('http://192.0.2.1/y').catch(() => 0);");
    browser.run(
        "const more = document.createElement('script'); more.textContent = 'window.ran = 1';"
            + "document.body.append(more);");
    assertThat(browser.console())
        .filteredOn(each -> each.contains("Content Security Policy"))
        .hasSizeGreaterThanOrEqualTo(3);
    assertThat(browser.<Boolean>eval("window.ran === undefined")).isTrue();
    // What was refused is logged, too, so that the next test would be blamed.
    assertThat(browser.requests()).anyMatch(each -> each.contains("192.0.2.1"));
  }
}
