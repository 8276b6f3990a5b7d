package org.rdmadump.live.hca;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;

/** Ports of devices, as far as a sniffer looks at sysfs. */
final class TestPorts {
  private TestPorts() {}

  /** {@return an adapter's port on InfiniBand, without a counter of drops} */
  static EndPort infiniband(Path sysfs) throws IOException {
    file(sysfs, "class/infiniband/mlx5_0/device/net/ib0/dev_port", "0\n");
    file(sysfs, "class/infiniband/mlx5_0/ports/1/link_layer", "InfiniBand\n");
    file(sysfs, "class/net/ib0/mtu", "2044\n");
    return RdmaDevices.in(sysfs).findPortName("mlx5_0");
  }

  /** {@return an adapter's port on Ethernet with jumbo frames} */
  static EndPort ethernet(Path sysfs) throws IOException {
    file(sysfs, "class/infiniband/mlx5_0/device/net/ens2/dev_port", "0\n");
    file(sysfs, "class/infiniband/mlx5_0/ports/1/link_layer", "Ethernet\n");
    file(sysfs, "class/net/ens2/mtu", "9000\n");
    return RdmaDevices.in(sysfs).findPortName("mlx5_0");
  }

  /** {@return the port of a soft-RoCE device} */
  static EndPort software(Path sysfs) throws IOException {
    file(sysfs, "class/infiniband/rxe0/parent", "eth0\n");
    file(sysfs, "class/infiniband/rxe0/ports/1/link_layer", "Ethernet\n");
    file(sysfs, "class/net/eth0/mtu", "1500\n");
    return RdmaDevices.in(sysfs).findPortName("rxe0");
  }

  /** {@return the counter of drops of the InfiniBand port, which is at 1000 now} */
  static Path counter(Path sysfs) throws IOException {
    return file(sysfs, "class/infiniband/mlx5_0/ports/1/hw_counters/out_of_buffer", "1000\n");
  }

  static Path file(Path sysfs, String name, String text) throws IOException {
    Path file = sysfs.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
