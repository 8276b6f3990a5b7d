package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** All of the report is reached and used without a mouse. */
@InChromium
class KeyboardTest {
  private static final String FOCUSED =
      "(each => each.id || each.getAttribute('aria-label') || each.textContent.trim())"
          + "(document.activeElement)";

  @TempDir Path folder;

  @BeforeEach
  void open(Chromium browser) {
    browser.open(Rdmadump.report(Rdmadump.capture("rocev2-nfs41-loss"), folder));
  }

  @Test
  void shouldReachEverything(Chromium browser) {
    browser.run(
        "window.reachable = [...document.querySelectorAll("
            + "'a[href]:not([hidden]), button:not([disabled]), summary, [tabindex=\"0\"]')]"
            // What is folded is reached once it is open.
            + ".filter(each => !each.closest('details:not([open]) > .inside'))");
    long all = browser.<Long>eval("window.reachable.length");
    List<Long> reached = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      browser.press(Keys.TAB);
      reached.add(browser.<Long>eval("window.reachable.indexOf(document.activeElement)"));
    }
    List<Long> expected = new ArrayList<>();
    for (long i = 0; i < all; i++) {
      expected.add(i);
    }
    assertThat(reached).isEqualTo(expected);
  }

  @Test
  void shouldSkipToTheReport(Chromium browser) {
    browser.press(Keys.TAB);
    assertThat(browser.<String>eval(FOCUSED)).isEqualTo("Skip to the report");
    browser.press(Keys.ENTER);
    assertThat(browser.<String>eval(FOCUSED)).isEqualTo("main");
  }

  @Test
  void shouldShowWhereTheFocusIs(Chromium browser) {
    for (int i = 0; i < 12; i++) {
      browser.press(Keys.TAB);
      assertThat(browser.<String>eval("getComputedStyle(document.activeElement).outlineStyle"))
          .as(browser.<String>eval(FOCUSED))
          .isEqualTo("solid");
    }
  }

  @Test
  void shouldSortAndOpenWithoutAMouse(Chromium browser) {
    browser.run("document.querySelector('#operations-body thead th button').focus()");
    browser.press(Keys.ENTER);
    assertThat(browser.<String>eval(FOCUSED)).isEqualTo("Operation");
    assertThat(browser.find("#operations-body thead th").getDomAttribute("aria-sort"))
        .isEqualTo("ascending");
    browser.run("document.querySelector('#operations-body tbody .name').focus()");
    browser.press(Keys.SPACE);
    assertThat(browser.texts("#operations-body .detail")).hasSize(1);
    browser.run("document.querySelector('#operations-body .slowest a').focus()");
    browser.press(Keys.ENTER);
    assertThat(browser.<String>eval("document.activeElement.tagName")).isEqualTo("SUMMARY");
    assertThat(browser.<Boolean>eval("document.activeElement.parentElement.open")).isTrue();
  }

  @Test
  void shouldKeepTheFocusWhileZooming(Chromium browser) {
    browser.run("document.querySelector('#timebar button').focus()");
    browser.press(Keys.ENTER);
    assertThat(browser.<String>eval(FOCUSED)).isEqualTo("Zoom in");
    browser.run("document.getElementById('charts').focus()");
    browser.press("+");
    assertThat(browser.<String>eval(FOCUSED)).isEqualTo("charts");
    // What a screen reader is told.
    assertThat(browser.find("#span").getDomAttribute("role")).isEqualTo("status");
    assertThat(browser.find("#charts .chart").getDomAttribute("aria-label"))
        .startsWith("Calls from ");
  }

  @Test
  void shouldChooseWhichExchangesToShow(Chromium browser) {
    browser.run("document.querySelector('#exchanges-body button[aria-pressed=false]').focus()");
    browser.press(Keys.SPACE);
    assertThat(browser.<String>eval(FOCUSED)).startsWith("With findings");
    assertThat(browser.texts("#exchanges-body summary"))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).contains("finding"));
  }
}
