package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.report.text.TextTable;

/**
 * Devices as tables: net devices, RDMA ports, and the GIDs of those.
 *
 * @param values asks the devices; a question mark stands for what it cannot tell
 */
record DeviceTables(DeviceValues values) {
  private static final DeviceAttribute<NetDevice> RATE =
      DeviceAttribute.of("rate", device -> rate(device.speed()));
  private static final DeviceAttribute<EndPort> CAPTURE =
      DeviceAttribute.of("capture", port -> Optional.of(CaptureMethod.of(port).label()));
  private static final int MEGA_OF_GIGA = 1000;
  private static final int MEGA_OF_TENTH = 100;

  /** Writes what there is to {@code out}. */
  void write(List<NetDevice> netDevices, List<RdmaDevice> rdmaDevices, OutputStream out)
      throws IOException {
    AsciiBuffer text = new AsciiBuffer();
    put(net(netDevices, rdmaDevices), "No net devices", text);
    put(ports(rdmaDevices), "No RDMA devices", text);
    TextTable gids = gids(rdmaDevices);
    if (!gids.isEmpty()) {
      gids.put(text);
    }
    text.writeTo(out);
  }

  private static void put(TextTable table, String otherwise, AsciiBuffer text) {
    if (table.isEmpty()) {
      if (text.length() > 0) {
        text.newline();
      }
      text.put(otherwise).newline();
    } else {
      table.put(text);
    }
  }

  private TextTable net(List<NetDevice> devices, List<RdmaDevice> rdmaDevices) {
    TextTable table =
        new TextTable("Net devices")
            .words("name")
            .words("link")
            .words("state")
            .number("rate")
            .number("MTU")
            .words("address")
            .words("RDMA");
    for (NetDevice device : devices) {
      table.row(
          false,
          List.of(
              device.name(),
              values.cell(DeviceAttribute.LINK, Optional.of(device)),
              values.cell(DeviceAttribute.STATE, Optional.of(device)),
              values.cell(RATE, Optional.of(device)),
              values.cell(DeviceAttribute.MTU, Optional.of(device)),
              values.cell(DeviceAttribute.ADDRESS, Optional.of(device)),
              values.names(() -> portsOf(device, rdmaDevices, values))));
    }
    return table;
  }

  /** {@return the RDMA ports that send and receive through a net device} */
  static List<String> portsOf(NetDevice device, List<RdmaDevice> rdmaDevices, DeviceValues values) {
    List<String> ports = new ArrayList<>();
    for (RdmaDevice each : rdmaDevices) {
      for (EndPort port : each.endPorts()) {
        if (values.list(port::netDevices).contains(device.name())) {
          ports.add(port.toString());
        }
      }
    }
    return ports;
  }

  private TextTable ports(List<RdmaDevice> devices) {
    TextTable table =
        new TextTable("RDMA devices")
            .words("port")
            .words("node")
            .words("link")
            .words("state")
            .words("rate")
            .words("net devices")
            .words("capture")
            .number("LID")
            .words("GUID")
            .words("type")
            .words("firmware");
    for (RdmaDevice device : devices) {
      if (device.endPorts().size() == 0) {
        row(table, device, Optional.empty());
      }
      for (EndPort port : device.endPorts()) {
        row(table, device, Optional.of(port));
      }
    }
    return table;
  }

  private void row(TextTable table, RdmaDevice device, Optional<EndPort> port) {
    Optional<RdmaDevice> parent = Optional.of(device);
    table.row(
        false,
        List.of(
            port.isPresent() ? port.get().toString() : device.name(),
            values.cell(DeviceAttribute.NODE_TYPE, parent),
            values.cell(DeviceAttribute.LINK_LAYER, port),
            values.cell(DeviceAttribute.PORT_STATE, port),
            values.cell(DeviceAttribute.RATE, port),
            values.names(() -> port.map(EndPort::netDevices).orElse(List.of())),
            values.cell(CAPTURE, port),
            values.cell(DeviceAttribute.LID, port),
            values.cell(DeviceAttribute.NODE_GUID, parent),
            values.cell(DeviceAttribute.HCA_TYPE, parent),
            values.cell(DeviceAttribute.FIRMWARE, parent)));
  }

  private TextTable gids(List<RdmaDevice> devices) {
    TextTable table =
        new TextTable("GIDs")
            .words("port")
            .number("index")
            .words("GID")
            .words("type")
            .words("net device");
    for (RdmaDevice device : devices) {
      for (EndPort port : device.endPorts()) {
        for (Integer index : values.usedGids(port)) {
          List<String> row = new ArrayList<>(List.of(port.toString()));
          for (DeviceAttribute<Integer> attribute : DeviceAttribute.ofGid(port)) {
            row.add(values.cell(attribute, Optional.of(index)));
          }
          table.row(false, row);
        }
      }
    }
    return table;
  }

  private static Optional<String> rate(OptionalInt speed) {
    if (speed.isEmpty()) {
      return Optional.empty();
    }
    int mega = speed.getAsInt();
    if (mega < MEGA_OF_GIGA || mega % MEGA_OF_TENTH != 0) {
      return Optional.of(mega + " Mb/s");
    }
    int tenths = mega % MEGA_OF_GIGA / MEGA_OF_TENTH;
    return Optional.of(mega / MEGA_OF_GIGA + (tenths == 0 ? "" : "." + tenths) + " Gb/s");
  }
}
