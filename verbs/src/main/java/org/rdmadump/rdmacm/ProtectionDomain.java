package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import org.rdmadump.verbs.AccessFlags;

/**
 * A protection domain: memory and queue pairs of a device that may be used together,
 * ibv_alloc_pd(3).
 */
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
   * Registers the bytes between position and limit of a buffer: ibv_reg_mr(3).
   *
   * @param buffer a direct buffer
   * @param access {@link AccessFlags}, one after the other or combined
   * @throws IllegalArgumentException if the buffer is not direct, or is read-only although {@code
   *     access} permits writes
   * @throws RdmaException if the call fails: ENOMEM if the limit of locked memory is too low
   *     (ulimit -l)
   */
  public MemoryRegion register(ByteBuffer buffer, int... access) throws RdmaException {
    int all = AccessFlags.all(access);
    return make(() -> MemoryRegion.register(library, pointer, buffer, all));
  }

  @Override
  void free() {
    library.closing.check("ibv_dealloc_pd", CmNatives.deallocPd(library.pointer, pointer));
  }
}
