package org.rdmadump.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Which classes can only be understood together, by what their byte code names. A nested type
 * counts as the class around it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StructureTest {
  /** Classes each of which reaches all the others. */
  private static final int MOST_TOGETHER = 6;

  /** Of sealed families, and of the schema's types: these name one another by nature. */
  private static final List<String> FAMILIES =
      List.of("org.rdmadump.xdr.decode.XdrValue", "org.rdmadump.xdr.schema.XdrType");

  private static final Path ROOT = Path.of("").toAbsolutePath().resolve("..").normalize();

  /** What jdeps says of a class: its name, and the name of one that it uses. */
  private static final Pattern USE =
      Pattern.compile("^ +(org\\.rdmadump\\.\\S+) +-> (org\\.rdmadump\\.\\S+) ", Pattern.MULTILINE);

  private final Map<String, Set<String>> uses = new HashMap<>();

  @BeforeAll
  void readClasses() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-v", "--multi-release", "base"));
    arguments.addAll(List.of("--module-path", libraries()));
    List<Path> classes = classes();
    classes.forEach(each -> arguments.add(each.toString()));
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    ToolProvider jdeps = ToolProvider.findFirst("jdeps").orElseThrow();
    assertThat(jdeps.run(out, out, arguments.toArray(String[]::new))).as(said.toString()).isZero();
    Matcher use = USE.matcher(said.toString());
    while (use.find()) {
      add(uses, outermost(use.group(1)), outermost(use.group(2)));
    }
    for (Path module : modules()) {
      assertThat(classes).as("classes of %s", module).anyMatch(each -> each.startsWith(module));
    }
  }

  private static Stream<Path> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(each -> Path.of(each).toAbsolutePath());
  }

  /** What of the class path is of this project, and not of tests. */
  private static List<Path> classes() {
    return classPath()
        .filter(each -> each.startsWith(ROOT))
        .filter(each -> !each.endsWith("test-classes") && !each.toString().endsWith("-tests.jar"))
        .toList();
  }

  /** What modules of this project require; pcap4j cannot be a module, as Libpcap says. */
  private static String libraries() {
    return classPath()
        .filter(each -> !each.startsWith(ROOT) && !each.toString().contains("pcap4j"))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Those of the default build: others are not on the class path. */
  private static List<Path> modules() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    String listed = pom.substring(pom.indexOf("<modules>"), pom.indexOf("</modules>"));
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(each -> listed.contains("<module>" + each.getFileName() + "</module>"))
          .filter(each -> Files.exists(each.resolve("src/main/java")))
          .toList();
    }
  }

  private static String outermost(String type) {
    return type.replaceFirst("\\$.*", "");
  }

  private static void add(Map<String, Set<String>> to, String user, String used) {
    if (!user.equals(used)) {
      to.computeIfAbsent(user, each -> new HashSet<>()).add(used);
    }
  }

  @Test
  @DisplayName("no more than six classes need each other, but for families of types")
  void shouldHaveNoKnots() {
    assertThat(Groups.of(uses))
        .filteredOn(each -> FAMILIES.stream().noneMatch(each::contains))
        .allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(MOST_TOGETHER));
  }

  @Test
  @DisplayName("a family of types holds nothing of another package")
  void shouldKeepFamiliesInOnePackage() {
    assertThat(Groups.of(uses))
        .filteredOn(each -> FAMILIES.stream().anyMatch(each::contains))
        .hasSize(FAMILIES.size())
        .allSatisfy(
            each -> assertThat(each.stream().map(StructureTest::packageOf).distinct()).hasSize(1));
  }

  @Test
  @DisplayName("no packages use each other in a circle")
  void shouldHaveNoCirclesOfPackages() {
    Map<String, Set<String>> packages = new HashMap<>();
    uses.forEach(
        (user, all) -> all.forEach(used -> add(packages, packageOf(user), packageOf(used))));

    assertThat(Groups.of(packages)).isEmpty();
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }
}
