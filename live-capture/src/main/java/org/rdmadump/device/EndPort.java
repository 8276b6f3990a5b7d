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
import org.rdmadump.verbs.AsyncEventType;

/**
 * A port where RDMA operations end: ports 1 and up of an adapter, port 0 of a switch.
 *
 * <p>Values come from {@code ports/N/} of the device. Each is read at its first use, and kept until
 * {@link RdmaDevice#apply} or one of the methods {@code ...Change} drops it. A value is empty if
 * its sysfs file is missing or blank. An invalid file throws a {@link DeviceException} that names
 * the file. Not thread-safe.
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
  private static final String STATE = "state";
  private static final String PHYSICAL_STATE = "phys_state";
  private static final String RATE = "rate";

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

  /** {@return the device of the port} */
  public RdmaDevice parent() {
    return parent;
  }

  /** {@return the port number: 0 for a switch, 1 and up for an adapter} */
  public int portId() {
    return portId;
  }

  /** {@return the sysfs folder of the port, with its attributes and counters} */
  public Path path() {
    return folder.path();
  }

  /**
   * {@return the P_Key table; without indexes if there is none, as for iWARP}
   *
   * <p>An unused entry is 0.
   */
  public DemandList<Integer, Integer> pKeys() {
    return pKeys;
  }

  /** {@return the index of a P_Key in the table, compared by all 16 bits; empty if it is absent} */
  public OptionalInt pKeyIndex(int pKey) {
    return pKeys.index(pKey).map(OptionalInt::of).orElseGet(OptionalInt::empty);
  }

  /** {@return the GID table; an unused entry is all zeros} */
  public DemandList<Integer, Gid> gids() {
    return gids;
  }

  /** {@return the types of the GIDs, by the same indexes; empty for an unused entry} */
  public DemandList<Integer, GidType> gidTypes() {
    return gidTypes;
  }

  /**
   * {@return the net devices of the GIDs, by the same indexes; empty for a GID without net device}
   */
  public DemandList<Integer, String> gidNetDevices() {
    return gidNetDevices;
  }

  /** {@return the GID at index 0; empty if that entry is unused} */
  public Optional<Gid> defaultGid() {
    return gids.get(0).filter(gid -> !gid.isZero());
  }

  /**
   * {@return the GUID in the GID at index 0; empty if there is none}
   *
   * <p>The GID of an iWARP port starts with a MAC address, followed by zeros, so it holds no GUID.
   */
  public Optional<Guid> portGuid() {
    return gids.get(0).map(Gid::guid).filter(guid -> !guid.isZero());
  }

  /** {@return the local identifier; 0 for none, as on Ethernet} */
  public OptionalInt lid() {
    return folder.hexadecimal(LID);
  }

  /** {@return the LID mask count: the number of low LID bits for path selection, 0 to 7} */
  public OptionalInt lmc() {
    return folder.decimal(LMC);
  }

  /** {@return the LID of the subnet manager; 0 for none} */
  public OptionalInt smLid() {
    return folder.hexadecimal(SM_LID);
  }

  /** {@return the service level for packets to the subnet manager, 0 to 15} */
  public OptionalInt smSl() {
    return folder.decimal(SM_SL);
  }

  /** {@return the state of the link} */
  public Optional<PortState> state() {
    return folder.code(STATE, PortState::of);
  }

  /** {@return the state of the physical link} */
  public Optional<PhysicalState> physicalState() {
    return folder.code(PHYSICAL_STATE, PhysicalState::of);
  }

  /** {@return the speed of the link as text, such as {@code 100 Gb/sec (4X EDR)}} */
  public Optional<String> rate() {
    return folder.text(RATE);
  }

  /** {@return the 32 bits of the CapabilityMask in PortInfo} */
  public OptionalLong capabilityMask() {
    return folder.mask("cap_mask");
  }

  /** {@return the link layer} */
  public Optional<LinkLayer> linkLayer() {
    return folder.text("link_layer").map(LinkLayer::of);
  }

  /**
   * {@return the net devices that send and receive through this port, net devices of GIDs first}
   *
   * <p>With InfiniBand, iWARP and older kernels no GID has a net device. The result is then the
   * device's parent, as named by the driver, or the net devices of the same hardware. If the
   * hardware has several ports, it is the net devices with the same port number. Software iWARP has
   * neither; the result is then the net device with the MAC address at the start of the GID.
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

  /** The folder class/net, relative to class/infiniband/NAME/ports/N. */
  private Path net() {
    return folder.path().resolve("../../../../net").normalize();
  }

  /**
   * Finds the net device by the MAC address that every iWARP driver puts at the start of the GID.
   */
  private List<String> netDevicesOfAddress() {
    Optional<String> mac = defaultGid().map(Gid::macAddress);
    List<String> found = new ArrayList<>();
    for (NetDevice device : NetDevice.allIn(net().resolve("../..").normalize()).values()) {
      // VLANs and bridges have the address of the device below them.
      if (mac.isPresent() && device.address().equals(mac) && !device.isStacked()) {
        found.add(device.name());
      }
    }
    return found.size() == 1 ? found : List.of();
  }

  /** {@return the largest MTU of the net devices, in bytes after the link header} */
  public OptionalInt netDeviceMtu() {
    Path net = net();
    int most = 0;
    for (String name : netDevices()) {
      most = Math.max(most, new AttributeFolder(net.resolve(name)).decimal("mtu").orElse(0));
    }
    return most == 0 ? OptionalInt.empty() : OptionalInt.of(most);
  }

  /**
   * {@return the subnet timeout as an exponent: 4.096 µs * 2<sup>exponent</sup>}
   *
   * <p>sysfs does not hold the timeout: it is empty until {@link #learnSubnetTimeout}.
   */
  public OptionalInt subnetTimeout() {
    return subnetTimeout;
  }

  /**
   * Sets the subnet timeout, which comes from verbs, and drops the path to the subnet
   * administrator.
   *
   * @param exponent 0 to 31
   * @throws IllegalArgumentException if the exponent is out of range
   */
  public void learnSubnetTimeout(int exponent) {
    if (exponent < 0 || exponent > MOST_TIMEOUT) {
      throw new IllegalArgumentException("subnet timeout " + exponent);
    }
    subnetTimeout = OptionalInt.of(exponent);
    saPath = Optional.empty();
  }

  /**
   * {@return the path to the subnet administrator; the same object until a part of it is dropped}
   *
   * @throws DeviceException if there is none, as on Ethernet; the message names the missing part
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

  /**
   * Drops the values that a new LID changes: LID, LMC, and the values that {@link #smChange} drops.
   */
  public void lidChange() {
    folder.drop(LID, LMC);
    smChange();
  }

  /** Drops the P_Keys, and the values that {@link #smChange} drops. */
  public void pKeyChange() {
    pKeys.clear();
    smChange();
  }

  /**
   * Drops the LID and service level of the subnet manager, and the path to the subnet
   * administrator.
   */
  public void smChange() {
    folder.drop(SM_LID, SM_SL);
    saPath = Optional.empty();
  }

  /** Drops the GIDs, their types and their net devices. */
  public void gidChange() {
    gids.clear();
    gidTypes.clear();
    gidNetDevices.clear();
  }

  /** Drops the state, the physical state and the rate. */
  public void stateChange() {
    folder.drop(STATE, PHYSICAL_STATE, RATE);
  }

  /** Drops the values that an event of this port changes; others change nothing. */
  void apply(AsyncEventType type) {
    switch (type) {
      case LID_CHANGE -> lidChange();
      case PKEY_CHANGE -> pKeyChange();
      case SM_CHANGE, CLIENT_REREGISTER -> smChange();
      case GID_CHANGE -> gidChange();
      case PORT_ACTIVE, PORT_ERROR -> stateChange();
      default -> {
        // Not of a port.
      }
    }
  }

  /** {@return the indexes of all used GIDs} */
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
