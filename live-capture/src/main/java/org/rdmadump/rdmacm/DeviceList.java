package org.rdmadump.rdmacm;

import java.util.List;

/** The RDMA devices, opened by rdma_get_devices(3); closing is rdma_free_devices(3). */
public final class DeviceList extends Resource {
  private final RdmaCm cm;
  private final long pointer;
  private final List<String> names;

  DeviceList(RdmaCm cm, long pointer) {
    this.cm = cm;
    this.pointer = pointer;
    this.names = List.of(CmNatives.deviceNames(cm.pointer, pointer));
  }

  /** {@return names of the devices, such as {@code rxe0}} */
  public List<String> names() {
    return names;
  }

  /**
   * Makes a protection domain, to be shared by identifiers of that device: ibv_alloc_pd(3).
   *
   * @throws IllegalArgumentException if there is no such device
   * @throws RdmaException if that failed
   */
  public ProtectionDomain createProtectionDomain(String device) throws RdmaException {
    int index = names.indexOf(device);
    if (index < 0) {
      throw new IllegalArgumentException("no device " + device + " among " + names);
    }
    enter();
    try {
      ProtectionDomain domain =
          new ProtectionDomain(
              cm,
              RdmaException.checked("ibv_alloc_pd", CmNatives.allocPd(cm.pointer, pointer, index)));
      own(domain);
      return domain;
    } finally {
      leave();
    }
  }

  @Override
  String what() {
    return "the list of devices";
  }

  @Override
  void free() {
    CmNatives.freeDevices(cm.pointer, pointer);
  }
}
