package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that says where python-rdma's members went has them all, and names what exists. */
class DevicesMappingTest {
  private static final Path PAGE = Path.of("..", "docs", "devices-mapping.md");
  private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w+)#(\\w+)`");

  /** The public members of the module, in its order. */
  private static final List<String> ORIGINALS =
      List.of(
          "SYS_INFINIBAND",
          "SysFSCache",
          "DemandList",
          "first",
          "index",
          "clear",
          "itervalues",
          "iterkeys",
          "DemandList2",
          "EndPort",
          "parent",
          "port_id",
          "pkeys",
          "gids",
          "lid",
          "lmc",
          "phys_state",
          "state",
          "sm_lid",
          "sm_sl",
          "port_guid",
          "rate",
          "cap_mask",
          "default_gid",
          "subnet_timeout",
          "pkey_index",
          "sa_path",
          "lid_change",
          "sm_change",
          "pkey_change",
          "Context.handle_async_event",
          "RDMADevice",
          "end_ports",
          "name",
          "phys_port_cnt",
          "node_type",
          "node_guid",
          "node_desc",
          "fw_ver",
          "sys_image_guid",
          "board_id",
          "hw_ver",
          "hca_type",
          "find_port_gid",
          "find_port_guid",
          "find_node_guid",
          "find_port_name");

  @Test
  void shouldNameMembersThatExist() throws IOException {
    List<MatchResult> named = MEMBER.matcher(Files.readString(PAGE)).results().toList();

    assertThat(named).hasSizeGreaterThan(ORIGINALS.size());
    assertThat(named)
        .allSatisfy(
            each -> assertThat(members(each.group(1))).as(each.group()).contains(each.group(2)));
  }

  @Test
  void shouldHaveARowForEveryMemberOfTheOriginal() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(ORIGINALS)
        .allSatisfy(each -> assertThat(page).containsPattern("(?m)^\\| (`\\w+`, )*`" + each + "`"));
  }

  private static List<String> members(String type) {
    try {
      return Arrays.stream(Class.forName("org.rdmadump.device." + type).getDeclaredMethods())
          .map(Method::getName)
          .toList();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(type, e);
    }
  }
}
