package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that hold nothing, something else, or cannot be read: empty, or a message that names them.
 */
class OddSysfsTest {
  private static final String DEVICE = "class/infiniband/mlx5_0/";
  private static final String PORT = DEVICE + "ports/1/";
  private static final int ROUNDS = 100;
  private static final int MOST_JUNK = 50;

  @TempDir Path root;

  @AfterEach
  void removeLinks() throws IOException {
    SysfsTree.removeLinks(root);
  }

  private SysfsTree tree;

  /** Every file that something is read from, and what reads it. */
  private static final Map<String, Consumer<EndPort>> READERS =
      Map.ofEntries(
          Map.entry(DEVICE + "node_type", port -> port.parent().nodeType()),
          Map.entry(DEVICE + "node_guid", port -> port.parent().nodeGuid()),
          Map.entry(DEVICE + "sys_image_guid", port -> port.parent().systemImageGuid()),
          Map.entry(DEVICE + "node_desc", port -> port.parent().nodeDescription()),
          Map.entry(DEVICE + "fw_ver", port -> port.parent().firmware()),
          Map.entry(DEVICE + "hw_rev", port -> port.parent().hardwareRevision()),
          Map.entry(DEVICE + "hca_type", port -> port.parent().hcaType()),
          Map.entry(DEVICE + "board_id", port -> port.parent().boardId()),
          Map.entry(DEVICE + "device/net/ib0/dev_port", EndPort::netDevices),
          Map.entry(PORT + "lid", EndPort::lid),
          Map.entry(PORT + "lid_mask_count", EndPort::lmc),
          Map.entry(PORT + "sm_lid", EndPort::saPath),
          Map.entry(PORT + "sm_sl", EndPort::smSl),
          Map.entry(PORT + "state", EndPort::state),
          Map.entry(PORT + "phys_state", EndPort::physicalState),
          Map.entry(PORT + "rate", EndPort::rate),
          Map.entry(PORT + "cap_mask", EndPort::capabilityMask),
          Map.entry(PORT + "link_layer", EndPort::linkLayer),
          Map.entry(PORT + "gids/0", EndPort::defaultGid),
          Map.entry(PORT + "gids/5", EndPort::usedGids),
          Map.entry(PORT + "gid_attrs/types/0", port -> port.gidTypes().values()),
          Map.entry(PORT + "pkeys/0", port -> port.pKeys().values()));

  @BeforeEach
  void makeTree() {
    tree = new SysfsTree(root).infiniband();
  }

  private static void read(String name, EndPort port) {
    READERS.getOrDefault(name, each -> assertThat(READERS).containsKey(name)).accept(port);
  }

  private EndPort port() {
    return RdmaDevices.in(root).findPortName("mlx5_0/1");
  }

  @ParameterizedTest
  @CsvSource({
    "lid, zz, a hexadecimal number of at most 7fffffff",
    "lid, -1, a hexadecimal number of at most 7fffffff",
    "lid, 0x, a hexadecimal number of at most 7fffffff",
    "lid, 0xffffffffff, a hexadecimal number of at most 7fffffff",
    "lid_mask_count, 0x1, a number of at most 2147483647",
    "cap_mask, 0x123456789, a hexadecimal number of at most ffffffff",
    "state, ACTIVE, 'a number, a colon and a word'",
    "state, : ACTIVE, 'a number, a colon and a word'",
    "phys_state, 5, 'a number, a colon and a word'",
    "gids/0, fe80::/64, a GID",
    "pkeys/0, 0x10000, a hexadecimal number of at most ffff"
  })
  void shouldNameTheFileThatCannotBeUnderstood(String name, String text, String expected) {
    tree.file(PORT + name, text + "\n");

    assertThatThrownBy(() -> read(PORT + name, port()))
        .isInstanceOf(DeviceException.class)
        .hasMessage(root.resolve(PORT + name) + ": '" + text + "' is not " + expected);
  }

  @Test
  void shouldShowTheStartOfALongTextWithoutControlCharacters() {
    tree.file(DEVICE + "node_guid", "\033[2J" + "x".repeat(1000));

    assertThatThrownBy(() -> port().parent().nodeGuid())
        .hasMessage(
            root.resolve(DEVICE + "node_guid") + ": '?[2J" + "x".repeat(36) + "...' is not a GUID");
  }

  @Test
  void shouldRefuseWhatIsTooLongForSysfs() {
    tree.file(DEVICE + "node_desc", "x".repeat(100_000));

    assertThatThrownBy(() -> port().parent().nodeDescription())
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            root.resolve(DEVICE + "node_desc") + ": more than 65536 bytes, so not of sysfs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \n", "\0", "\n\0\0"})
  void shouldHaveNothingWhereThereIsNothingInAFile(String text) {
    READERS.keySet().forEach(name -> tree.file(name, text));
    EndPort port = port();

    assertThat(port.parent().nodeType()).isEmpty();
    assertThat(port.parent().nodeGuid()).isEmpty();
    assertThat(port.parent().nodeDescription()).isEmpty();
    assertThat(port.lid()).isEmpty();
    assertThat(port.lmc()).isEmpty();
    assertThat(port.capabilityMask()).isEmpty();
    assertThat(port.state()).isEmpty();
    assertThat(port.physicalState()).isEmpty();
    assertThat(port.linkLayer()).isEmpty();
    assertThat(port.defaultGid()).isEmpty();
    assertThat(port.portGuid()).isEmpty();
    assertThat(port.pKeys().get(0)).isEmpty();
  }

  @Test
  void shouldHaveNothingWhereTheKernelRefusesToTell() throws IOException {
    for (String name : READERS.keySet()) {
      Files.delete(tree.path(name));
      tree.refused(name);
    }
    EndPort port = port();

    assertThat(port.parent().nodeGuid()).isEmpty();
    assertThat(port.lid()).isEmpty();
    assertThat(port.state()).isEmpty();
    assertThat(port.rate()).isEmpty();
    assertThat(port.defaultGid()).isEmpty();
    assertThat(port.gidTypes().values()).isEmpty();
  }

  @Test
  void shouldHaveNothingWhereThereIsNoFile() throws IOException {
    for (String name : READERS.keySet()) {
      Files.delete(tree.path(name));
    }
    EndPort port = port();

    assertThat(port.parent().nodeType()).isEmpty();
    assertThat(port.state()).isEmpty();
    assertThat(port.smLid()).isEmpty();
    assertThat(port.portGuid()).isEmpty();
    assertThat(port.netDevices()).isEmpty();
  }

  @Test
  void shouldTakeAZeroByteAndALineFeedOffTheEndOnly() {
    tree.file(DEVICE + "node_desc", " a  b\n\0\0");

    assertThat(port().parent().nodeDescription()).contains("a  b");
  }

  @Test
  void shouldReadWhatIsNoUtf8() {
    tree.file(DEVICE + "node_desc", new byte[] {'a', (byte) 0xff, 'b', '\n'});

    assertThat(port().parent().nodeDescription()).contains("a\ufffdb");
  }

  @Test
  void shouldNotKnowWhatLaterKernelsAdd() {
    tree.file(DEVICE + "node_type", "9: hub\n")
        .file(PORT + "state", "12: FAST\n")
        .file(PORT + "phys_state", "0: <unknown>\n")
        .file(PORT + "link_layer", "Unknown\n")
        .file(PORT + "gid_attrs/types/0", "RoCE v3\n");
    EndPort port = port();

    assertThat(port.parent().nodeType()).contains(NodeType.UNKNOWN);
    assertThat(port.state()).contains(PortState.UNKNOWN);
    assertThat(port.physicalState()).contains(PhysicalState.UNKNOWN);
    assertThat(port.linkLayer()).contains(LinkLayer.UNKNOWN);
    assertThat(port.gidTypes().first()).contains(GidType.UNKNOWN);
  }

  @Test
  void shouldSayThatAFolderIsInTheWay() throws IOException {
    Files.delete(tree.path(PORT + "lid"));
    Files.createDirectory(tree.path(PORT + "lid"));

    assertThatThrownBy(() -> port().lid())
        .isInstanceOf(DeviceException.class)
        .hasMessage(root.resolve(PORT + "lid") + ": not a file");
  }

  @Test
  void shouldSayThatAFileIsInTheWay() throws IOException {
    try (var files = Files.walk(tree.path(PORT + "gids"))) {
      for (Path each : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(each);
      }
    }
    tree.file(PORT + "gids", "\n");

    assertThatThrownBy(this::port)
        .isInstanceOf(DeviceException.class)
        .hasMessage(root.resolve(PORT + "gids") + ": not a folder");
  }

  @Test
  void shouldSayThatACopyLacksWhatALinkPointsTo() throws IOException {
    Path link = root.resolve("class/infiniband/mlx5_1");
    Files.createSymbolicLink(link, Path.of("../../devices/pci0000:00/infiniband/mlx5_1"));

    assertThatThrownBy(() -> RdmaDevices.in(root))
        .isInstanceOf(DeviceException.class)
        .hasMessage(link + ": a link to nothing; a copy needs what it points to");
  }

  @Test
  void shouldFollowLinksAsSysfsHasThem() throws IOException {
    Path target = root.resolve("devices/pci0000:00/infiniband");
    Files.createDirectories(target);
    Files.move(root.resolve("class/infiniband/mlx5_0"), target.resolve("mlx5_0"));
    Files.createSymbolicLink(
        root.resolve("class/infiniband/mlx5_0"),
        Path.of("../../devices/pci0000:00/infiniband/mlx5_0"));

    assertThat(port().lid()).hasValue(0x2a);
  }

  @Test
  void shouldTakeNoNotesBesideNumbersForIndexes() {
    tree.file(PORT + "gids/readme", "x").file(PORT + "gids/-1", "x").file(PORT + "gids/1e1", "x");

    assertThat(port().gids().keys()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void shouldHaveGapsBetweenIndexes() throws IOException {
    Files.delete(tree.path(PORT + "pkeys/1"));
    tree.file(PORT + "pkeys/10", "0x8010\n");

    assertThat(port().pKeys().keys()).containsExactly(0, 2, 3, 10);
    assertThat(port().pKeyIndex(0x8010)).hasValue(10);
  }

  @Test
  void shouldReadOrRefuseAnything() {
    Random random = new Random(6);
    List<String> names = READERS.keySet().stream().sorted().toList();
    for (int i = 0; i < ROUNDS; i++) {
      for (String name : names) {
        tree.file(name, junk(random));
      }
      EndPort port = port();
      for (String name : names) {
        try {
          read(name, port);
        } catch (DeviceException e) {
          assertThat(e.getMessage()).startsWith(root.resolve("class/infiniband").toString());
        }
      }
    }
  }

  /** Bytes that look right for a while, or not at all. */
  private static byte[] junk(Random random) {
    byte[] bytes = new byte[random.nextInt(MOST_JUNK)];
    byte[] likely = "0123456789abcdefx:. \n\0-".getBytes(StandardCharsets.US_ASCII);
    boolean any = random.nextInt(4) == 0;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = any ? (byte) random.nextInt() : likely[random.nextInt(likely.length)];
    }
    return bytes;
  }
}
