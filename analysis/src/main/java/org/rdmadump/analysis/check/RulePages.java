package org.rdmadump.analysis.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code docs/rules.md}, which is part of the program. Each rule has a section with the
 * heading {@code ### `layer.name`}. A section holds four parts: severity and source, the meaning,
 * advice that starts with {@code What to do:}, and an example.
 */
public final class RulePages {
  private static final String FILE = "rules.md";
  private static final String HEADING = "### `";
  private static final String ADVICE = "What to do: ";
  private static final RulePage NONE = new RulePage("", "");

  private final Map<String, RulePage> pages;

  private RulePages(Map<String, RulePage> pages) {
    this.pages = pages;
  }

  /**
   * Reads the document.
   *
   * @throws IOException if this build lacks the document, or it cannot be read
   */
  public static RulePages read() throws IOException {
    InputStream document = RulePages.class.getResourceAsStream(FILE);
    if (document == null) {
      throw new IOException(FILE + " is missing in this build");
    }
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(document, StandardCharsets.UTF_8))) {
      return new RulePages(sections(lines));
    }
  }

  private static Map<String, RulePage> sections(BufferedReader lines) throws IOException {
    Map<String, RulePage> pages = new HashMap<>();
    String rule = "";
    StringBuilder meaning = new StringBuilder();
    StringBuilder advice = new StringBuilder();
    // The first paragraph holds severity and source.
    int paragraph = 0;
    boolean inside = false;
    @Nullable String line = lines.readLine();
    while (line != null) {
      if (line.startsWith("#")) {
        put(pages, rule, meaning, advice);
        rule = line.startsWith(HEADING) ? line.substring(HEADING.length(), line.length() - 1) : "";
        paragraph = 0;
        inside = false;
      } else if (line.isEmpty() || line.startsWith("    ")) {
        inside = false;
      } else {
        paragraph += inside ? 0 : 1;
        inside = true;
        if (paragraph == 2) {
          append(meaning, line);
        } else if (paragraph == 3) {
          append(advice, line);
        }
      }
      line = lines.readLine();
    }
    put(pages, rule, meaning, advice);
    return pages;
  }

  private static void append(StringBuilder text, String line) {
    if (text.length() > 0) {
      text.append(' ');
    }
    text.append(line);
  }

  private static void put(
      Map<String, RulePage> pages, String rule, StringBuilder meaning, StringBuilder advice) {
    if (!rule.isEmpty()) {
      String what = advice.toString();
      pages.put(
          rule,
          new RulePage(
              meaning.toString(),
              what.startsWith(ADVICE) ? what.substring(ADVICE.length()) : what));
    }
    meaning.setLength(0);
    advice.setLength(0);
  }

  /** {@return the text about a rule; both parts are empty if the rule has no section} */
  public RulePage page(String rule) {
    return pages.getOrDefault(rule, NONE);
  }
}
