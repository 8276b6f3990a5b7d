package org.rdmadump.rdmacm;

/** The base of an identifier, {@code struct rdma_cm_id}. */
abstract class Identifier extends Resource {
  final CmLibrary library;

  /** {@code struct rdma_cm_id}. */
  final long pointer;

  Identifier(CmLibrary library, long pointer) {
    super("the identifier");
    this.library = library;
    this.pointer = pointer;
  }

  /**
   * {@return {@code struct ibv_pd}}
   *
   * @throws IllegalStateException if it has no device yet
   */
  final long requireDevice() {
    long domain = CmNatives.domain(pointer);
    if (domain == 0) {
      throw new IllegalStateException(
          what() + " has no device before an address is bound or resolved");
    }
    return domain;
  }
}
