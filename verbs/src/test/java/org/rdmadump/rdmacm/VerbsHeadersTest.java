package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.testing.Needs;

/** What the headers of the libraries declare is on the page, there or with the reason. */
class VerbsHeadersTest {
  private static final Path INCLUDE = Path.of("/usr/include");
  private static final Path PAGE = Path.of("..", "docs", "verbs-mapping.md");
  private static final Path SOURCES = Path.of("src", "main", "java", "org", "rdmadump", "rdmacm");
  private static final String CMA = "rdma/rdma_cma.h";
  private static final String VERBS = "infiniband/verbs.h";

  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
  private static final Pattern FUNCTION = Pattern.compile("\\b(rdma_\\w+)\\s*\\(");
  private static final Pattern STRUCTURE =
      Pattern.compile("(?s)struct ((?:rdma|ibv)_\\w+)\\s*\\{(.*?)\\n\\};");
  private static final Pattern FIELD = Pattern.compile("(\\w+)(?:\\[[^\\]]*\\])?\\s*;");

  private static String header(String name) throws IOException {
    Needs.header(name, name.equals(VERBS) ? "libibverbs-dev" : "librdmacm-dev");
    return COMMENT.matcher(Files.readString(INCLUDE.resolve(name))).replaceAll("");
  }

  private static List<String> fields(MatchResult structure) {
    return FIELD.matcher(structure.group(2)).results().map(each -> each.group(1)).toList();
  }

  private static MatchResult structure(String header, String name) throws IOException {
    return STRUCTURE
        .matcher(header(header))
        .results()
        .filter(each -> each.group(1).equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The second cells of the rows of a structure. */
  private static String named(String structure) throws IOException {
    StringBuilder cells = new StringBuilder();
    for (String row : Files.readAllLines(PAGE)) {
      if (row.startsWith("| `" + structure + "` |")) {
        cells.append(row.split("\\|", -1)[2]);
      }
    }
    return cells.toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {CMA, "rdma/rdma_verbs.h"})
  void shouldNameEveryFunction(String header) throws IOException {
    List<String> functions =
        FUNCTION.matcher(header(header)).results().map(each -> each.group(1)).distinct().toList();
    String page = Files.readString(PAGE);

    assertThat(functions).hasSizeGreaterThan(15);
    assertThat(functions).allSatisfy(each -> assertThat(page).contains("`" + each + "`"));
  }

  @Test
  void shouldNameEveryFieldOfEveryStructureOfTheConnectionManager() throws IOException {
    List<MatchResult> structures = STRUCTURE.matcher(header(CMA)).results().toList();

    assertThat(structures).hasSizeGreaterThan(9);
    for (MatchResult each : structures) {
      String cells = named(each.group(1));
      assertThat(fields(each))
          .as(each.group(1))
          .isNotEmpty()
          .allSatisfy(field -> assertThat(cells).contains("`" + field + "`"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ibv_wc", "ibv_qp_init_attr", "ibv_qp_cap", "ibv_srq_attr", "ibv_async_event"})
  void shouldNameEveryFieldOfAStructureOfVerbs(String name) throws IOException {
    String cells = named(name);

    assertThat(fields(structure(VERBS, name)))
        .isNotEmpty()
        .allSatisfy(field -> assertThat(cells).contains("`" + field + "`"));
  }

  @ParameterizedTest
  @CsvSource({
    "ibv_device_attr, DeviceAttributes",
    "ibv_port_attr, PortAttributes",
    "ibv_qp_attr, QueuePairState"
  })
  void shouldHaveAMethodForEveryFieldThatADeviceFillsIn(String name, String type)
      throws IOException {
    String source = Files.readString(SOURCES.resolve(type + ".java"));

    assertThat(fields(structure(VERBS, name)))
        .hasSizeGreaterThan(15)
        .allSatisfy(field -> assertThat(source).containsPattern("\\b" + field + "\\b"));
  }
}
