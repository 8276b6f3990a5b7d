package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.device.DeviceException;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.LinkLayer;
import org.rdmadump.device.PhysicalState;
import org.rdmadump.device.PortState;
import org.rdmadump.device.RdmaDevice;

/** What is worth knowing of the machine and its adapter: versions, link, limits. No host name. */
final class MachineFacts {
  /** Its version ends with that of rdma-core: {@code libibverbs.so.1.14.44.0}. */
  private static final Pattern VERBS =
      Pattern.compile("libibverbs\\.so\\.1\\.\\d+\\.(\\d+\\.\\d+)");

  private static final Pattern LOCKED = Pattern.compile("Max locked memory +(\\S+) +.*");
  private static final Pattern CAPABILITIES = Pattern.compile("CapEff:\\s*(\\S+)");
  private static final Pattern DISTRIBUTION = Pattern.compile("PRETTY_NAME=\"?([^\"]*)\"?");

  private final List<Fact> facts = new ArrayList<>();

  private MachineFacts() {}

  /** {@return those of the machine with this port} */
  static List<Fact> of(SelfTestSettings settings) {
    MachineFacts all = new MachineFacts();
    all.system();
    all.device(settings.port().parent(), settings.sysfs());
    all.port(settings.port());
    return all.facts;
  }

  private void system() {
    add("kernel", () -> Optional.of(System.getProperty("os.version", "")));
    add("processor", () -> Optional.of(System.getProperty("os.arch", "")));
    add("distribution", () -> found(Path.of("/etc/os-release"), DISTRIBUTION));
    add("java", () -> Optional.of(System.getProperty("java.version", "")));
    add("rdma-core", () -> found(Path.of("/proc/self/maps"), VERBS));
    add("locked memory, most", () -> found(Path.of("/proc/self/limits"), LOCKED));
    add("capabilities", () -> found(Path.of("/proc/self/status"), CAPABILITIES));
  }

  private void device(RdmaDevice device, Path sysfs) {
    add("device", () -> Optional.of(device.name()));
    add("adapter", device::hcaType);
    add("board", device::boardId);
    add("revision", device::hardwareRevision);
    add("firmware", device::firmware);
    add("driver", device::driver);
    add(
        "driver version",
        () -> device.driver().flatMap(name -> text(sysfs.resolve("module/" + name + "/version"))));
  }

  private void port(EndPort port) {
    add("port", () -> Optional.of(Integer.toString(port.portId())));
    add("link layer", () -> port.linkLayer().map(LinkLayer::label));
    add("state", () -> port.state().map(PortState::label));
    add("physical state", () -> port.physicalState().map(PhysicalState::label));
    add("link", port::rate);
    add(
        "mtu of the net device",
        () ->
            port.netDeviceMtu().isPresent()
                ? Optional.of(Integer.toString(port.netDeviceMtu().getAsInt()))
                : Optional.empty());
    try {
      for (int index : port.usedGids()) {
        String type = port.gidTypes().get(index).map(each -> each.label() + " ").orElse("");
        port.gids().get(index).ifPresent(gid -> facts.add(Fact.of("gid " + index, type + gid)));
      }
    } catch (DeviceException e) {
      facts.add(Fact.of("gids", String.valueOf(e.getMessage())));
    }
  }

  private void add(String name, Supplier<Optional<String>> value) {
    try {
      value
          .get()
          .filter(each -> !each.isBlank())
          .ifPresent(each -> facts.add(new Fact(name, each)));
    } catch (DeviceException e) {
      facts.add(new Fact(name, String.valueOf(e.getMessage())));
    }
  }

  private static Optional<String> found(Path file, Pattern pattern) {
    return text(file).map(pattern::matcher).filter(Matcher::find).map(matcher -> matcher.group(1));
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).trim());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
