package org.rdmadump.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Makes the pictures of the README, {@code target/pictures/report-*.png}. They are copied to {@code
 * docs/pictures} by hand: fonts differ from machine to machine.
 */
@InChromium
class PicturesTest {
  private static final Path PICTURES = Path.of("target", "pictures");

  /** Down to the end of the time lines. */
  private static final int HEIGHT = 1430;

  private static final int MOST_BYTES = 200_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void shouldFitTheReadme(String theme, Chromium browser) throws IOException {
    browser.open(Rdmadump.report(Rdmadump.capture("rocev2-nfs41-loss"), folder));
    browser.media("screen", theme);
    Object png =
        browser
            .cdp(
                "Page.captureScreenshot",
                Map.of(
                    "captureBeyondViewport",
                    true,
                    "clip",
                    Map.of("x", 0, "y", 0, "width", 1280, "height", HEIGHT, "scale", 0.75)))
            .get("data");
    byte[] picture = Base64.getDecoder().decode(String.valueOf(png));
    Files.createDirectories(PICTURES);
    Files.write(PICTURES.resolve("report-" + theme + ".png"), picture);
    assertThat(picture).hasSizeLessThan(MOST_BYTES);
  }
}
