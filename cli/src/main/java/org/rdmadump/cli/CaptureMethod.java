package org.rdmadump.cli;

import java.util.Set;
import org.rdmadump.device.EndPort;

/** How the packets of an RDMA port can be captured, as far as sysfs tells. */
enum CaptureMethod {
  /** By a rule of the adapter's; its driver is one of those that have such. */
  SNIFFER("sniffer"),
  /** On the net device that a software device was made on. */
  NET_DEVICE("net device"),
  /** Only trying tells. */
  UNKNOWN("unknown");

  /** Drivers with sniffer rules, though not with each of their adapters and firmwares. */
  private static final Set<String> SNIFFING = Set.of("mlx4_core", "mlx5_core", "bnxt_en");

  private final String label;

  CaptureMethod(String label) {
    this.label = label;
  }

  /** {@return the method for a port} */
  static CaptureMethod of(EndPort port) {
    if (!port.parent().isHardware()) {
      return port.netDevices().isEmpty() ? UNKNOWN : NET_DEVICE;
    }
    return port.parent().driver().filter(SNIFFING::contains).isPresent() ? SNIFFER : UNKNOWN;
  }

  /** {@return its name in output} */
  String label() {
    return label;
  }
}
