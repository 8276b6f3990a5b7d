package org.rdmadump.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Files as the kernel has them in sysfs, made in a folder. What is in them follows the kernel's
 * {@code drivers/infiniband/core/sysfs.c} and the drivers named with each device: numbers of LIDs
 * have {@code 0x} and as many digits as they need, states a number and a word, GIDs eight groups of
 * four digits, and all a line feed at the end. A place of the table of GIDs that is not in use has
 * zeros in {@code gids}, while reading its type or net device fails with EINVAL.
 */
public final class SysfsTree {
  private static final String INFINIBAND = "class/infiniband/";
  private static final String NO_GID = "0000:0000:0000:0000:0000:0000:0000:0000\n";

  /** A file that can be opened, but not read from its start. */
  private static final Path REFUSING = Path.of("/proc/self/mem");

  private final Path root;

  /** A tree in {@code root}, without devices. */
  public SysfsTree(Path root) {
    this.root = root;
  }

  /** {@return where it is} */
  public Path root() {
    return root;
  }

  /** {@return a file of it} */
  Path path(String name) {
    return root.resolve(name);
  }

  /** Writes a file, and folders on the way to it. */
  SysfsTree file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file of any bytes. */
  SysfsTree file(String name, byte[] bytes) {
    try {
      Files.createDirectories(path(name).getParent());
      Files.write(path(name), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Makes a file that the kernel does not let be read. */
  SysfsTree refused(String name) {
    try {
      Files.createDirectories(path(name).getParent());
      Files.createSymbolicLink(path(name), REFUSING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Removes the links to what cannot be read: JUnit warns of each that it finds in its folder. */
  static void removeLinks(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  private SysfsTree device(String name, String type, String guid, String description) {
    String folder = INFINIBAND + name + "/";
    return file(folder + "node_type", type + "\n")
        .file(folder + "node_guid", guid + "\n")
        .file(folder + "sys_image_guid", guid + "\n")
        .file(folder + "node_desc", description + "\n");
  }

  private SysfsTree hardware(
      String name, String firmware, String revision, String type, String board) {
    String folder = INFINIBAND + name + "/";
    return file(folder + "fw_ver", firmware + "\n")
        .file(folder + "hw_rev", revision + "\n")
        .file(folder + "hca_type", type + "\n")
        .file(folder + "board_id", board + "\n");
  }

  private SysfsTree port(String port, String layer, String state, String physical, String rate) {
    return file(port + "link_layer", layer + "\n")
        .file(port + "state", state + "\n")
        .file(port + "phys_state", physical + "\n")
        .file(port + "rate", rate + "\n");
  }

  private SysfsTree subnet(String port, String lid, String smLid, String mask) {
    return file(port + "lid", lid + "\n")
        .file(port + "lid_mask_count", "0\n")
        .file(port + "sm_lid", smLid + "\n")
        .file(port + "sm_sl", "0\n")
        .file(port + "cap_mask", mask + "\n");
  }

  private SysfsTree gid(String port, int index, String gid, String type, String device) {
    file(port + "gids/" + index, gid + "\n");
    file(port + "gid_attrs/types/" + index, type + "\n");
    return device.isEmpty()
        ? refused(port + "gid_attrs/ndevs/" + index)
        : file(port + "gid_attrs/ndevs/" + index, device + "\n");
  }

  private void unusedGids(String port, int from, int to) {
    for (int i = from; i < to; i++) {
      file(port + "gids/" + i, NO_GID);
      refused(port + "gid_attrs/types/" + i);
      refused(port + "gid_attrs/ndevs/" + i);
    }
  }

  private void pKeys(String port, String... keys) {
    for (int i = 0; i < keys.length; i++) {
      file(port + "pkeys/" + i, keys[i] + "\n");
    }
  }

  /**
   * Connect-IB {@code mlx5_0}, InfiniBand, one device of two ports as later adapters no longer are:
   * the second has no cable. IP over InfiniBand runs on both. Driver mlx5.
   */
  public SysfsTree infiniband() {
    device("mlx5_0", "1: CA", "f452:1403:0017:d8a0", "node7 HCA-1");
    hardware("mlx5_0", "10.16.1200", "0", "MT4113", "MT_1210110019");
    String port = INFINIBAND + "mlx5_0/ports/1/";
    port(port, "InfiniBand", "4: ACTIVE", "5: LinkUp", "56 Gb/sec (4X FDR)");
    subnet(port, "0x2a", "0x1", "0x2650e848");
    gid(port, 0, "fe80:0000:0000:0000:f452:1403:0017:d8a0", "IB/RoCE v1", "");
    unusedGids(port, 1, 8);
    pKeys(port, "0xffff", "0x8001", "0x0000", "0x0000");
    port = INFINIBAND + "mlx5_0/ports/2/";
    port(port, "InfiniBand", "1: DOWN", "2: Polling", "10 Gb/sec (4X SDR)");
    subnet(port, "0xffff", "0x0", "0x2650e848");
    gid(port, 0, "fe80:0000:0000:0000:f452:1403:0017:d8a8", "IB/RoCE v1", "");
    unusedGids(port, 1, 8);
    pKeys(port, "0xffff", "0x0000", "0x0000", "0x0000");
    file(INFINIBAND + "mlx5_0/device/net/ib0/dev_port", "0\n");
    file(INFINIBAND + "mlx5_0/device/net/ib1/dev_port", "1\n");
    return netDevice("ib0", 32, "up", "56000", 2044, "80:00:02:08:fe:80:00:00:00:00:00:00")
        .netDevice("ib1", 32, "down", "-1", 4092, "80:00:02:09:fe:80:00:00:00:00:00:00");
  }

  /**
   * ConnectX-5 {@code mlx5_2} with RoCE: GIDs of the link-local address, of IPv4 and of IPv6, each
   * with both versions, those of a VLAN behind them, and 244 places that are not in use. Driver
   * mlx5.
   */
  public SysfsTree roce() {
    device("mlx5_2", "1: CA", "0c42:a103:005d:8c2a", "node7 mlx5_2");
    hardware("mlx5_2", "16.35.2000", "0", "MT4119", "MT_0000000008");
    String port = INFINIBAND + "mlx5_2/ports/1/";
    port(port, "Ethernet", "4: ACTIVE", "5: LinkUp", "100 Gb/sec (4X EDR)");
    subnet(port, "0x0", "0x0", "0x04010000");
    String[] gids = {
      "fe80:0000:0000:0000:0e42:a1ff:fe5d:8c2a",
      "0000:0000:0000:0000:0000:ffff:c0a8:0a07",
      "2001:0db8:0000:0010:0e42:a1ff:fe5d:8c2a",
      "fe80:0000:0000:0000:0e42:a1ff:fe5d:8c2a",
      "0000:0000:0000:0000:0000:ffff:c0a8:1407",
      "2001:0db8:0000:0014:0e42:a1ff:fe5d:8c2a"
    };
    for (int i = 0; i < gids.length; i++) {
      String device = i < 3 ? "ens2f0np0" : "ens2f0np0.20";
      gid(port, 2 * i, gids[i], "IB/RoCE v1", device);
      gid(port, 2 * i + 1, gids[i], "RoCE v2", device);
    }
    unusedGids(port, 2 * gids.length, 256);
    pKeys(port, "0xffff");
    file(INFINIBAND + "mlx5_2/device/net/ens2f0np0/dev_port", "0\n");
    return netDevice("ens2f0np0", 1, "up", "100000", 9000, "0c:42:a1:5d:8c:2a")
        .netDevice("ens2f0np0.20", 1, "up", "100000", 9000, "0c:42:a1:5d:8c:2a");
  }

  /**
   * Soft-RoCE {@code rxe0}: nothing is said of hardware, firmware is an empty line, and the name of
   * the net device fills the 16 bytes that old drivers gave it, so that a zero byte ends it. Driver
   * rxe of older kernels.
   */
  public SysfsTree rxe() {
    device("rxe0", "1: CA", "5054:00ff:fe12:3456", "rxe");
    file(INFINIBAND + "rxe0/fw_ver", "\n");
    file(INFINIBAND + "rxe0/parent", "enp0s29u1u7u3c2\0");
    String port = INFINIBAND + "rxe0/ports/1/";
    port(port, "Ethernet", "4: ACTIVE", "5: LinkUp", "2.5 Gb/sec (1X SDR)");
    subnet(port, "0x0", "0x0", "0x00010000");
    gid(port, 0, "fe80:0000:0000:0000:5054:00ff:fe12:3456", "RoCE v2", "");
    unusedGids(port, 1, 16);
    pKeys(port, "0xffff");
    return netDevice("enp0s29u1u7u3c2", 1, "up", "-1", 1500, "52:54:00:12:34:56");
  }

  /**
   * Soft-iWARP {@code siw0}: no P_Keys, and a GID that is a MAC address and zeros. Driver siw of
   * newer kernels.
   */
  public SysfsTree siw() {
    return siwWithout().file(INFINIBAND + "siw0/ports/1/gid_attrs/ndevs/0", "eth1\n");
  }

  /** The same as kernels before 6.5 have it: which net device the GID belongs to is not said. */
  SysfsTree siwOfOldKernel() {
    return siwWithout().refused(INFINIBAND + "siw0/ports/1/gid_attrs/ndevs/0");
  }

  private SysfsTree siwWithout() {
    device("siw0", "4: RNIC", "5054:00ff:fe12:3456", "Software iWARP stack");
    file(INFINIBAND + "siw0/fw_ver", "\n");
    String port = INFINIBAND + "siw0/ports/1/";
    port(port, "Ethernet", "4: ACTIVE", "5: LinkUp", "10 Gb/sec (4X SDR)");
    subnet(port, "0x0", "0x0", "0x00090000");
    return file(port + "gids/0", "5254:0012:3456:0000:0000:0000:0000:0000\n")
        .file(port + "gid_attrs/types/0", "IB/RoCE v1\n")
        .netDevice("eth1", 1, "up", "1000", 1500, "52:54:00:12:34:56");
  }

  /** The port that manages an InfiniBand switch, port 0, which is all that Linux shows of it. */
  public SysfsTree infinibandSwitch() {
    device("is4_0", "2: switch", "0002:c902:0048:a3d0", "Infiniscale-IV");
    String port = INFINIBAND + "is4_0/ports/0/";
    port(port, "InfiniBand", "4: ACTIVE", "5: LinkUp", "40 Gb/sec (4X QDR)");
    subnet(port, "0x3", "0x1", "0x42500848");
    gid(port, 0, "fe80:0000:0000:0000:0002:c902:0048:a3d0", "IB/RoCE v1", "");
    pKeys(port, "0xffff");
    return this;
  }

  /** A net device. Its speed cannot be read if it is said as nothing. */
  public SysfsTree netDevice(
      String name, int type, String state, String speed, int mtu, String address) {
    String folder = "class/net/" + name + "/";
    if (speed.isEmpty()) {
      refused(folder + "speed");
    } else {
      file(folder + "speed", speed + "\n");
    }
    return file(folder + "type", type + "\n")
        .file(folder + "operstate", state + "\n")
        .file(folder + "mtu", mtu + "\n")
        .file(folder + "address", address + "\n");
  }

  /** All of the devices above, the machine itself, and the file that bonding has beside devices. */
  public SysfsTree everything() {
    return infiniband()
        .roce()
        .rxe()
        .siw()
        .infinibandSwitch()
        .netDevice("lo", 772, "unknown", "", 65536, "00:00:00:00:00:00")
        .file("class/net/bonding_masters", "\n");
  }
}
