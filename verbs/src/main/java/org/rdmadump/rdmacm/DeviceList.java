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
   * {@return a device of the list, open until the list is closed}
   *
   * @param device name of the device
   * @throws IllegalArgumentException if there is no such device
   */
  public DeviceContext device(String device) {
    int index = index(device);
    return make(() -> new DeviceContext(library, DeviceNatives.listed(pointer, index)));
  }

  private int index(String device) {
    int index = names.indexOf(device);
    if (index < 0) {
      throw new IllegalArgumentException("no device " + device + " among " + names);
    }
    return index;
  }

  /**
   * Makes a protection domain, which identifiers of the device can share: ibv_alloc_pd(3).
   *
   * @param device name of the device
   * @throws IllegalArgumentException if there is no such device
   * @throws RdmaException if the call fails
   */
  public ProtectionDomain createProtectionDomain(String device) throws RdmaException {
    int index = index(device);
    return make(
        () -> {
          long domain = CmNatives.allocPd(library.pointer, pointer, index);
          return new ProtectionDomain(library, RdmaException.checked("ibv_alloc_pd", domain));
        });
  }

  @Override
  public String toString() {
    return names.toString();
  }

  @Override
  void free() {
    CmNatives.freeDevices(library.pointer, pointer);
  }
}
