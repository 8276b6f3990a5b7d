package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page about the test kit shows assertions as the tests have them. */
class TestkitPageTest {
  private static final Path PAGE = Path.of("..", "docs", "testkit.md");
  private static final Path SOURCES = Path.of("src", "main", "java");
  private static final Path TESTS =
      Path.of("src", "test", "java", "org", "rdmadump", "testkit", "AssertionKinds.java");

  /** Number, kind, assertion, test. */
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d+) \\| .* \\| `(.*)` \\| `(\\w+)` \\|$");

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s+", "");
  }

  @Test
  void shouldHaveALineForEachOfThe23Kinds() throws IOException {
    List<MatchResult> rows = ROW.matcher(Files.readString(PAGE)).results().toList();

    assertThat(rows).hasSize(23);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i).group(1)).isEqualTo(Integer.toString(i + 1));
      assertThat(rows.get(i).group(3)).startsWith("kind" + (i + 1));
    }
  }

  @Test
  void shouldShowWhatTheTestsSay() throws IOException {
    String tests = Files.readString(TESTS);

    assertThat(ROW.matcher(Files.readString(PAGE)).results())
        .allSatisfy(
            row -> {
              int from = tests.indexOf("void " + row.group(3) + "()");
              assertThat(from).as(row.group(3)).isPositive();
              assertThat(withoutSpaces(tests.substring(from, tests.indexOf("\n  }", from))))
                  .contains(withoutSpaces(row.group(2)));
            });
  }

  @Test
  void shouldNameAssertionsThatThereAre() throws IOException {
    String page = Files.readString(PAGE);
    String more =
        page.substring(page.indexOf("Further assertions:"), page.indexOf("A chain stops"));
    StringBuilder sources = new StringBuilder();
    for (String each :
        List.of("MessageAssert", "ExchangeAssert", "CaptureAssert", "ConnectionAssert")) {
      sources.append(
          Files.readString(SOURCES.resolve("org/rdmadump/testkit").resolve(each + ".java")));
    }

    assertThat(Pattern.compile("`(\\w+)").matcher(more).results())
        .hasSizeGreaterThan(15)
        .allSatisfy(each -> assertThat(sources.toString()).contains(" " + each.group(1) + "("));
  }

  @Test
  void shouldShowAGoldenAsATestHasIt() throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf("## The same workload again"));
    int from = section.indexOf("```java\n") + "```java\n".length();
    String example = section.substring(from, section.indexOf("```", from));
    String tests = Files.readString(TESTS.resolveSibling("BehaviourTest.java"));

    assertThat(example).contains(".behavesLike(");
    assertThat(withoutSpaces(tests)).contains(withoutSpaces(example));
  }

  @Test
  void shouldShowLinesOfAGoldenFile() throws IOException {
    List<String> shown =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("    /export/"))
            .map(String::strip)
            .toList();

    assertThat(shown).hasSize(2);
    assertThat(Files.readAllLines(Path.of("src/test/golden/nfs3-acl.txt"))).containsAll(shown);
  }

  @Test
  void shouldDescribeEveryKindOfDifference() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(Difference.values())
        .allSatisfy(each -> assertThat(page).contains("\n| `" + each + "` | "));
  }
}
