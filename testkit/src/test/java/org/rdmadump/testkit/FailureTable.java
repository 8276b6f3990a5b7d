package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every public assertion of a class is seen to fail, with what it says: one that is added without a
 * failure here fails the build.
 */
abstract class FailureTable {
  private static final Path SOURCES = Path.of("src", "main", "java", "org", "rdmadump", "testkit");

  /** Methods of a stack trace that may be of an assertion. */
  private static final int DEEPEST = 12;

  private final String name;

  /** Of the class of that name, in the module's package. */
  FailureTable(String name) {
    this.name = name;
  }

  /** An assertion each, of which some may fail in several ways. */
  abstract List<Failure> failures() throws IOException;

  @TestFactory
  Stream<DynamicTest> shouldFailAndSayWhatThereIs() throws IOException {
    return failures().stream()
        .map(each -> dynamicTest(each.method() + ": " + each.words(), () -> fails(each)));
  }

  private void fails(Failure failure) {
    assertThat(failure.thrown()).as("a failure").isPresent();
    Throwable thrown = failure.thrown().orElseThrow();

    assertThat(thrown)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected ")
        .hasMessageContaining(failure.words());
    assertThat(Arrays.stream(thrown.getStackTrace()).limit(DEEPEST))
        .as(failure.method() + " among the methods that failed")
        .anyMatch(
            frame ->
                frame.getClassName().endsWith("." + name)
                    && frame.getMethodName().equals(failure.method()));
  }

  @Test
  void shouldHaveAFailureOfEveryPublicAssertion() throws IOException {
    Set<String> failing =
        failures().stream().map(Failure::method).collect(Collectors.toCollection(TreeSet::new));

    assertThat(failing).isEqualTo(assertions());
  }

  private Set<String> assertions() throws IOException {
    String source = Files.readString(SOURCES.resolve(name + ".java"));
    return Pattern.compile("(?m)^  public \\w+Assert (\\w+)\\(")
        .matcher(source)
        .results()
        .map((MatchResult each) -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
