package org.rdmadump.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a port keeps of what it read, and for how long. */
class EndPortTest {
  private static final String PORT = "class/infiniband/mlx5_0/ports/1/";

  @TempDir Path root;

  @AfterEach
  void removeLinks() throws IOException {
    SysfsTree.removeLinks(root);
  }

  private SysfsTree tree;
  private EndPort port;

  @BeforeEach
  void readPort() {
    tree = new SysfsTree(root).infiniband();
    port = RdmaDevices.in(root).findPortName("mlx5_0/1");
  }

  private void move() {
    tree.file(PORT + "lid", "0x77\n")
        .file(PORT + "lid_mask_count", "2\n")
        .file(PORT + "sm_lid", "0x9\n")
        .file(PORT + "sm_sl", "3\n")
        .file(PORT + "pkeys/0", "0x0000\n")
        .file(PORT + "pkeys/3", "0x7fff\n");
  }

  @Test
  void shouldReadWhenItIsAsked() {
    move();

    assertThat(port.lid()).hasValue(0x77);
    assertThat(port.saPath().pKeyIndex()).isEqualTo(3);
  }

  @Test
  void shouldKeepWhatWasRead() {
    SaPath path = port.saPath();
    assertThat(port.lmc()).hasValue(0);

    move();

    assertThat(port.lid()).hasValue(0x2a);
    assertThat(port.lmc()).hasValue(0);
    assertThat(port.smLid()).hasValue(1);
    assertThat(port.smSl()).hasValue(0);
    assertThat(port.pKeyIndex(EndPort.DEFAULT_P_KEY)).hasValue(0);
    assertThat(port.saPath()).isSameAs(path);
  }

  @Test
  void shouldReadLidsAndSubnetManagerAgainWhenTheLidChanged() {
    assertThat(port.saPath().destinationLid()).isEqualTo(1);
    assertThat(port.lmc()).hasValue(0);
    move();

    port.lidChange();

    assertThat(port.lid()).hasValue(0x77);
    assertThat(port.lmc()).hasValue(2);
    assertThat(port.smLid()).hasValue(9);
    assertThat(port.saPath().sourceLid()).isEqualTo(0x77);
    assertThat(port.saPath().pKeyIndex()).isZero();
  }

  @Test
  void shouldReadTheSubnetManagerAgainWhenItChanged() {
    assertThat(port.saPath().destinationLid()).isEqualTo(1);
    move();

    port.smChange();

    assertThat(port.smLid()).hasValue(9);
    assertThat(port.smSl()).hasValue(3);
    assertThat(port.lid()).hasValue(0x2a);
    assertThat(port.saPath().destinationLid()).isEqualTo(9);
    assertThat(port.saPath().serviceLevel()).isEqualTo(3);
  }

  @Test
  void shouldReadPKeysAndSubnetManagerAgainWhenPKeysChanged() {
    assertThat(port.saPath().pKeyIndex()).isZero();
    move();

    port.pKeyChange();

    assertThat(port.pKeys().values()).containsExactly(0, 0x8001, 0, 0x7fff);
    assertThat(port.smLid()).hasValue(9);
    assertThat(port.saPath().pKeyIndex()).isEqualTo(3);
  }

  @Test
  void shouldSayWhichPartOfThePathIsMissing() {
    tree.file(PORT + "pkeys/0", "0x8002\n");

    assertThatThrownBy(port::saPath)
        .isInstanceOf(DeviceException.class)
        .hasMessage("mlx5_0/1 has no default P_Key, so no path to the subnet administrator");
  }

  @Test
  void shouldKnowTheSubnetTimeoutOnceItIsTold() {
    assertThat(port.subnetTimeout()).isEmpty();
    assertThat(port.saPath().packetLifeTime()).isEmpty();

    port.learnSubnetTimeout(18);

    assertThat(port.subnetTimeout()).hasValue(18);
    assertThat(port.saPath().packetLifeTime()).hasValue(18);
    assertThatThrownBy(() -> port.learnSubnetTimeout(32))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
