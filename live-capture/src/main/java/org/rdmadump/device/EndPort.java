package org.rdmadump.device;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * A port that can be the end of RDMA operations: ports 1 and up of an adapter, port 0 of a switch.
 *
 * <p>Values come from {@code ports/N/} of the device, are read when they are asked for, and are
 * kept until one of {@link #lidChange}, {@link #pKeyChange} and {@link #smChange} drops them. A
 * value is empty where sysfs has no such file, or nothing in it. What is in a file but cannot be
 * understood is a {@link DeviceException} that names the file. Not for use by several threads at
 * once.
 */
public final class EndPort {
  /** The P_Key of full members of the default partition. */
  public static final int DEFAULT_P_KEY = 0xffff;

  /** The P_Key of limited members of the default partition. */
  public static final int LIMITED_DEFAULT_P_KEY = 0x7fff;

  private static final int MOST_P_KEY = 0xffff;
  private static final int MOST_TIMEOUT = 31;
  private static final String LID = "lid";
  private static final String LMC = "lid_mask_count";
  private static final String SM_LID = "sm_lid";
  private static final String SM_SL = "sm_sl";

  private final RdmaDevice parent;
  private final int portId;
  private final AttributeFolder folder;
  private final DemandList<Integer, Integer> pKeys;
  private final DemandList<Integer, Gid> gids;
  private final DemandList<Integer, GidType> gidTypes;
  private final DemandList<Integer, String> gidNetDevices;
  private OptionalInt subnetTimeout = OptionalInt.empty();
  private Optional<SaPath> saPath = Optional.empty();

  EndPort(RdmaDevice parent, int portId, Path path) {
    this.parent = parent;
    this.portId = portId;
    this.folder = new AttributeFolder(path);
    this.pKeys = table(path.resolve("pkeys"), EndPort::pKey);
    this.gids = table(path.resolve("gids"), EndPort::gid);
    this.gidTypes = table(path.resolve("gid_attrs/types"), (file, text) -> GidType.of(text));
    this.gidNetDevices = table(path.resolve("gid_attrs/ndevs"), (file, text) -> text);
  }

  private static <V> DemandList<Integer, V> table(
      Path folder, BiFunction<Path, String, V> conversion) {
    return new DemandList<>(
        AttributeFolder.numbers(folder),
        index -> {
          Path file = folder.resolve(Integer.toString(index));
          return AttributeFolder.text(file).map(text -> conversion.apply(file, text));
        });
  }

  private static int pKey(Path file, String text) {
    return AttributeFolder.hexadecimal(file, text, MOST_P_KEY);
  }

  private static Gid gid(Path file, String text) {
    return Gid.of(text).orElseThrow(() -> AttributeFolder.misread(file, text, "a GID"));
  }

  /** {@return the device that it is a port of} */
  public RdmaDevice parent() {
    return parent;
  }

  /** {@return its number: 0 with a switch, 1 and up with an adapter} */
  public int portId() {
    return portId;
  }

  /** {@return where sysfs has it: a folder with its attributes and counters} */
  public Path path() {
    return folder.path();
  }

  /**
   * {@return the table of P_Keys; of no indexes where there is none, as with iWARP}
   *
   * <p>A P_Key of 0 is a place that is not in use.
   */
  public DemandList<Integer, Integer> pKeys() {
    return pKeys;
  }

  /** {@return where a P_Key is in the table, by all of its 16 bits; empty if it is not there} */
  public OptionalInt pKeyIndex(int pKey) {
    return pKeys.index(pKey).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** {@return the table of GIDs; a place that is not in use holds zeros} */
  public DemandList<Integer, Gid> gids() {
    return gids;
  }

  /** {@return the types of the GIDs, by the same indexes; none where a place is not in use} */
  public DemandList<Integer, GidType> gidTypes() {
    return gidTypes;
  }

  /** {@return the net devices of the GIDs, by the same indexes; none where there is none} */
  public DemandList<Integer, String> gidNetDevices() {
    return gidNetDevices;
  }

  /** {@return the GID at index 0; empty if that place is not in use} */
  public Optional<Gid> defaultGid() {
    return gids.get(0).filter(gid -> !gid.isZero());
  }

  /**
   * {@return the GUID in the GID at index 0; empty if there is none}
   *
   * <p>The GID of an iWARP port has a MAC address at its start and zeros behind it, so no GUID.
   */
  public Optional<Guid> portGuid() {
    return gids.get(0).map(Gid::guid).filter(guid -> !guid.isZero());
  }

  /** {@return the local identifier; 0 is none, as on Ethernet} */
  public OptionalInt lid() {
    return folder.hexadecimal(LID);
  }

  /** {@return how many low bits of the LID are the port's own to choose paths with, 0 to 7} */
  public OptionalInt lmc() {
    return folder.decimal(LMC);
  }

  /** {@return the LID of the subnet manager; 0 is none} */
  public OptionalInt smLid() {
    return folder.hexadecimal(SM_LID);
  }

  /** {@return the service level to reach the subnet manager on, 0 to 15} */
  public OptionalInt smSl() {
    return folder.decimal(SM_SL);
  }

  /** {@return the state of the link} */
  public Optional<PortState> state() {
    return folder.code("state", PortState::of);
  }

  /** {@return the state of the physical link} */
  public Optional<PhysicalState> physicalState() {
    return folder.code("phys_state", PhysicalState::of);
  }

  /** {@return the speed of the link in words, such as {@code 100 Gb/sec (4X EDR)}} */
  public Optional<String> rate() {
    return folder.text("rate");
  }

  /** {@return the 32 bits of PortInfo's CapabilityMask} */
  public OptionalLong capabilityMask() {
    return folder.mask("cap_mask");
  }

  /** {@return what it is attached to} */
  public Optional<LinkLayer> linkLayer() {
    return folder.text("link_layer").map(LinkLayer::of);
  }

  /**
   * {@return the net devices that send and receive through this port, those of GIDs first}
   *
   * <p>Where no GID has one, as with InfiniBand, iWARP and older kernels, it is what the driver
   * names as the device's parent, or what shares the device's hardware: of a device with several
   * ports, the net devices with the same number of port. Of iWARP in software, which has neither,
   * it is the one with the MAC address that the GID begins with.
   */
  public List<String> netDevices() {
    Set<String> names = new LinkedHashSet<>(gidNetDevices.values());
    if (names.isEmpty()) {
      parent.parentNetDevice().ifPresent(names::add);
    }
    if (names.isEmpty()) {
      names.addAll(parent.netDevicesOfHardware(portId));
    }
    if (names.isEmpty() && parent.nodeType().equals(Optional.of(NodeType.RNIC))) {
      names.addAll(netDevicesOfAddress());
    }
    return List.copyOf(names);
  }

  /** From class/infiniband/NAME/ports/N to class/net. */
  private Path net() {
    return folder.path().resolve("../../../../net").normalize();
  }

  /** All drivers of iWARP put their net device's MAC address at the start of the GID. */
  private List<String> netDevicesOfAddress() {
    Optional<String> mac = defaultGid().map(Gid::macAddress);
    List<String> found = new ArrayList<>();
    for (NetDevice device : NetDevice.allIn(net().resolve("../..").normalize()).values()) {
      // VLANs and bridges have the address of what is below them.
      if (mac.isPresent() && device.address().equals(mac) && !device.isStacked()) {
        found.add(device.name());
      }
    }
    return found.size() == 1 ? found : List.of();
  }

  /** {@return the greatest MTU of its net devices, in bytes behind the link header} */
  public OptionalInt netDeviceMtu() {
    Path net = net();
    int most = 0;
    for (String name : netDevices()) {
      most = Math.max(most, new AttributeFolder(net.resolve(name)).decimal("mtu").orElse(0));
    }
    return most == 0 ? OptionalInt.empty() : OptionalInt.of(most);
  }

  /**
   * {@return the subnet's timeout as an exponent, 4.096 µs times 2 to the power of it}
   *
   * <p>sysfs does not hold it: it is empty until {@link #learnSubnetTimeout}.
   */
  public OptionalInt subnetTimeout() {
    return subnetTimeout;
  }

  /**
   * Keeps the subnet's timeout, which verbs tell, and drops the path to the subnet administrator.
   *
   * @param exponent 0 to 31
   * @throws IllegalArgumentException if it is something else
   */
  public void learnSubnetTimeout(int exponent) {
    if (exponent < 0 || exponent > MOST_TIMEOUT) {
      throw new IllegalArgumentException("subnet timeout " + exponent);
    }
    subnetTimeout = OptionalInt.of(exponent);
    saPath = Optional.empty();
  }

  /**
   * {@return the path to the subnet administrator; the same object until one of its parts is
   * dropped}
   *
   * @throws DeviceException if there is none, as on Ethernet; it says which part is missing
   */
  public SaPath saPath() {
    if (saPath.isEmpty()) {
      OptionalInt pKeyIndex = pKeyIndex(DEFAULT_P_KEY);
      if (pKeyIndex.isEmpty()) {
        pKeyIndex = pKeyIndex(LIMITED_DEFAULT_P_KEY);
      }
      saPath =
          Optional.of(
              new SaPath(
                  this,
                  unicast(smLid(), "subnet manager"),
                  unicast(lid(), "LID"),
                  needed(smSl(), "service level to the subnet manager"),
                  needed(pKeyIndex, "default P_Key"),
                  subnetTimeout));
    }
    return saPath.get();
  }

  private int unicast(OptionalInt lid, String name) {
    return needed(lid.isPresent() && lid.getAsInt() == 0 ? OptionalInt.empty() : lid, name);
  }

  private int needed(OptionalInt part, String name) {
    if (part.isEmpty()) {
      throw new DeviceException(
          this + " has no " + name + ", so no path to the subnet administrator");
    }
    return part.getAsInt();
  }

  /** Drops what changes with the port's LID: LID, LMC, and what {@link #smChange} drops. */
  public void lidChange() {
    folder.drop(LID, LMC);
    smChange();
  }

  /** Drops what changes with the table of P_Keys: its values, and what {@link #smChange} drops. */
  public void pKeyChange() {
    pKeys.clear();
    smChange();
  }

  /** Drops what changes with the subnet manager: its LID and service level, and the path. */
  public void smChange() {
    folder.drop(SM_LID, SM_SL);
    saPath = Optional.empty();
  }

  /** {@return every index of the table of GIDs that is in use} */
  public List<Integer> usedGids() {
    return gids.keys().stream()
        .filter(index -> gids.get(index).filter(gid -> !gid.isZero()).isPresent())
        .toList();
  }

  /** {@return device and port, such as {@code mlx5_0/1}} */
  @Override
  public String toString() {
    return parent + "/" + portId;
  }
}
