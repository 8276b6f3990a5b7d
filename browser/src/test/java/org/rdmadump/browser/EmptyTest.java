package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A capture of nothing has a report that says so. */
@InChromium
class EmptyTest {
  private static final int FILE_HEADER = 24;

  @TempDir Path folder;

  @BeforeEach
  void open(Chromium browser) throws IOException {
    byte[] capture = Files.readAllBytes(Rdmadump.capture("rocev2-nfs41-loss"));
    Path empty = Files.write(folder.resolve("empty.pcap"), Arrays.copyOf(capture, FILE_HEADER));
    browser.open(Rdmadump.report(empty, folder));
  }

  @Test
  void shouldHaveNoTimeLines(Chromium browser) {
    assertThat(browser.text("#span")).isEqualTo("No frame, so there are no time lines.");
    assertThat(browser.all("#charts svg")).isEmpty();
    assertThat(browser.find("#timebar").isDisplayed()).isFalse();
    assertThat(browser.find("#keys").isDisplayed()).isFalse();
    assertThat(browser.text("#operations-body")).isEqualTo("No call.");
  }

  @Test
  void shouldHaveNothingForKeysToDo(Chromium browser) {
    browser.press("+");
    assertThat(browser.text("#span")).isEqualTo("No frame, so there are no time lines.");
  }
}
