package org.rdmadump.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Light, dark and on paper, from 320 pixels on. */
@InChromium
class AppearanceTest {
  private static final String GROUND = "getComputedStyle(document.body).backgroundColor";
  private static final String LIGHT = "rgb(247, 248, 250)";
  private static final String DARK = "rgb(17, 22, 29)";
  private static final String WHITE = "rgb(255, 255, 255)";

  @TempDir Path folder;

  @BeforeEach
  void open(Chromium browser) {
    browser.open(Rdmadump.report(Rdmadump.capture("rocev2-nfs41-loss"), folder));
  }

  @Test
  void shouldFollowTheSchemeOfTheSystem(Chromium browser) {
    assertThat(browser.<String>eval(GROUND)).isEqualTo(LIGHT);
    browser.media("screen", "dark");
    assertThat(browser.<String>eval(GROUND)).isEqualTo(DARK);
    browser.media("screen", "light");
    assertThat(browser.<String>eval(GROUND)).isEqualTo(LIGHT);
  }

  @Test
  void shouldChangeTheThemeByItsButton(Chromium browser) {
    browser.find("#theme").click();
    assertThat(browser.<String>eval(GROUND)).isEqualTo(DARK);
    assertThat(browser.find("#theme").getDomAttribute("aria-pressed")).isEqualTo("true");
    // The button counts more than the system does.
    browser.media("screen", "dark");
    browser.find("#theme").click();
    assertThat(browser.<String>eval(GROUND)).isEqualTo(LIGHT);
  }

  @ParameterizedTest
  @ValueSource(ints = {320, 400, 768, 1280, 2560, 3840})
  void shouldFitTheWidth(int width, Chromium browser) {
    browser.width(width);
    browser.openAll();
    assertThat(browser.<Long>eval("document.documentElement.scrollWidth"))
        .isEqualTo(browser.<Long>eval("document.documentElement.clientWidth"))
        .isBetween(width - 20L, (long) width);
    // No text is cut where it cannot be scrolled to.
    assertThat(
            browser.<String>eval(
                "[...document.querySelectorAll('main *')].filter(each =>"
                    + " !each.closest('.scroll, svg, .unseen')"
                    + " && each.scrollWidth > each.clientWidth + 1"
                    + " && getComputedStyle(each).overflowX !== 'visible')"
                    + ".map(each => each.outerHTML.slice(0, 90)).join('\\n')"))
        .isEmpty();
  }

  @Test
  void shouldLeaveOutPartsThatOnlyRpcHas(Chromium browser) {
    assertThat(browser.find("#operations").isDisplayed()).isTrue();

    browser.open(Rdmadump.report(Rdmadump.capture("../verbs/rxe-nvme"), folder));

    for (String part : List.of("operations", "exchanges", "connections", "files")) {
      assertThat(browser.find("#" + part).isDisplayed()).as(part).isFalse();
      assertThat(browser.find("nav a[href='#" + part + "']").isDisplayed()).as(part).isFalse();
    }
    assertThat(browser.find("#nvme").isDisplayed()).isTrue();
    assertThat(browser.find("#rdma").isDisplayed()).isTrue();
  }

  @Test
  void shouldPrintInBlackOnWhite(Chromium browser) {
    browser.media("print", "dark");
    assertThat(browser.<String>eval(GROUND)).isEqualTo(WHITE);
    assertThat(browser.find("nav").isDisplayed()).isFalse();
    assertThat(browser.find("#timebar").isDisplayed()).isFalse();
    assertThat(browser.find("#operations-body table").isDisplayed()).isTrue();
  }

  @Test
  void shouldFitAPageOfPaper(Chromium browser) {
    // A4 without its margins, at 96 dots an inch.
    browser.media("print", "light");
    browser.width(718);
    browser.openAll();
    assertThat(
            browser.<String>eval(
                "[...document.querySelectorAll('main table, main svg')]"
                    + ".filter(each => each.getBoundingClientRect().right > 718)"
                    + ".map(each => each.closest('section').id + ' ' + each.getAttribute('class') + ' '"
                    + " + each.getBoundingClientRect().right).join('\\n')"))
        .isEmpty();
    String pdf = String.valueOf(browser.cdp("Page.printToPDF", Map.of()).get("data"));
    assertThat(new String(Base64.getDecoder().decode(pdf), ISO_8859_1)).startsWith("%PDF-");
  }
}
