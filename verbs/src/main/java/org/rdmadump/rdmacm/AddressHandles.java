package org.rdmadump.rdmacm;

/** Makes address handles with an identifier: ibv_create_ah(3). */
final class AddressHandles {
  /** Bytes before the data of a datagram that was received. */
  static final int GLOBAL_ROUTE_HEADER = 40;

  private final Identifier id;

  AddressHandles(Identifier id) {
    this.id = id;
  }

  AddressHandle create(UdParameters to) throws RdmaException {
    id.enter();
    try {
      return add(
          RdmaException.checked(
              "ibv_create_ah",
              CmNatives.createAddressHandle(
                  id.library.pointer, id.requireDevice(), to.addressAttributes())));
    } finally {
      id.leave();
    }
  }

  AddressHandle create(WorkCompletion received, MemoryRegion region, int offset)
      throws RdmaException {
    region.require(offset, GLOBAL_ROUTE_HEADER);
    region.enter();
    try {
      id.enter();
      try {
        id.requireDevice();
        return add(
            RdmaException.checked(
                "ibv_create_ah_from_wc",
                CmNatives.createAddressHandleFrom(
                    id.library.pointer,
                    id.pointer,
                    received.all.bytes,
                    received.index,
                    region.address() + offset)));
      } finally {
        id.leave();
      }
    } finally {
      region.leave();
    }
  }

  private AddressHandle add(long handle) {
    AddressHandle made = new AddressHandle(id.library, handle);
    id.own(made);
    return made;
  }
}
