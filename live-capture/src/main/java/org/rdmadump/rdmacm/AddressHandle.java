package org.rdmadump.rdmacm;

/** Where a datagram goes: {@code struct ibv_ah}, ibv_create_ah(3). */
public final class AddressHandle extends Resource {
  private final RdmaCm cm;

  /** {@code struct ibv_ah}. */
  final long pointer;

  AddressHandle(RdmaCm cm, long pointer) {
    this.cm = cm;
    this.pointer = pointer;
  }

  @Override
  boolean outlivesQueues() {
    return true;
  }

  @Override
  String what() {
    return "the address handle";
  }

  @Override
  void free() {
    cm.closing.check("ibv_destroy_ah", CmNatives.destroyAddressHandle(cm.pointer, pointer));
  }
}
