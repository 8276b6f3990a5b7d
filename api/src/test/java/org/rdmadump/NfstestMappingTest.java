package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that says where NFStest's methods went names methods that exist. */
class NfstestMappingTest {
  private static final Path PAGE = Path.of("..", "docs", "nfstest-mapping.md");
  private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");

  /** Section 11 of what is known of the original. */
  private static final List<String> ORIGINALS =
      List.of(
          "add_rdma_segment",
          "get_rdma_segment",
          "del_rdma_segment",
          "add_rdma_data",
          "add_iwarp_data",
          "add_iwarp_request",
          "reassemble_rdma_reads",
          "process_rdma_segments",
          "valid_psn",
          "add_sub_segment",
          "add_data",
          "add_fragment",
          "get_data",
          "get_size",
          "insert_data",
          "get_offset");

  @Test
  void shouldNameMethodsThatExist() throws IOException {
    List<MatchResult> named = METHOD.matcher(Files.readString(PAGE)).results().toList();
    Map<String, String> sources = sources();

    assertThat(named).hasSizeGreaterThan(40);
    assertThat(named)
        .allSatisfy(
            each ->
                assertThat(sources.get(each.group(1)))
                    .as(each.group())
                    .isNotNull()
                    .containsPattern("[\\w>\\]] " + each.group(2) + "\\("));
  }

  @Test
  void shouldHaveARowForEveryMethodOfTheOriginal() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(ORIGINALS)
        .allSatisfy(each -> assertThat(page).containsPattern("(?m)^\\| `" + each + "`"));
  }

  /** Every source of every module, by the name of its type. */
  private static Map<String, String> sources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.find(Path.of(".."), 30, (file, is) -> isSource(file))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    }
    return sources;
  }

  private static boolean isSource(Path file) {
    return file.toString().endsWith(".java") && !file.toString().contains("target");
  }
}
