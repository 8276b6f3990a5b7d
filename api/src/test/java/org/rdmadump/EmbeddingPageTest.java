package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.example.SlowCalls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The page about embedding shows a program that compiles, and what it prints. */
class EmbeddingPageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path PROGRAM =
      Path.of("src", "test", "java", "org", "example", "SlowCalls.java");
  private static final Path CAPTURE =
      ROOT.resolve("testdata/captures/rocev2/rocev2-nfs41-any-nano.pcap");

  /** A block of code, and the next one, which is what it prints. */
  private static final Pattern BLOCKS =
      Pattern.compile("```java\\n(.*?)```.*?\\n```\\n(.*?)```", Pattern.DOTALL);

  private static final Pattern BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern CALL = Pattern.compile("\\b([a-z]\\w+)\\(");
  private static final List<String> MODULES =
      List.of(
          "api", "analysis", "analyzer-core", "live-capture", "rpc-decoders", "rpcrdma", "testkit");

  private static Matcher blocks() throws IOException {
    Matcher blocks = BLOCKS.matcher(Files.readString(ROOT.resolve("docs").resolve("embedding.md")));
    assertThat(blocks.find()).isTrue();
    return blocks;
  }

  @Test
  void shouldShowTheProgramThatIsCompiledHere() throws IOException {
    assertThat(blocks().group(1)).isEqualTo(Files.readString(PROGRAM));
  }

  @Test
  @ResourceLock(Resources.SYSTEM_OUT)
  void shouldShowWhatItPrints() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    try {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      SlowCalls.main(new String[] {CAPTURE.toString()});
    } finally {
      System.setOut(before);
    }

    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo(blocks().group(2));
  }

  private static String withoutSpaces(String text) {
    return text.replaceAll("\\s+", "");
  }

  /** All sources that tests compile, without spaces. */
  private static String compiled() throws IOException {
    StringBuilder sources = new StringBuilder();
    for (String module : List.of("api", "testkit")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/test/java"))) {
        for (Path each : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          sources.append(withoutSpaces(Files.readString(each))).append('\n');
        }
      }
    }
    return sources.toString();
  }

  @Test
  void shouldShowNothingThatIsNotCompiled() throws IOException {
    String compiled = compiled();
    List<MatchResult> shown =
        BLOCK
            .matcher(Files.readString(ROOT.resolve("docs").resolve("embedding.md")))
            .results()
            .filter(each -> !each.group(1).startsWith("module "))
            .toList();

    assertThat(shown).hasSizeGreaterThan(6);
    assertThat(shown)
        .extracting(each -> each.group(1))
        .filteredOn(each -> !compiled.contains(withoutSpaces(each)))
        .isEmpty();
  }

  @Test
  void shouldNameTheModuleThatThereIs() throws IOException {
    String page = Files.readString(ROOT.resolve("docs").resolve("embedding.md"));
    String module = Files.readString(Path.of("src", "main", "java", "module-info.java"));

    assertThat(page).contains("module org.example {\n  requires org.rdmadump;\n}");
    assertThat(module).contains("module org.rdmadump {");
  }

  @Test
  void shouldCallMethodsThatThereAre() throws IOException {
    String page = Files.readString(ROOT.resolve("docs").resolve("embedding.md"));
    String today = page.substring(0, page.indexOf("### From 0.1 to 0.2"));
    Set<String> methods = new TreeSet<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path each : files.filter(file -> file.toString().endsWith(".java")).toList()) {
          CALL.matcher(Files.readString(each)).results().forEach(it -> methods.add(it.group(1)));
        }
      }
    }

    assertThat(CODE.matcher(today).results().flatMap(each -> CALL.matcher(each.group(1)).results()))
        .hasSizeGreaterThan(80)
        .extracting(each -> each.group(1))
        .isSubsetOf(methods);
  }
}
