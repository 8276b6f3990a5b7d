package org.rdmadump.rdmacm;

import java.util.List;

/** The RDMA devices, opened by rdma_get_devices(3). Closing calls rdma_free_devices(3). */
public final class DeviceList extends Resource {
  private final CmLibrary library;
  private final long pointer;
  private final List<String> names;

  DeviceList(CmLibrary library, long pointer) {
    super("the list of devices");
    this.library = library;
    this.pointer = pointer;
    this.names = List.of(CmNatives.deviceNames(library.pointer, pointer));
  }

  /** {@return the names of the devices, such as {@code rxe0}} */
  public List<String> names() {
    return names;
  }

  /**
   * Makes a protection domain, which identifiers of the device can share: ibv_alloc_pd(3).
   *
   * @param device name of the device
   * @throws IllegalArgumentException if there is no such device
   * @throws RdmaException if the call fails
   */
  public ProtectionDomain createProtectionDomain(String device) throws RdmaException {
    int index = names.indexOf(device);
    if (index < 0) {
      throw new IllegalArgumentException("no device " + device + " among " + names);
    }
    return make(
        () -> {
          long domain = CmNatives.allocPd(library.pointer, pointer, index);
          return new ProtectionDomain(library, RdmaException.checked("ibv_alloc_pd", domain));
        });
  }

  @Override
  void free() {
    CmNatives.freeDevices(library.pointer, pointer);
  }
}
