package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rdmadump.RdmaCapture;

/** What is published says how it is used: its types, its packages, and the pages about it. */
class PublishedTypesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path DOCS = ROOT.resolve("docs");

  /** Words of a sentence that can say what a type is for. */
  private static final int FEWEST_WORDS = 5;

  private static final Pattern MODULE = Pattern.compile("<artifactId>([a-z-]+)</artifactId>");
  private static final Pattern TYPE =
      Pattern.compile(
          "(?m)^public (?:abstract |final |sealed |non-sealed )*"
              + "(?:class|record|enum|interface|@interface) (\\w+)");

  private static final Pattern NAMED = Pattern.compile("`(?:\\w+\\.)*([A-Z]\\w+)[`.(]");

  /** Expressions of messages, and of exchanges, in programs that are shown. */
  private static final Pattern OF_MESSAGES =
      Pattern.compile("\\b(?:match|matchAll|filter)\\(\\s*\"([^\"]+)\"");

  private static final Pattern OF_EXCHANGES =
      Pattern.compile(
          "\\b(?:matching|notMatching|allMatch|noneMatch|matches|matchAllExchanges)"
              + "\\(\\s*\"([^\"]+)\"");

  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    String bom = Files.readString(ROOT.resolve("bom").resolve("pom.xml"));
    for (MatchResult each : MODULE.matcher(bom).results().toList()) {
      Path folder = ROOT.resolve(each.group(1)).resolve(Path.of("src", "main", "java"));
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.endsWith("module-info.java"))
              .forEach(sources::add);
        }
      }
    }
    assertThat(sources).hasSizeGreaterThan(400);
    return sources;
  }

  /** The comment of each public type, by its name. */
  private static Map<String, String> comments() throws IOException {
    Map<String, String> comments = new TreeMap<>();
    for (Path file : sources()) {
      String source = Files.readString(file);
      Matcher type = TYPE.matcher(source);
      if (type.find()) {
        comments.put(type.group(1), commentBefore(source, type.start()));
      }
    }
    return comments;
  }

  private static String commentBefore(String source, int at) {
    int from = source.lastIndexOf("/**", at);
    int to = from < 0 ? -1 : source.indexOf("*/", from);
    return to < 0 ? "" : source.substring(from + 3, to).replaceAll("(?m)^\\s*\\*", "");
  }

  @Test
  void shouldSayOfEveryTypeWhatItIsFor() throws IOException {
    assertThat(comments())
        .hasSizeGreaterThan(300)
        .allSatisfy(
            (type, comment) -> {
              String sentence = comment.replaceAll("(?s)@param.*", "").strip();
              assertThat(sentence).as("comment of " + type).contains(".");
              assertThat(sentence.split("\\s+"))
                  .as("words of the comment of " + type)
                  .hasSizeGreaterThanOrEqualTo(FEWEST_WORDS);
            });
  }

  @Test
  void shouldShowHowTypesAreUsedThatThePagesName() throws IOException {
    Map<String, String> comments = comments();
    Set<String> named = new TreeSet<>();
    for (String page : List.of("embedding.md", "testkit.md")) {
      NAMED
          .matcher(Files.readString(DOCS.resolve(page)))
          .results()
          .map(each -> each.group(1))
          .filter(comments::containsKey)
          .forEach(named::add);
    }

    assertThat(named)
        .hasSizeGreaterThan(20)
        .allSatisfy(type -> assertThat(comments.get(type)).as(type).contains("<pre>{@code"));
  }

  @Test
  void shouldSayOfEveryPackageWhatIsInIt() throws IOException {
    Set<Path> folders = new TreeSet<>();
    for (Path file : sources()) {
      folders.add(file.resolveSibling("package-info.java"));
    }

    assertThat(folders)
        .allSatisfy(
            info -> {
              assertThat(info).exists();
              String text = Files.readString(info);
              assertThat(commentBefore(text, text.length()).strip().split("\\s+"))
                  .as(info.toString())
                  .hasSizeGreaterThanOrEqualTo(FEWEST_WORDS);
            });
  }

  @Test
  void shouldShowExpressionsThatCanBeAsked() throws IOException {
    List<Path> texts = new ArrayList<>(sources());
    texts.add(DOCS.resolve("embedding.md"));
    texts.add(DOCS.resolve("testkit.md"));
    texts.add(ROOT.resolve("README.md"));
    int count = 0;
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs41-acl.pcap")) {
      for (Path file : texts) {
        String text = shown(file);
        for (MatchResult each : OF_MESSAGES.matcher(text).results().toList()) {
          assertThatCode(() -> capture.messageCondition(each.group(1)))
              .as(file + ": " + each.group(1))
              .doesNotThrowAnyException();
          count++;
        }
        for (MatchResult each : OF_EXCHANGES.matcher(text).results().toList()) {
          assertThatCode(() -> capture.exchangeCondition(each.group(1)))
              .as(file + ": " + each.group(1))
              .doesNotThrowAnyException();
          count++;
        }
      }
    }
    assertThat(count).isGreaterThanOrEqualTo(7);
  }

  /** A page, or the comments of a source. */
  private static String shown(Path file) throws IOException {
    String text = Files.readString(file);
    if (!file.toString().endsWith(".java")) {
      return text;
    }
    StringBuilder comments = new StringBuilder();
    Pattern.compile("/\\*\\*.*?\\*/", Pattern.DOTALL)
        .matcher(text)
        .results()
        .forEach(each -> comments.append(each.group()).append('\n'));
    return comments.toString();
  }
}
