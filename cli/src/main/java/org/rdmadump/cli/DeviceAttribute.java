package org.rdmadump.cli;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.GidType;
import org.rdmadump.device.Guid;
import org.rdmadump.device.LinkLayer;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.NetDeviceType;
import org.rdmadump.device.NodeType;
import org.rdmadump.device.PhysicalState;
import org.rdmadump.device.PortState;
import org.rdmadump.device.RdmaDevice;

/**
 * What can be asked of a device, or of a part of one.
 *
 * @param <T> of what it is asked
 * @param name in JSON
 * @param asked gives a text, a number or a boolean; nothing if there is none
 */
record DeviceAttribute<T>(String name, Function<T, Optional<?>> asked) {
  static final DeviceAttribute<NetDevice> LINK =
      of("type", device -> device.type().map(NetDeviceType::label));
  static final DeviceAttribute<NetDevice> STATE = of("state", NetDevice::state);
  static final DeviceAttribute<NetDevice> MTU = ofNumber("mtu", NetDevice::mtu);
  static final DeviceAttribute<NetDevice> ADDRESS = of("address", NetDevice::address);

  static final DeviceAttribute<RdmaDevice> NODE_TYPE =
      of("node_type", device -> device.nodeType().map(NodeType::label));
  static final DeviceAttribute<RdmaDevice> NODE_GUID =
      of("node_guid", device -> device.nodeGuid().map(Guid::toString));
  static final DeviceAttribute<RdmaDevice> FIRMWARE = of("firmware", RdmaDevice::firmware);
  static final DeviceAttribute<RdmaDevice> HCA_TYPE = of("hca_type", RdmaDevice::hcaType);

  static final DeviceAttribute<EndPort> LINK_LAYER =
      of("link_layer", port -> port.linkLayer().map(LinkLayer::label));
  static final DeviceAttribute<EndPort> PORT_STATE =
      of("state", port -> port.state().map(PortState::label));
  static final DeviceAttribute<EndPort> RATE = of("rate", EndPort::rate);
  static final DeviceAttribute<EndPort> LID = ofNumber("lid", EndPort::lid);

  /** All of a net device, but for the RDMA ports that it carries. */
  static final List<DeviceAttribute<NetDevice>> OF_NET_DEVICE =
      List.of(
          of("name", device -> Optional.of(device.name())),
          LINK,
          STATE,
          ofNumber("speed_mbps", NetDevice::speed),
          MTU,
          ADDRESS,
          of("hardware", device -> Optional.of(device.isHardware())));

  /** All of an RDMA device, but for its ports. */
  static final List<DeviceAttribute<RdmaDevice>> OF_RDMA_DEVICE =
      List.of(
          of("name", device -> Optional.of(device.name())),
          NODE_TYPE,
          NODE_GUID,
          of("system_image_guid", device -> device.systemImageGuid().map(Guid::toString)),
          of("description", RdmaDevice::nodeDescription),
          FIRMWARE,
          of("hardware_revision", RdmaDevice::hardwareRevision),
          HCA_TYPE,
          of("board_id", RdmaDevice::boardId));

  /** All single values of a port. */
  static final List<DeviceAttribute<EndPort>> OF_PORT =
      List.of(
          of("port", port -> Optional.of(port.portId())),
          LINK_LAYER,
          PORT_STATE,
          of("physical_state", port -> port.physicalState().map(PhysicalState::label)),
          RATE,
          LID,
          ofNumber("lmc", EndPort::lmc),
          ofNumber("sm_lid", EndPort::smLid),
          ofNumber("sm_sl", EndPort::smSl),
          of("capability_mask", port -> mask(port.capabilityMask())),
          of("port_guid", port -> port.portGuid().map(Guid::toString)));

  /** {@return all of an entry in a port's table of GIDs, asked by its index} */
  static List<DeviceAttribute<Integer>> ofGid(EndPort port) {
    return List.of(
        of("index", Optional::of),
        of("gid", index -> port.gids().get(index).map(Object::toString)),
        of("type", index -> port.gidTypes().get(index).map(GidType::label)),
        of("net_device", index -> port.gidNetDevices().get(index)));
  }

  static <T> DeviceAttribute<T> of(String name, Function<T, Optional<?>> asked) {
    return new DeviceAttribute<>(name, asked);
  }

  private static <T> DeviceAttribute<T> ofNumber(String name, Function<T, OptionalInt> asked) {
    return new DeviceAttribute<>(
        name,
        of -> {
          OptionalInt number = asked.apply(of);
          return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
        });
  }

  private static Optional<String> mask(OptionalLong bits) {
    return bits.isPresent()
        ? Optional.of(String.format(Locale.ROOT, "0x%08x", bits.getAsLong()))
        : Optional.empty();
  }
}
