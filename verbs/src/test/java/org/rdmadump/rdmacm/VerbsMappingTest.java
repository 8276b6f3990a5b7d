package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The page that says where each C function is in Java has them all, and names what exists. */
class VerbsMappingTest {
  private static final Path PAGE = Path.of("..", "docs", "verbs-mapping.md");
  private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");

  /** A function of libibverbs in the table of the library in C. */
  private static final Pattern LOADED = Pattern.compile("(?m)^ +IBV\\((\\w+)\\),$");

  /** What the binding has to have of rdma_cma.h and rdma_verbs.h. */
  private static final List<String> FUNCTIONS =
      Stream.of(
              "create_event_channel destroy_event_channel create_id destroy_id migrate_id",
              "set_option create_ep destroy_ep resolve_addr bind_addr resolve_route listen connect",
              "get_request accept reject notify disconnect get_src_port get_dst_port",
              "get_local_addr get_peer_addr get_devices free_devices getaddrinfo freeaddrinfo",
              "create_qp destroy_qp join_multicast leave_multicast get_cm_event ack_cm_event",
              "event_str get_remote_ece set_local_ece reg_msgs reg_read reg_write dereg_mr",
              "create_srq destroy_srq post_recv post_send post_read post_write post_recvv",
              "post_sendv post_readv post_writev post_ud_send get_send_comp get_recv_comp")
          .flatMap(line -> Stream.of(line.split(" ")))
          .toList();

  @Test
  void shouldHaveARowWithATestOnRealDevicesForEveryFunction() throws IOException {
    List<String> rows = Files.readAllLines(PAGE);

    assertThat(FUNCTIONS)
        .allSatisfy(
            each ->
                assertThat(rows)
                    .as(each)
                    .filteredOn(row -> row.startsWith("| `rdma_" + each + "` |"))
                    .singleElement()
                    .asString()
                    .containsPattern("^\\| `\\w+` \\| `[A-Z]\\w+#\\w+`.* \\| `\\w+LabTest#\\w+`"));
  }

  @Test
  void shouldNameEveryFunctionThatTheLibraryLoads() throws IOException {
    String page = Files.readString(PAGE);
    List<String> loaded =
        LOADED
            .matcher(Files.readString(Path.of("src", "main", "c", "cm.c")))
            .results()
            .map(each -> each.group(1))
            .filter(each -> !each.equals("get_device_name"))
            .toList();

    assertThat(loaded).hasSizeGreaterThan(18);
    assertThat(loaded).allSatisfy(each -> assertThat(page).contains("`ibv_" + each + "`"));
  }

  @Test
  void shouldNameMembersThatExist() throws IOException {
    List<MatchResult> named = MEMBER.matcher(Files.readString(PAGE)).results().toList();

    assertThat(named).hasSizeGreaterThan(2 * FUNCTIONS.size());
    assertThat(named)
        .allSatisfy(
            each -> assertThat(members(each.group(1))).as(each.group()).contains(each.group(2)));
  }

  @Test
  void shouldNameTestsThatTheLabRuns() throws IOException {
    List<MatchResult> named = MEMBER.matcher(Files.readString(PAGE)).results().toList();

    assertThat(named.stream().map(each -> each.group(1)).filter(each -> each.endsWith("LabTest")))
        .isNotEmpty()
        .allSatisfy(
            each -> assertThat(type(each).getAnnotation(Tag.class).value()).isEqualTo("rdma"));
  }

  private static List<String> members(String type) {
    return Stream.<Class<?>>iterate(type(type), each -> each != null, Class::getSuperclass)
        .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
        .map(Method::getName)
        .toList();
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName("org.rdmadump.rdmacm." + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }
}
