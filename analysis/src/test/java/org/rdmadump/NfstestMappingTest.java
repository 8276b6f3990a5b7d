package org.rdmadump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that says where NFStest's methods went names methods that exist. */
class NfstestMappingTest {
  private static final Path PAGE = Path.of("..", "docs", "nfstest-mapping.md");
  private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");
  private static final List<String> PACKAGES =
      List.of(
          "org.rdmadump",
          "org.rdmadump.rpcrdma",
          "org.rdmadump.rpcrdma.cases",
          "org.rdmadump.ib.qp",
          "org.rdmadump.iwarp.stream",
          "org.rdmadump.rpc.content",
          "org.rdmadump.xdr.decode");

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

    assertThat(named).hasSizeGreaterThan(40);
    assertThat(named)
        .allSatisfy(
            each -> assertThat(members(each.group(1))).as(each.group()).contains(each.group(2)));
  }

  @Test
  void shouldHaveARowForEveryMethodOfTheOriginal() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(ORIGINALS)
        .allSatisfy(each -> assertThat(page).containsPattern("(?m)^\\| `" + each + "`"));
  }

  private static List<String> members(String name) {
    Class<?> type =
        PACKAGES.stream()
            .flatMap(each -> load(each + "." + name).stream())
            .findFirst()
            .orElseThrow(() -> new AssertionError("no class " + name));
    return Stream.concat(
            Stream.of(name), Arrays.stream(type.getDeclaredMethods()).map(each -> each.getName()))
        .toList();
  }

  private static Optional<Class<?>> load(String name) {
    try {
      return Optional.of(Class.forName(name));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }
}
