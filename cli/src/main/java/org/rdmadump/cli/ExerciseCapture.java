package org.rdmadump.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Optional;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.LinkLayer;
import org.rdmadump.device.NodeType;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.exercise.endpoint.Route;
import org.rdmadump.live.hca.HcaSniffer;

/**
 * What {@code exercise} captures.
 *
 * @param device the name of a net device or of an adapter's port
 * @param filter the packets of the exercise, in libpcap's language; empty for all
 */
record ExerciseCapture(String device, String filter) {
  /** EtherType of RoCE version 1, which has no IP addresses. */
  private static final String ROCE_V1 = "ether proto 0x8915";

  private static final String ROCE_V2 = "udp port 4791";

  /**
   * {@return the device that sees the packets of a route, or the one that the user named, and the
   * filter for the traffic between its two ends, or the one that the user named}
   *
   * @throws CommandFailure if sysfs is to be read elsewhere, and that is no name of a folder
   */
  static ExerciseCapture of(Route route, ExerciseSettings settings) throws CommandFailure {
    RdmaDevices devices = RdmaDevices.in(LiveDevices.sysfs(settings.live().sysfs()));
    String device =
        settings.live().devices().isEmpty()
            ? deviceOf(route, devices)
            : settings.live().devices().get(0);
    return new ExerciseCapture(
        device, settings.filter().orElseGet(() -> filter(route, layer(device, devices), devices)));
  }

  /** A device in software has its net device send its packets. */
  private static String deviceOf(Route route, RdmaDevices devices) {
    String port = route.device() + "/" + route.port();
    try {
      Optional<RdmaDevice> device = devices.all().get(route.device());
      if (device.isPresent() && !device.get().isHardware()) {
        // The address is the net device's: not every such device says on which it was made.
        NetworkInterface behind =
            NetworkInterface.getByInetAddress(InetAddress.getByName(route.local()));
        return behind == null ? port : behind.getName();
      }
    } catch (DeviceException | IOException e) {
      // What opens the device will say what is wrong with it.
    }
    return port;
  }

  /** The link layer of an adapter's port; empty for a net device. */
  private static Optional<LinkLayer> layer(String device, RdmaDevices devices) {
    try {
      EndPort port = HcaSniffer.port(devices, device);
      return port.linkLayer();
    } catch (DeviceException e) {
      return Optional.empty();
    }
  }

  /**
   * {@return a filter for the RDMA traffic between the two ends of a route} Of iWARP that is all
   * TCP: the port mapper (iwpmd) gives connections other ports than those asked for. The kernel
   * removes VLAN tags before a net device's filter sees a packet, an adapter leaves them in.
   * libpcap has no filters for InfiniBand.
   *
   * @param adapter link layer of the adapter that is captured; empty for a net device
   */
  static String filter(Route route, Optional<LinkLayer> adapter, RdmaDevices devices) {
    if (adapter.isPresent() && adapter.get() != LinkLayer.ETHERNET) {
      return "";
    }
    String hosts = "host " + host(route.local()) + " and host " + host(route.remote());
    boolean iwarp = isIwarp(route, devices);
    String traffic = hosts + " and " + (iwarp ? "tcp" : ROCE_V2) + (iwarp ? "" : " or " + ROCE_V1);
    return adapter.isPresent() ? traffic + " or (vlan and (" + traffic + "))" : traffic;
  }

  private static boolean isIwarp(Route route, RdmaDevices devices) {
    try {
      return devices
          .all()
          .get(route.device())
          .flatMap(RdmaDevice::nodeType)
          .equals(Optional.of(NodeType.RNIC));
    } catch (DeviceException e) {
      return false;
    }
  }

  /** The address without the zone that it is of, which libpcap does not know. */
  private static String host(String address) {
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }
}
