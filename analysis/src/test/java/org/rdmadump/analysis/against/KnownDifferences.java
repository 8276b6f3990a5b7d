package org.rdmadump.analysis.against;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The differences that {@code docs/tshark-nfs-differences.md} lists, each with its cause. */
final class KnownDifferences {
  private static final Path DOCUMENT = Path.of("..", "docs", "tshark-nfs-differences.md");
  private static final Pattern ROW = Pattern.compile("\\| (`.*`) \\| (.+) \\|");
  private static final Pattern WHAT = Pattern.compile("`([^`]+)`");

  /** What a row says that no shipped capture shows. */
  private static final String ELSEWHERE = "Not in a shipped capture";

  /** What differences begin with that are of no message. */
  static final String VALUE = "value ";

  private final Map<String, String> causes = new LinkedHashMap<>();

  private KnownDifferences() {}

  /** Reads the tables of the document: in the first column differences, in the second the cause. */
  static KnownDifferences read() throws IOException {
    KnownDifferences known = new KnownDifferences();
    for (String line : Files.readAllLines(DOCUMENT)) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Matcher what = WHAT.matcher(row.group(1));
        while (what.find()) {
          known.causes.put(what.group(1), row.group(2));
        }
      }
    }
    return known;
  }

  boolean explains(Difference difference) {
    return causes.containsKey(difference.what());
  }

  /** {@return those that the shipped captures show} */
  Set<String> inShippedCaptures() {
    causes.values().removeIf(cause -> cause.contains(ELSEWHERE));
    causes.keySet().removeIf(what -> what.startsWith(VALUE));
    return causes.keySet();
  }

  /** {@return those between tshark's lists of names and the declarations} */
  Set<String> ofValues() {
    causes.keySet().removeIf(what -> !what.startsWith(VALUE));
    return causes.keySet();
  }
}
