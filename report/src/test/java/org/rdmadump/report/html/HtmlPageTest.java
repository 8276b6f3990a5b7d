package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Who changes a style or a script finds its new hash here, in what a test says. */
class HtmlPageTest {
  @Test
  void shouldNameStyleAndScriptOfAReportByTheirHashes() throws Exception {
    shouldHaveItsHashes(HtmlPage.of("report", "lab", HtmlReport.SCRIPTS, HtmlReport.SCRIPT_HASH));
  }

  @Test
  void shouldNameStyleAndScriptOfAComparisonByTheirHashes() throws Exception {
    shouldHaveItsHashes(
        HtmlPage.of("comparison", "lab", ComparisonPage.SCRIPTS, ComparisonPage.SCRIPT_HASH));
  }

  private static void shouldHaveItsHashes(HtmlPage page) throws NoSuchAlgorithmException {
    assertThat(page.before())
        .contains("style-src '" + hash(inside(page.before(), "style")) + "'")
        .contains("script-src '" + hash(inside(page.behind(), "script")) + "'");
  }

  private static String inside(String page, String element) {
    int from = page.lastIndexOf("<" + element + ">") + element.length() + 2;
    return page.substring(from, page.indexOf("</" + element + ">", from));
  }

  private static String hash(String text) throws NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(HtmlPage.bytes(text));
    return "sha256-" + Base64.getEncoder().encodeToString(digest);
  }
}
