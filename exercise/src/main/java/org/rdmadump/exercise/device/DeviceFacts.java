package org.rdmadump.exercise.device;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.NodeType;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.device.RdmaDevices;

/**
 * What sysfs knows of a device.
 *
 * @param iwarp whether it speaks iWARP
 * @param pathMtu payload of a full packet of InfiniBand or RoCE; 1024 where that is not known
 */
record DeviceFacts(boolean iwarp, int pathMtu) {
  private static final int USUAL_MTU = 1024;
  private static final int SMALLEST_MTU = 256;
  private static final int LARGEST_MTU = 4096;

  /** Room for all headers of RoCE that Linux keeps behind Ethernet's. */
  private static final int HEADERS = 80;

  static DeviceFacts of(String name) {
    try {
      Optional<RdmaDevice> device = RdmaDevices.in(RdmaDevices.SYSFS).all().get(name);
      boolean iwarp = device.flatMap(RdmaDevice::nodeType).equals(Optional.of(NodeType.RNIC));
      Optional<EndPort> port = device.flatMap(found -> found.endPorts().first());
      OptionalInt frame = port.isPresent() ? port.get().netDeviceMtu() : OptionalInt.empty();
      return new DeviceFacts(iwarp, frame.isPresent() ? mtu(frame.getAsInt()) : USUAL_MTU);
    } catch (DeviceException e) {
      return new DeviceFacts(/* iwarp= */ false, USUAL_MTU);
    }
  }

  private static int mtu(int frame) {
    int mtu = SMALLEST_MTU;
    while (2 * mtu <= LARGEST_MTU && 2 * mtu <= frame - HEADERS) {
      mtu *= 2;
    }
    return mtu;
  }
}
