package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is drawn is told from its ground: a contrast of 3 to 1 (WCAG 2.1, 1.4.11). */
class ColoursTest {
  private static final Pattern THEME = Pattern.compile("(?m)^(?:<style>)?:root[^{]*\\{([^}]*)}");
  private static final Pattern COLOUR = Pattern.compile("--(\\w+): #([0-9a-f]{6})\\b");
  private static final double LEAST = 3;

  @Test
  void shouldTellSeriesFromTheirGround() throws IOException {
    List<Map<String, Integer>> themes =
        THEME
            .matcher(HtmlPage.of("report", "lab", List.of(), "").before())
            .results()
            .map(each -> colours(each.group(1)))
            .toList();

    assertThat(themes).hasSize(2);
    for (Map<String, Integer> theme : themes) {
      double ground = luminance(Objects.requireNonNull(theme.get("card")));
      theme.forEach(
          (name, colour) -> {
            if (name.matches("c\\d|ink|soft|link")) {
              assertThat(contrast(luminance(colour), ground))
                  .as(name + " of " + theme.keySet())
                  .isGreaterThanOrEqualTo(LEAST);
            }
          });
    }
  }

  private static Map<String, Integer> colours(String declarations) {
    Map<String, Integer> colours = new HashMap<>();
    for (MatchResult each : COLOUR.matcher(declarations).results().toList()) {
      colours.put(each.group(1), Integer.parseInt(each.group(2), 16));
    }
    return colours;
  }

  private static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }

  private static double luminance(int colour) {
    return 0.2126 * linear(colour >> 16) + 0.7152 * linear(colour >> 8) + 0.0722 * linear(colour);
  }

  private static double linear(int value) {
    double part = (value & 0xff) / 255.0;
    return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
  }
}
