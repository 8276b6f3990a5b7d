package org.rdmadump.nfstest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What docs/nfstest-mapping.md says is here, is done by a program that embeds: the tests of this
 * package have one for each row of its tables, named after the table and the row.
 */
class NfstestByEmbeddingTest {
  private static final Path PAGE = Path.of("..", "docs", "nfstest-mapping.md");
  private static final Path TESTS = Path.of("src", "test", "java", "org", "rdmadump", "nfstest");
  private static final Pattern HEADING = Pattern.compile("## (.*)");
  private static final Pattern ROW = Pattern.compile("\\| (.*?) \\| (.*?) \\|.*");

  /** A test that a row names; NfstestMappingTest sees that it exists. */
  private static final Pattern TEST = Pattern.compile("`\\w+Test#should\\w+`");

  /** Tables whose rows name their tests. */
  private static final Set<String> OTHERS = Set.of("Limits that are gone", "iWARP, case by case");

  /** The rows of the page that a test here is about, as they are called. */
  static List<String> rows() throws IOException {
    List<String> rows = new ArrayList<>();
    String heading = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher title = HEADING.matcher(line);
      Matcher row = ROW.matcher(line);
      if (title.matches()) {
        heading = title.group(1);
      } else if (row.matches()
          && !OTHERS.contains(heading)
          && !Set.of("original", "nfstest_pkt").contains(row.group(1))
          && !line.contains("not planned")) {
        String what = row.group(1).equals("(none)") ? row.group(2) : row.group(1);
        rows.add(
            (heading.replaceAll("[:,].*", "") + ": " + what).replace("`", "").replace('"', '\''));
      }
    }
    return rows;
  }

  @Test
  void shouldHaveATestForEachRow() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.list(TESTS)) {
      for (Path each : files.toList()) {
        sources.append(Files.readString(each));
      }
    }
    String source = sources.toString().replaceAll("\\(\\s+\"", "(\"");

    assertThat(rows())
        .hasSizeGreaterThan(50)
        .allSatisfy(each -> assertThat(source).contains("@DisplayName(\"" + each + "\")"));
  }

  @Test
  void shouldNameATestInEachRowOfTheOtherTables() throws IOException {
    List<String> rows = new ArrayList<>();
    String heading = "";
    for (String line : Files.readAllLines(PAGE)) {
      Matcher title = HEADING.matcher(line);
      if (title.matches()) {
        heading = title.group(1);
      } else if (OTHERS.contains(heading)
          && line.startsWith("| ")
          && !line.matches("\\| (\\| the original|observed) .*")) {
        rows.add(line);
      }
    }

    assertThat(rows)
        .hasSizeGreaterThan(30)
        .allSatisfy(each -> assertThat(each).containsPattern(TEST));
  }
}
