package org.rdmadump.analysis.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.check.RulePages;
import org.rdmadump.finding.Rule;

/** Every rule that the sources make is in the catalogue, and has its section in the document. */
class RuleCatalogueTest {
  private static final Path PROJECT = Path.of("..");
  private static final Path DOCUMENT = PROJECT.resolve(Path.of("docs", "rules.md"));
  private static final Pattern HEADING = Pattern.compile("(?m)^### `(.*)`$");

  /** Where rules are made, with a constant for each. */
  private static final Pattern MADE =
      Pattern.compile(
          "static final Rule \\w+\\s*=\\s*RULES\\.(?:error|warning|note)\\(\\s*\"([^\"]*)\""
              + "|^  [A-Z_]+\\(\\s*\"(xdr\\.[a-z-]+)\"",
          Pattern.MULTILINE);

  private final RuleCatalogue catalogue = new RuleCatalogue();

  @Test
  void shouldHoldEveryRuleOfTheSources() throws IOException {
    Set<String> made = new TreeSet<>();
    for (Path source : sources()) {
      Matcher matcher = MADE.matcher(Files.readString(source));
      while (matcher.find()) {
        made.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
      }
    }
    assertThat(made).hasSizeGreaterThan(100).isEqualTo(new TreeSet<>(catalogue.names()));
  }

  @Test
  void shouldFindRulesMadeNowhereElse() throws IOException {
    // Rule itself makes the same one with another source; faults of values are an enumeration.
    Set<String> allowed = Set.of("Rule.java", "RuleList.java", "XdrFault.java");
    for (Path source : sources()) {
      String name = source.getFileName().toString();
      if (!allowed.contains(name)) {
        assertThat(Files.readString(source)).as("%s", source).doesNotContain("new Rule(");
      }
      if (!name.endsWith("Rules.java") && !name.equals("RuleList.java")) {
        assertThat(Files.readString(source)).as("%s", source).doesNotContain("new RuleList(");
      }
    }
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(PROJECT)) {
      return files
          .filter(each -> each.toString().endsWith(".java"))
          .filter(each -> each.toString().contains("/src/main/java/"))
          .toList();
    }
  }

  @Test
  void shouldNameLayerAndRuleInKebabCase() {
    assertThat(catalogue.names())
        .allMatch(name -> name.matches("[a-z0-9]+\\.[a-z0-9]+(-[a-z0-9]+)*"));
  }

  @Test
  void shouldHaveASectionForEachRuleAndForNothingElse() throws IOException {
    String document = Files.readString(DOCUMENT);
    Set<String> sections = new TreeSet<>();
    Matcher headings = HEADING.matcher(document);
    while (headings.find()) {
      assertThat(sections.add(headings.group(1))).as(headings.group(1)).isTrue();
    }
    assertThat(sections).isEqualTo(new TreeSet<>(catalogue.names()));
  }

  @Test
  void shouldSayOfEachRuleWhatItIsAndWhatToDo() throws IOException {
    String document = Files.readString(DOCUMENT);
    RulePages pages = RulePages.read();
    for (Rule rule : catalogue.rules()) {
      String head = "### `" + rule.name() + "`\n\n";
      int from = document.indexOf(head) + head.length();
      int next = document.indexOf("\n#", from);
      String section = document.substring(from, next < 0 ? document.length() : next);
      String severity = rule.severity().name().toLowerCase(Locale.ROOT);
      assertThat(section)
          .as(rule.name())
          .startsWith(severity + " · " + rule.source() + "\n\n")
          .contains("\n\nWhat to do: ")
          .containsPattern("\n\n    [^\n]+\n");
      assertThat(pages.page(rule.name()).meaning()).as(rule.name()).endsWith(".").contains(" ");
      assertThat(pages.page(rule.name()).advice()).as(rule.name()).endsWith(".").contains(" ");
      assertThat(section).contains(pages.page(rule.name()).meaning());
    }
  }

  @Test
  void shouldHaveNoPageOfARuleThatThereIsNot() throws IOException {
    assertThat(RulePages.read().page("bth.no-such-rule").meaning()).isEmpty();
    assertThat(catalogue.find("bth.no-such-rule")).isEmpty();
  }
}
