package org.rdmadump.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
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
import org.rdmadump.report.json.JsonFormat;
import org.rdmadump.report.json.JsonRecordWriter;
import org.rdmadump.report.json.JsonRecords;

/** Prints every device as a JSON object on a line of its own; optionally in an array. */
final class DeviceJsonWriter {
  private final OutputStream target;
  private final ByteArrayOutputStream whole = new ByteArrayOutputStream();
  private final JsonGenerator out;
  private final JsonRecords records;
  private final DeviceValues values;

  /**
   * A writer to {@code target}, which it does not close.
   *
   * @param array put brackets around all devices and commas between them
   * @param values asks the devices; what it cannot tell is left out
   */
  DeviceJsonWriter(OutputStream target, boolean array, DeviceValues values) throws IOException {
    this.target = target;
    this.values = values;
    this.out = JsonRecordWriter.generator(whole);
    this.records = new JsonRecords(out, array);
  }

  /** Writes them all. */
  void write(List<NetDevice> netDevices, List<RdmaDevice> rdmaDevices) throws IOException {
    records.begin();
    for (NetDevice device : netDevices) {
      records.separate();
      netDevice(device, DeviceTables.portsOf(device, rdmaDevices, values));
      records.endOfRecord();
    }
    for (RdmaDevice device : rdmaDevices) {
      records.separate();
      rdmaDevice(device);
      records.endOfRecord();
    }
    records.end();
    whole.writeTo(target);
  }

  private void netDevice(NetDevice device, List<String> ports) throws IOException {
    out.writeStartObject();
    JsonFormat.begin(out, "net_device");
    out.writeStringField("name", device.name());
    string("type", () -> device.type().map(NetDeviceType::label));
    string("state", device::state);
    number("speed_mbps", device::speed);
    number("mtu", device::mtu);
    string("address", device::address);
    out.writeBooleanField("hardware", device.isHardware());
    strings("rdma_ports", ports);
    out.writeEndObject();
  }

  private void rdmaDevice(RdmaDevice device) throws IOException {
    out.writeStartObject();
    JsonFormat.begin(out, "rdma_device");
    out.writeStringField("name", device.name());
    string("node_type", () -> device.nodeType().map(NodeType::label));
    string("node_guid", () -> device.nodeGuid().map(Guid::toString));
    string("system_image_guid", () -> device.systemImageGuid().map(Guid::toString));
    string("description", device::nodeDescription);
    string("firmware", device::firmware);
    string("hardware_revision", device::hardwareRevision);
    string("hca_type", device::hcaType);
    string("board_id", device::boardId);
    out.writeArrayFieldStart("ports");
    for (EndPort port : device.endPorts()) {
      port(port);
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void port(EndPort port) throws IOException {
    out.writeStartObject();
    out.writeNumberField("port", port.portId());
    string("link_layer", () -> port.linkLayer().map(LinkLayer::label));
    string("state", () -> port.state().map(PortState::label));
    string("physical_state", () -> port.physicalState().map(PhysicalState::label));
    string("rate", port::rate);
    number("lid", port::lid);
    number("lmc", port::lmc);
    number("sm_lid", port::smLid);
    number("sm_sl", port::smSl);
    OptionalLong capabilities = values.bits(port::capabilityMask);
    if (capabilities.isPresent()) {
      out.writeStringField("capability_mask", hex(capabilities.getAsLong(), 8));
    }
    string("port_guid", () -> port.portGuid().map(Guid::toString));
    strings("net_devices", values.list(port::netDevices));
    string("capture", () -> Optional.of(CaptureWay.of(port).label().replace(' ', '_')));
    pKeys(port);
    gids(port);
    out.writeEndObject();
  }

  private void pKeys(EndPort port) throws IOException {
    out.writeArrayFieldStart("p_keys");
    for (Integer index : port.pKeys().keys()) {
      Optional<Integer> pKey = values.value(() -> port.pKeys().get(index));
      if (pKey.isPresent() && pKey.get() != 0) {
        out.writeStartObject();
        out.writeNumberField("index", index);
        out.writeStringField("p_key", hex(pKey.get(), 4));
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  private void gids(EndPort port) throws IOException {
    out.writeArrayFieldStart("gids");
    for (Integer index : values.usedGids(port)) {
      out.writeStartObject();
      out.writeNumberField("index", index);
      string("gid", () -> port.gids().get(index).map(Object::toString));
      string("type", () -> port.gidTypes().get(index).map(GidType::label));
      string("net_device", () -> port.gidNetDevices().get(index));
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void string(String name, Supplier<Optional<String>> asked) throws IOException {
    Optional<String> value = values.value(asked);
    if (value.isPresent()) {
      out.writeStringField(name, value.get());
    }
  }

  private void number(String name, Supplier<OptionalInt> asked) throws IOException {
    OptionalInt value = values.number(asked);
    if (value.isPresent()) {
      out.writeNumberField(name, value.getAsInt());
    }
  }

  private void strings(String name, List<String> values) throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  private static String hex(long value, int digits) {
    String text = Long.toHexString(value);
    return "0x" + "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
