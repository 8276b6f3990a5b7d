package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/exit-status.md} has every exit status, and says when each verb ends with 1. */
class ExitStatusPageTest {
  private static final Path PAGE = Path.of("..", "docs", "exit-status.md");

  private static final Pattern STATUS = Pattern.compile("(?m)^\\| (\\d+) \\| (.+?) \\|");
  private static final Pattern FAILURE = Pattern.compile("(?m)^\\| (`[-a-z`, ]+`) \\| (.+) \\|$");
  private static final Pattern VERB = Pattern.compile("`([-a-z]+)`");

  private static List<MatchResult> rows(Pattern row) throws IOException {
    return row.matcher(Files.readString(PAGE)).results().toList();
  }

  @Test
  void shouldHaveEveryStatusOnce() throws Exception {
    TreeSet<String> statuses = new TreeSet<>();
    for (Field constant : ExitStatus.class.getDeclaredFields()) {
      if (constant.getType() == int.class) {
        statuses.add(String.valueOf(constant.getInt(null)));
      }
    }

    assertThat(rows(STATUS))
        .extracting(row -> row.group(1))
        .containsExactlyInAnyOrderElementsOf(statuses);
    assertThat(rows(STATUS)).allSatisfy(row -> assertThat(row.group(2)).isNotBlank());
  }

  @Test
  void shouldSayWhenEachVerbEndsWithOne() throws Exception {
    Map<String, String> expected = new HashMap<>();
    for (Verb verb : Verb.values()) {
      if (!verb.failure().isEmpty()) {
        expected.put(verb.word(), verb.failure());
      }
    }

    Map<String, String> documented = new LinkedHashMap<>();
    for (MatchResult row : rows(FAILURE)) {
      VERB.matcher(row.group(1))
          .results()
          .forEach(verb -> documented.put(verb.group(1), row.group(2)));
    }

    assertThat(documented).isEqualTo(expected);
  }
}
