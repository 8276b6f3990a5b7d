package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;

/** What may be used together: memory and queue pairs of a device, ibv_alloc_pd(3). */
public final class ProtectionDomain extends Resource {
  private final CmLibrary library;

  /** {@code struct ibv_pd}. */
  final long pointer;

  ProtectionDomain(CmLibrary library, long pointer) {
    super("the protection domain", true);
    this.library = library;
    this.pointer = pointer;
  }

  /**
   * Registers what is between position and limit of a buffer: ibv_reg_mr(3).
   *
   * @param buffer a direct one
   * @param access of {@link org.rdmadump.verbs.AccessFlags}
   * @throws RdmaException if that failed: ENOMEM if memory may not be locked (ulimit -l)
   */
  public MemoryRegion register(ByteBuffer buffer, int access) throws RdmaException {
    return make(() -> MemoryRegion.register(library, pointer, buffer, access));
  }

  @Override
  void free() {
    library.closing.check("ibv_dealloc_pd", CmNatives.deallocPd(library.pointer, pointer));
  }
}
