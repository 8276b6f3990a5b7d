package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HelpTest {
  private static final int COLUMNS = 80;
  private static final int LINES = 40;

  @ParameterizedTest
  @EnumSource
  void shouldNameEveryOption(CommandOption option) {
    for (Verb verb : Verb.values()) {
      assertThat(names(Help.of(verb), option.display()))
          .as("%s", verb)
          .isEqualTo(isTaken(option, verb));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldDescribeTheOptionsOfTheVerbOnly(CommandOption option) {
    for (Verb verb : Verb.values()) {
      String help = Help.of(verb);
      String described = help.substring(help.indexOf("usage:"), help.indexOf("Exit status"));
      assertThat(names(described, option.display()))
          .as("%s", verb)
          .isEqualTo(isTaken(option, verb));
    }
  }

  /** Verbs have letters and words for things of their own: one of that spelling is enough. */
  private static boolean isTaken(CommandOption option, Verb verb) {
    return Stream.of(CommandOption.values())
        .anyMatch(each -> each.display().equals(option.display()) && each.belongsTo(verb));
  }

  private static boolean names(String text, String option) {
    return text.substring(text.indexOf("usage:"))
        .lines()
        .anyMatch(line -> line.matches("(.*[ ,])?" + option + "([ ,].*)?"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameEveryVerb(Verb verb) {
    assertThat(Help.of(Verb.DUMP)).containsPattern("[ \\[|]" + verb.word() + "[\\s\\]|]");
  }

  @ParameterizedTest
  @EnumSource
  void shouldFitAScreen(Verb verb) {
    assertThat(Help.of(verb).lines().toList())
        .hasSizeLessThanOrEqualTo(LINES)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(COLUMNS));
  }

  @ParameterizedTest
  @EnumSource
  void shouldNameStatusOneWhereAVerbCanEndWithIt(Verb verb) {
    String help = Help.of(verb);
    String statuses = help.substring(help.indexOf("Exit status: "));
    String failure =
        switch (verb) {
          case CHECK -> " 1 check found something at or above --fail-on,";
          case CONFORMANCE -> " 1 conformance has a case that fails, or none seen,";
          case COMPARE -> " 1 compare found a difference of --fail-on,";
          case FIELDS -> " 1 fields has no such name,";
          case EXERCISE -> " 1 exercise found bytes that differ,";
          case HCA_SELFTEST -> " 1 hca-selftest has a step that failed,";
          case PING -> " 1 ping missed an answer,";
          case DUMP, SUMMARY, REPORT, STATS, EXPORT, EXTRACT, LIVE ->
              " 1 --expect-match or --expect-no-match not met,";
          default -> "";
        };
    assertThat(statuses).contains(failure).startsWith("Exit status: 0 done,").contains(" 2 usage");
    assertThat(statuses.contains(" 1 ")).isEqualTo(!failure.isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayOfStatusOneWhatTheDocumentationSays(Verb verb) throws IOException {
    Pattern row = Pattern.compile("\\| .*`" + verb.word() + "`.* \\| (.*) \\|");
    List<String> rows =
        Files.readString(Path.of("..", "docs", "exit-status.md"))
            .lines()
            .dropWhile(line -> !line.equals("| command | status 1 |"))
            .map(row::matcher)
            .filter(Matcher::matches)
            .map(matcher -> matcher.group(1))
            .toList();
    String statuses = Help.of(verb).replaceAll("(?s).*Exit status: ", "").replaceAll("\\s+", " ");
    assertThat(statuses.contains(" 1 ")).isEqualTo(!rows.isEmpty());
    assertThat(rows)
        .hasSizeLessThanOrEqualTo(1)
        .allSatisfy(said -> assertThat(statuses).contains(" 1 " + said));
  }

  @Test
  void shouldSayWhatStatsStopsAfter() {
    assertThat(Help.of(Verb.STATS)).contains("stop after N calls with their replies");
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeginWithExamples(Verb verb) {
    String help = Help.of(verb);
    assertThat(help.indexOf("\n  rdmadump ")).isPositive().isLessThan(help.indexOf("usage"));
  }
}
