package org.rdmadump.rdmacm;

/** The destination of datagrams: {@code struct ibv_ah}, ibv_create_ah(3). */
public final class AddressHandle extends Resource {
  private final CmLibrary library;

  /** {@code struct ibv_ah}. */
  final long pointer;

  AddressHandle(CmLibrary library, long pointer) {
    super("the address handle", true);
    this.library = library;
    this.pointer = pointer;
  }

  @Override
  void free() {
    library.closing.check(
        "ibv_destroy_ah", CmNatives.destroyAddressHandle(library.pointer, pointer));
  }
}
