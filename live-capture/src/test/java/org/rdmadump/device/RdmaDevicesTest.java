package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What machines say of their devices, and how a device or a port is found. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RdmaDevicesTest {
  /** Machines of which nothing is changed. */
  private Path machines;

  @BeforeAll
  void makeMachines(@TempDir Path folder) {
    machines = folder;
    assertThat(new SysfsTree(machines).everything().root()).isDirectory();
  }

  @AfterAll
  void removeLinks() throws IOException {
    SysfsTree.removeLinks(machines);
  }

  private RdmaDevices everything() {
    return RdmaDevices.in(machines);
  }

  private EndPort port(String name) {
    return everything().findPortName(name);
  }

  private static RdmaDevice device(RdmaDevices devices, String name) {
    return devices.all().get(name).orElseThrow();
  }

  private static Gid gid(String text) {
    return Gid.of(text).orElseThrow();
  }

  private static Guid guid(String text) {
    return Guid.of(text).orElseThrow();
  }

  @Test
  void shouldHaveNoDevicesWhereThereIsNoRdma(@TempDir Path root) {
    assertThat(RdmaDevices.in(root).all().size()).isZero();
  }

  @Test
  void shouldHaveDevicesByName() {
    RdmaDevices devices = everything();

    assertThat(devices.all().keys()).containsExactly("is4_0", "mlx5_0", "mlx5_2", "rxe0", "siw0");
    assertThat(devices.all().first()).map(RdmaDevice::name).contains("is4_0");
    assertThat(device(devices, "mlx5_0")).isSameAs(device(devices, "mlx5_0"));
  }

  @Test
  void shouldSayWhatAnInfinibandAdapterIs() {
    RdmaDevice device = device(everything(), "mlx5_0");

    assertThat(device).hasToString("mlx5_0");
    assertThat(device.nodeType()).contains(NodeType.CA);
    assertThat(device.nodeGuid()).contains(guid("f452:1403:0017:d8a0"));
    assertThat(device.systemImageGuid()).contains(guid("f452:1403:0017:d8a0"));
    assertThat(device.nodeDescription()).contains("node7 HCA-1");
    assertThat(device.firmware()).contains("10.16.1200");
    assertThat(device.hardwareRevision()).contains("0");
    assertThat(device.hcaType()).contains("MT4113");
    assertThat(device.boardId()).contains("MT_1210110019");
    assertThat(device.physicalPortCount()).isEqualTo(2);
    assertThat(device.endPorts().keys()).containsExactly(1, 2);
  }

  @Test
  void shouldSayWhatAnInfinibandPortIs() {
    EndPort port = port("mlx5_0/1");

    assertThat(port).hasToString("mlx5_0/1");
    assertThat(port.portId()).isEqualTo(1);
    assertThat(port.parent().name()).isEqualTo("mlx5_0");
    assertThat(port.linkLayer()).contains(LinkLayer.INFINIBAND);
    assertThat(port.state()).contains(PortState.ACTIVE);
    assertThat(port.physicalState()).contains(PhysicalState.LINK_UP);
    assertThat(port.rate()).contains("56 Gb/sec (4X FDR)");
    assertThat(port.lid()).hasValue(0x2a);
    assertThat(port.lmc()).hasValue(0);
    assertThat(port.smLid()).hasValue(1);
    assertThat(port.smSl()).hasValue(0);
    assertThat(port.capabilityMask()).hasValue(0x2650e848L);
    assertThat(port.defaultGid()).contains(gid("fe80::f452:1403:17:d8a0"));
    assertThat(port.portGuid()).contains(guid("f452:1403:0017:d8a0"));
    assertThat(port.gids().size()).isEqualTo(8);
    assertThat(port.usedGids()).containsExactly(0);
    assertThat(port.gidTypes().values()).containsExactly(GidType.IB_OR_ROCE_V1);
    assertThat(port.gidNetDevices().values()).isEmpty();
    assertThat(port.pKeys().values()).containsExactly(0xffff, 0x8001, 0, 0);
    assertThat(port.pKeyIndex(0x8001)).hasValue(1);
    assertThat(port.pKeyIndex(0x0001)).isEmpty();
    assertThat(port.netDevices()).containsExactly("ib0");
  }

  @Test
  void shouldSayThatAPortHasNoCable() {
    EndPort port = port("mlx5_0/2");

    assertThat(port.state()).contains(PortState.DOWN);
    assertThat(port.physicalState()).contains(PhysicalState.POLLING);
    assertThat(port.lid()).hasValue(0xffff);
    assertThat(port.netDevices()).containsExactly("ib1");
  }

  @Test
  void shouldHaveTypeAndNetDeviceOfEachGidOfRoce() {
    EndPort port = port("mlx5_2/1");

    assertThat(port.linkLayer()).contains(LinkLayer.ETHERNET);
    assertThat(port.gids().size()).isEqualTo(256);
    assertThat(port.usedGids()).hasSize(12).endsWith(11);
    assertThat(port.gids().get(3)).contains(gid("::ffff:192.168.10.7"));
    assertThat(port.gidTypes().get(2)).contains(GidType.IB_OR_ROCE_V1);
    assertThat(port.gidTypes().get(3)).contains(GidType.ROCE_V2);
    assertThat(port.gidNetDevices().get(3)).contains("ens2f0np0");
    assertThat(port.gidNetDevices().get(11)).contains("ens2f0np0.20");
    assertThat(port.gids().get(12)).contains(new Gid(0, 0));
    assertThat(port.gidTypes().get(12)).isEmpty();
    assertThat(port.gidNetDevices().get(12)).isEmpty();
    assertThat(port.netDevices()).containsExactly("ens2f0np0", "ens2f0np0.20");
  }

  @Test
  void shouldSayOfSoftRoceOnlyWhatItsDriverDoes() {
    EndPort port = port("rxe0");
    RdmaDevice device = port.parent();

    assertThat(device.firmware()).isEmpty();
    assertThat(device.hardwareRevision()).isEmpty();
    assertThat(device.hcaType()).isEmpty();
    assertThat(device.boardId()).isEmpty();
    assertThat(port.netDevices()).containsExactly("enp0s29u1u7u3c2");
  }

  @Test
  void shouldDoWithoutPKeysOfIwarp() {
    EndPort port = port("siw0");

    assertThat(port.parent().nodeType()).contains(NodeType.RNIC);
    assertThat(port.pKeys().size()).isZero();
    assertThat(port.pKeyIndex(EndPort.DEFAULT_P_KEY)).isEmpty();
    assertThat(port.defaultGid()).contains(gid("5254:12:3456::"));
    assertThat(port.portGuid()).isEmpty();
    assertThat(port.netDevices()).containsExactly("eth1");
    assertThatThrownBy(port::saPath)
        .isInstanceOf(DeviceException.class)
        .hasMessage("siw0/1 has no subnet manager, so no path to the subnet administrator");
  }

  @Test
  void shouldKnowTheNetDeviceOfIwarpByItsMacAddress(@TempDir Path folder) throws IOException {
    new SysfsTree(folder)
        .siwOfOldKernel()
        .netDevice("eth0", 1, "up", "1000", 1500, "52:54:00:12:34:57")
        .netDevice("eth1.20", 1, "up", "1000", 1500, "52:54:00:12:34:56")
        .file("class/net/eth1.20/lower_eth1", "");

    EndPort port = RdmaDevices.in(folder).findPortName("siw0");

    assertThat(port.netDevices()).containsExactly("eth1");
    SysfsTree.removeLinks(folder);
  }

  @Test
  void shouldNotChooseBetweenNetDevicesOfTheSameMacAddress(@TempDir Path folder)
      throws IOException {
    new SysfsTree(folder)
        .siwOfOldKernel()
        .netDevice("eth2", 1, "up", "1000", 1500, "52:54:00:12:34:56");

    assertThat(RdmaDevices.in(folder).findPortName("siw0").netDevices()).isEmpty();
    SysfsTree.removeLinks(folder);
  }

  @Test
  void shouldHavePort0OfASwitch() {
    EndPort port = port("is4_0");

    assertThat(port).hasToString("is4_0/0");
    assertThat(port.portId()).isZero();
    assertThat(port.parent().nodeType()).contains(NodeType.SWITCH);
    assertThat(port.parent().physicalPortCount()).isEqualTo(1);
    assertThat(port.netDevices()).isEmpty();
  }

  @Test
  void shouldFindADeviceByTheGuidOfItsNode() {
    RdmaDevices devices = everything();

    assertThat(devices.findNodeGuid(guid("0c42:a103:005d:8c2a")))
        .isSameAs(device(devices, "mlx5_2"));
    assertThatThrownBy(() -> devices.findNodeGuid(guid("1:2:3:4")))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "no RDMA device has the node GUID 0001:0002:0003:0004;"
                + " there are [is4_0, mlx5_0, mlx5_2, rxe0, siw0]");
  }

  @Test
  void shouldFindAPortByItsGuid() {
    RdmaDevices devices = everything();

    assertThat(devices.findPortGuid(guid("f452:1403:0017:d8a8"))).hasToString("mlx5_0/2");
    assertThatThrownBy(() -> devices.findPortGuid(guid("1:2:3:4")))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("no RDMA port has the GUID 0001:0002:0003:0004; there are [is4_0,");
  }

  @Test
  void shouldFindAPortAndThePlaceInItsTableByAGid() {
    RdmaDevices devices = everything();

    GidPlace place = devices.findPortGid(gid("::ffff:192.168.20.7"));

    assertThat(place.port()).hasToString("mlx5_2/1");
    assertThat(place.index()).isEqualTo(8);
    assertThatThrownBy(() -> devices.findPortGid(gid("::ffff:192.168.20.8")))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith(
            "no RDMA port has the GID 0000:0000:0000:0000:0000:ffff:c0a8:1408; there are");
  }

  @Test
  void shouldNotTakeAPlaceThatIsNotInUseForAGid() {
    assertThatThrownBy(() -> everything().findPortGid(new Gid(0, 0)))
        .isInstanceOf(DeviceException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "mlx5_0, mlx5_0/1",
    "mlx5_0/1, mlx5_0/1",
    "mlx5_0/2, mlx5_0/2",
    "mlx5_0/02, mlx5_0/2",
    "is4_0, is4_0/0",
    "is4_0/0, is4_0/0"
  })
  void shouldFindAPortByName(String name, String found) {
    assertThat(port(name)).hasToString(found);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "mlx5_9 | no RDMA device mlx5_9; there are [is4_0, mlx5_0, mlx5_2, rxe0, siw0]",
        "../net/eth1 | no RDMA device ..; there are [is4_0, mlx5_0, mlx5_2, rxe0, siw0]",
        "\"\" | no RDMA device ; there are [is4_0, mlx5_0, mlx5_2, rxe0, siw0]",
        "mlx5_0/ | mlx5_0/: not DEVICE or DEVICE/PORT, such as mlx5_0/1",
        "mlx5_0/one | mlx5_0/one: not DEVICE or DEVICE/PORT, such as mlx5_0/1",
        "mlx5_0/-1 | mlx5_0/-1: not DEVICE or DEVICE/PORT, such as mlx5_0/1",
        "mlx5_0/1/2 | mlx5_0/1/2: not DEVICE or DEVICE/PORT, such as mlx5_0/1",
        "mlx5_0/99999999999 | mlx5_0/99999999999: not DEVICE or DEVICE/PORT, such as mlx5_0/1",
        "mlx5_0/3 | RDMA device mlx5_0 has no port 3; its ports: [1, 2]"
      })
  void shouldSayWhatIsWrongWithAName(String name, String message) {
    assertThatThrownBy(() -> port(name)).isInstanceOf(DeviceException.class).hasMessage(message);
  }

  @Test
  void shouldSayThatThereAreNoDevicesToFind(@TempDir Path root) {
    assertThatThrownBy(() -> RdmaDevices.in(root).findPortName("mlx5_0"))
        .isInstanceOf(DeviceException.class)
        .hasMessage("no RDMA device mlx5_0; there are no RDMA devices");
  }

  @Test
  void shouldSayThatADeviceHasNoPort(@TempDir Path root) {
    new SysfsTree(root).file("class/infiniband/mlx4_0/node_type", "1: CA\n");

    assertThatThrownBy(() -> RdmaDevices.in(root).findPortName("mlx4_0"))
        .isInstanceOf(DeviceException.class)
        .hasMessage("RDMA device mlx4_0 has no port");
  }

  @Test
  void shouldAddressTheSubnetAdministrator() {
    EndPort port = port("mlx5_0/1");

    SaPath path = port.saPath();

    assertThat(path.port()).isSameAs(port);
    assertThat(path.destinationLid()).isEqualTo(1);
    assertThat(path.sourceLid()).isEqualTo(0x2a);
    assertThat(path.serviceLevel()).isZero();
    assertThat(path.pKeyIndex()).isZero();
    assertThat(path.packetLifeTime()).isEmpty();
    assertThat(port.saPath()).isSameAs(path);
  }

  @Test
  void shouldHaveNetDevicesByName() {
    DemandList<String, NetDevice> devices = NetDevice.allIn(machines);

    assertThat(devices.keys())
        .isEqualTo(
            List.of("ens2f0np0", "ens2f0np0.20", "enp0s29u1u7u3c2", "eth1", "ib0", "ib1", "lo")
                .stream()
                .sorted()
                .toList());
    NetDevice lo = devices.get("lo").orElseThrow();
    assertThat(lo.type()).contains(NetDeviceType.LOOPBACK);
    assertThat(lo.state()).contains("unknown");
    assertThat(lo.speed()).isEmpty();
    assertThat(lo.mtu()).hasValue(65536);
    NetDevice roce = devices.get("ens2f0np0").orElseThrow();
    assertThat(roce).hasToString("ens2f0np0");
    assertThat(roce.type()).contains(NetDeviceType.ETHERNET);
    assertThat(roce.speed()).hasValue(100_000);
    assertThat(roce.address()).contains("0c:42:a1:5d:8c:2a");
    assertThat(devices.get("ib1").flatMap(NetDevice::type)).contains(NetDeviceType.INFINIBAND);
    assertThat(devices.get("ib1").orElseThrow().speed()).isEmpty();
    assertThat(Optional.of(lo.isHardware())).contains(false);
  }
}
