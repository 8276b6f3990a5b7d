package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.verbs.AsyncEventType;

/** Asynchronous events of a device, which drop what a port has read. */
class DeviceEventsTest {
  private static final String PORT = "class/infiniband/mlx5_0/ports/1/";

  @TempDir Path root;

  private RdmaDevice device;
  private EndPort port;

  @BeforeEach
  void readAndChange() {
    SysfsTree tree = new SysfsTree(root).infiniband();
    port = RdmaDevices.in(root).findPortName("mlx5_0/1");
    device = port.parent();
    assertThat(seen()).isEqualTo("42 1 65535 fe80:0000:0000:0000:f452:1403:0017:d8a0 ACTIVE");
    tree.file(PORT + "lid", "0x77\n")
        .file(PORT + "sm_lid", "0x9\n")
        .file(PORT + "pkeys/0", "0x8001\n")
        .file(PORT + "gids/0", "fe80:0000:0000:0000:0000:0000:0000:0001\n")
        .file(PORT + "state", "1: DOWN\n");
  }

  @AfterEach
  void removeLinks() throws IOException {
    SysfsTree.removeLinks(root);
  }

  /** LID, LID of the subnet manager, first P_Key, first GID, and state. */
  private String seen() {
    return String.join(
        " ",
        Integer.toString(port.lid().orElseThrow()),
        Integer.toString(port.smLid().orElseThrow()),
        port.pKeys().get(0).orElseThrow().toString(),
        port.gids().get(0).orElseThrow().toString(),
        port.state().orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "LID_CHANGE, 119 9 65535 old ACTIVE",
    "PKEY_CHANGE, 42 9 32769 old ACTIVE",
    "SM_CHANGE, 42 9 65535 old ACTIVE",
    "CLIENT_REREGISTER, 42 9 65535 old ACTIVE",
    "GID_CHANGE, 42 1 65535 new ACTIVE",
    "PORT_ERROR, 42 1 65535 old DOWN",
    "PORT_ACTIVE, 42 1 65535 old DOWN",
    "SRQ_LIMIT_REACHED, 42 1 65535 old ACTIVE",
    "QP_LAST_WQE_REACHED, 42 1 65535 old ACTIVE"
  })
  void shouldReadAgainWhatAnEventChanges(AsyncEventType event, String expected) {
    device.apply(event, 1);

    assertThat(seen())
        .isEqualTo(
            expected
                .replace("old", "fe80:0000:0000:0000:f452:1403:0017:d8a0")
                .replace("new", "fe80:0000:0000:0000:0000:0000:0000:0001"));
  }

  @ParameterizedTest
  @EnumSource(
      value = AsyncEventType.class,
      names = {
        "DEVICE_FATAL",
        "CQ_ERROR",
        "QP_FATAL",
        "QP_REQUEST_ERROR",
        "QP_ACCESS_ERROR",
        "SRQ_ERROR"
      })
  void shouldTellThatADeviceOrAQueueCanNoLongerBeUsed(AsyncEventType event) {
    assertThatThrownBy(() -> device.apply(event, 0))
        .isInstanceOf(DeviceException.class)
        .hasMessage("mlx5_0: " + event);
  }

  @Test
  void shouldNameAPortThatIsNotThere() {
    assertThatThrownBy(() -> device.apply(AsyncEventType.LID_CHANGE, 3))
        .isInstanceOf(DeviceException.class)
        .hasMessage("mlx5_0 has no port 3");
    assertThatCode(() -> device.apply(AsyncEventType.UNKNOWN, 3)).doesNotThrowAnyException();
  }
}
