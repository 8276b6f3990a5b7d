package org.rdmadump.live.hca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.device.EndPort;
import org.rdmadump.live.hca.SnifferException.Reason;

/**
 * What a user is told when a device cannot be sniffed, and what is left of the attempt: nothing.
 */
class SnifferObstacleTest {
  private static final String TO_PERMIT =
      "that takes root or the capability CAP_NET_RAW, which sudo setpriv --reuid=USER --regid=GROUP"
          + " --init-groups --inh-caps=+net_raw --ambient-caps=+net_raw COMMAND gives to a command: ";

  @TempDir Path folder;
  @TempDir Path sysfs;

  @BeforeEach
  void need() {
    FakeVerbs.needs();
  }

  @AfterEach
  void forget() {
    FakeVerbs.forget();
  }

  private static SnifferException obstacle(EndPort port) {
    return catchThrowableOfType(
        SnifferException.class, () -> HcaSniffer.open(port, SnifferOptions.DEFAULT).close());
  }

  @Test
  void shouldSayThatADeviceDoesNotSniffEvenIfItsMemoryMayNotBeLocked() throws Exception {
    // As Soft-iWARP does, where ulimit -l is 8 MiB.
    FakeVerbs.in(folder, "fail create_qp 1 95", "fail reg_mr 1 12").use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle).hasMessageStartingWith("mlx5_0/1 cannot be sniffed: it does not support");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "open_device",
        "query_device",
        "query_port",
        "alloc_pd",
        "reg_mr",
        "create_comp_channel",
        "create_cq",
        "create_qp",
        "modify_qp_init",
        "post_recv",
        "modify_qp_rtr",
        "create_flow"
      })
  void shouldUndoWhatWasDoneBeforeAStepThatFailed(String call) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "fail " + call + " 1 5").use();
    EndPort port = TestPorts.infiniband(sysfs);

    SnifferException obstacle = obstacle(port);

    assertThat(obstacle.reason()).isEqualTo(Reason.FAILED);
    assertThat(obstacle.errno()).isEqualTo(5);
    assertThat(obstacle.call().toLowerCase(Locale.ROOT).replace(" to ", "_"))
        .isEqualTo("ibv_" + call);
    assertThat(obstacle)
        .hasMessage(
            "mlx5_0/1 cannot be sniffed: " + obstacle.call() + " failed: EIO (Input/output error)");
    verbs.shouldBeLeftClean();

    // The next attempt is not hindered by it.
    HcaSniffer.open(port, SnifferOptions.DEFAULT).close();
    verbs.shouldBeLeftClean();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"open_device", "alloc_pd", "reg_mr", "create_cq", "create_qp", "create_flow"})
  void shouldSayWhatToDoWithoutPrivilege(String call) throws Exception {
    FakeVerbs.in(folder, "fail " + call + " 1 1").use();
    String why =
        call.equals("open_device")
            ? "its file in /dev/infiniband may not be opened by this user: "
            : TO_PERMIT;

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NOT_PERMITTED);
    assertThat(obstacle)
        .hasMessage(
            "mlx5_0/1 cannot be sniffed: "
                + why
                + "ibv_"
                + call
                + " failed: EPERM (Operation not permitted)");
  }

  @ParameterizedTest
  @CsvSource({
    "create_qp, 22, EINVAL (Invalid argument)",
    "create_qp, 95, EOPNOTSUPP (Operation not supported)",
    "modify_qp_rtr, 22, EINVAL (Invalid argument)",
    "create_flow, 6, ENXIO (No such device or address)",
    "create_flow, 22, EINVAL (Invalid argument)",
    "create_flow, 95, EOPNOTSUPP (Operation not supported)",
    "create_flow, 524, ENOTSUPP (Operation is not supported)"
  })
  void shouldNameTheNetDeviceOfAnAdapterThatDoesNotSniff(String call, int errno, String words)
      throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "fail " + call + " 1 " + errno).use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NOT_SUPPORTED);
    assertThat(obstacle.netDevices()).containsExactly("ib0");
    assertThat(obstacle)
        .hasMessage(
            "mlx5_0/1 cannot be sniffed: it does not support sniffing; its net device is ib0, which"
                + " sees of RDMA only what the kernel handles itself: "
                + obstacle.call()
                + " failed: "
                + words);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNameTheNetDeviceThatShowsThePacketsOfASoftwareDevice() throws Exception {
    FakeVerbs.in(folder, "device rxe0", "link ethernet", "fail create_qp 1 95").use();

    SnifferException obstacle = obstacle(TestPorts.software(sysfs));

    assertThat(obstacle.netDevices()).containsExactly("eth0");
    assertThat(obstacle)
        .hasMessage(
            "rxe0/1 cannot be sniffed: it does not support sniffing; its packets pass the net device"
                + " eth0, which can be captured instead: ibv_create_qp failed: EOPNOTSUPP (Operation"
                + " not supported)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-flow", "old"})
  void shouldRefuseAProviderWithoutFlowRules(String setting) throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, setting).use();

    assertThat(obstacle(TestPorts.infiniband(sysfs)).reason()).isEqualTo(Reason.NOT_SUPPORTED);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldSayThatMemoryMayNotBeLocked() throws Exception {
    FakeVerbs.in(folder, "fail reg_mr 1 12").use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NO_MEMORY);
    assertThat(obstacle).hasMessageContaining("may not be locked (ulimit -l)");
  }

  @Test
  void shouldSayThatLibibverbsDoesNotKnowTheDevice() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "device mlx5_7").use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NO_DEVICE);
    assertThat(obstacle).hasMessageContaining("libibverbs does not know it; its provider");
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNameTheModuleOfAKernelWithoutVerbs() throws Exception {
    FakeVerbs.in(folder, "fail get_device_list 1 38").use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NO_DEVICE);
    assertThat(obstacle)
        .hasMessage(
            "mlx5_0/1 cannot be sniffed: libibverbs finds no devices; is the kernel's module"
                + " ib_uverbs loaded? ibv_get_device_list failed: ENOSYS (Function not implemented)");
  }

  @Test
  void shouldSayThatThereAreNoDevices() throws Exception {
    FakeVerbs verbs = FakeVerbs.in(folder, "device").use();

    assertThat(obstacle(TestPorts.infiniband(sysfs)).reason()).isEqualTo(Reason.NO_DEVICE);
    verbs.shouldBeLeftClean();
  }

  @Test
  void shouldNameThePackageWhereThereIsNoLibibverbs() throws IOException {
    String library = folder.resolve("libibverbs.so.1").toString();
    System.setProperty(HcaSniffer.VERBS, library);

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.NO_VERBS);
    assertThat(obstacle)
        .hasMessageStartingWith(
            "mlx5_0/1 cannot be sniffed: libibverbs is not installed (Debian and Ubuntu:"
                + " libibverbs1, ibverbs-providers; Fedora: libibverbs): "
                + library);
  }

  @Test
  void shouldNameTheFunctionThatLibibverbsLacks() throws Exception {
    FakeVerbs.withoutRegMr(folder).use();

    SnifferException obstacle = obstacle(TestPorts.infiniband(sysfs));

    assertThat(obstacle.reason()).isEqualTo(Reason.OLD_VERBS);
    assertThat(obstacle)
        .hasMessageContaining("the installed libibverbs has no function ibv_reg_mr; ");
  }

  @Test
  void shouldRefuseAnotherLayoutOfMemory() throws IOException {
    EndPort port = TestPorts.infiniband(sysfs);

    assertThatThrownBy(() -> HcaSniffer.requireLayout(port, Control.LAYOUT + 1))
        .isInstanceOf(SnifferException.class)
        .hasMessage(
            "mlx5_0/1 cannot be sniffed: the native library has layout 1001600f00019, Java has"
                + " 1001600f00018");
  }
}
