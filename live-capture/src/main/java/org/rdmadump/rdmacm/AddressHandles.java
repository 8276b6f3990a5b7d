package org.rdmadump.rdmacm;

/** Addresses of datagrams that an identifier makes: ibv_create_ah(3). */
final class AddressHandles {
  private final RdmaCm cm;
  private final RdmaCmId id;

  AddressHandles(RdmaCm cm, RdmaCmId id) {
    this.cm = cm;
    this.id = id;
  }

  AddressHandle create(UdParameters to) throws RdmaException {
    id.enter();
    try {
      return add(
          RdmaException.checked(
              "ibv_create_ah",
              CmNatives.createAddressHandle(
                  cm.pointer, id.requireDevice(), to.addressAttributes())));
    } finally {
      id.leave();
    }
  }

  AddressHandle create(WorkCompletion received, MemoryRegion region, int offset)
      throws RdmaException {
    region.require(offset, RdmaCmId.GLOBAL_ROUTE_HEADER);
    region.enter();
    try {
      id.enter();
      try {
        id.requireDevice();
        return add(
            RdmaException.checked(
                "ibv_create_ah_from_wc",
                CmNatives.createAddressHandleFrom(
                    cm.pointer,
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
    AddressHandle made = new AddressHandle(cm, handle);
    id.own(made);
    return made;
  }
}
