package org.rdmadump.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.NetDevice;
import org.rdmadump.device.RdmaDevice;
import org.rdmadump.report.json.JsonOutput;

/** Prints every device as a JSON object on a line of its own; optionally in an array. */
final class DeviceJsonWriter {
  private final OutputStream target;
  private final ByteArrayOutputStream whole = new ByteArrayOutputStream();
  private final JsonOutput out;
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
    this.out = new JsonOutput(whole, array);
  }

  /** Writes them all. */
  void write(List<NetDevice> netDevices, List<RdmaDevice> rdmaDevices) throws IOException {
    out.begin();
    for (NetDevice device : netDevices) {
      object(DeviceAttribute.OF_NET_DEVICE, device)
          .put("rdma_ports", DeviceTables.portsOf(device, rdmaDevices, values))
          .write("net_device", out);
    }
    for (RdmaDevice device : rdmaDevices) {
      JsonObject object = object(DeviceAttribute.OF_RDMA_DEVICE, device);
      List<JsonObject> ports = new ArrayList<>();
      for (EndPort port : device.endPorts()) {
        ports.add(port(port));
      }
      object.put("ports", ports).write("rdma_device", out);
    }
    out.end();
    whole.writeTo(target);
  }

  private JsonObject port(EndPort port) {
    JsonObject object =
        object(DeviceAttribute.OF_PORT, port)
            .put("net_devices", values.list(port::netDevices))
            .put("capture", CaptureMethod.of(port).label().replace(' ', '_'));
    List<JsonObject> pKeys = new ArrayList<>();
    for (Integer index : port.pKeys().keys()) {
      Optional<Integer> pKey =
          values.value(() -> port.pKeys().get(index), Optional.<Integer>empty());
      if (pKey.isPresent() && pKey.get() != 0) {
        String hex = String.format(Locale.ROOT, "0x%04x", pKey.get());
        pKeys.add(new JsonObject().put("index", index).put("p_key", hex));
      }
    }
    List<JsonObject> gids = new ArrayList<>();
    for (Integer index : values.usedGids(port)) {
      gids.add(object(DeviceAttribute.ofGid(port), index));
    }
    return object.put("p_keys", pKeys).put("gids", gids);
  }

  private <T> JsonObject object(List<DeviceAttribute<T>> attributes, T of) {
    JsonObject object = new JsonObject();
    for (DeviceAttribute<T> attribute : attributes) {
      object.putIfPresent(attribute.name(), values.value(attribute, of));
    }
    return object;
  }
}
