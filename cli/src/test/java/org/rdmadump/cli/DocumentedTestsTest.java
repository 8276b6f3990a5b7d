package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the pages of {@code docs/} name as proof is there, and {@code supported.md} proves all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedTestsTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Path SUPPORTED = DOCS.resolve("supported.md");

  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`");
  private static final Pattern METHOD = Pattern.compile("`(should[A-Za-z0-9]*)`");
  private static final Pattern CAPTURE = Pattern.compile("`([a-z0-9-]+\\.(?:pcap|pcapng))`");
  private static final Pattern TEST_METHOD = Pattern.compile("void (should[A-Za-z0-9]*)\\(");

  /** A row of a table whose heading says that its last column names proofs. */
  private static final Pattern PROVING_HEADING = Pattern.compile("\\|.*\\| proved by \\|");

  /** Proof that has no name of a test: a whole folder of captures, each with its golden output. */
  private static final Pattern ALL_CAPTURES =
      Pattern.compile("(all|most) captures|captures in `testdata/captures");

  private final Map<String, String> tests = new HashMap<>();
  private final Set<String> captures = new TreeSet<>();

  @BeforeAll
  void readNames() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        Path sources = module.resolve(Path.of("src", "test", "java"));
        if (Files.isDirectory(sources)) {
          readTests(sources);
        }
      }
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("testdata").resolve("captures"))) {
      files.map(file -> file.getFileName().toString()).forEach(captures::add);
    }
  }

  private void readTests(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith("Test.java")).toList()) {
        String name = file.getFileName().toString();
        tests.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    }
  }

  static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(DOCS)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void shouldNameTestsThatThereAre(Path page) throws IOException {
    String text = Files.readString(page);

    assertThat(tests.keySet()).containsAll(names(CLASS, text));
    Set<String> methods =
        tests.values().stream()
            .flatMap(source -> names(TEST_METHOD, source).stream())
            .collect(Collectors.toSet());
    assertThat(methods).containsAll(names(METHOD, text));
  }

  @Test
  void shouldNameCapturesThatThereAre() throws IOException {
    assertThat(captures).containsAll(names(CAPTURE, Files.readString(SUPPORTED)));
  }

  /** As the page says, those are of {@code IwarpTest} that stand without their class. */
  @Test
  void shouldNameMethodsOfTheClassThatThePageSays() throws IOException {
    assertThat(names(TEST_METHOD, tests.getOrDefault("IwarpTest", "")))
        .containsAll(names(METHOD, Files.readString(SUPPORTED)));
  }

  @Test
  void shouldProveEveryRow() throws IOException {
    boolean proves = false;
    int rows = 0;
    for (String line : Files.readAllLines(SUPPORTED)) {
      boolean isRow = line.startsWith("|") && !line.startsWith("|--") && !line.startsWith("|:--");
      if (PROVING_HEADING.matcher(line).matches()) {
        proves = true;
      } else if (!line.startsWith("|")) {
        proves = false;
      } else if (proves && isRow) {
        rows++;
        assertThat(isProof(line)).as(line).isTrue();
      }
    }
    assertThat(rows).isGreaterThan(70);
  }

  private static boolean isProof(String row) {
    return Stream.of(CLASS, METHOD, CAPTURE, ALL_CAPTURES)
        .anyMatch(pattern -> pattern.matcher(row).find());
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return names;
  }
}
