package org.rdmadump.rdmacm;

/**
 * A memory window: a remote key for part of a region, which the peer may invalidate. It is type 2
 * of ibv_alloc_mw(3). {@link QueuePair#postBind} binds it.
 */
public final class MemoryWindow extends Resource {
  private final CmLibrary library;
  private final MemoryRegion region;

  /** {@code struct ibv_mw}. */
  final long pointer;

  MemoryWindow(CmLibrary library, MemoryRegion region, long pointer) {
    super("the memory window", true);
    this.library = library;
    this.region = region;
    this.pointer = pointer;
  }

  /** {@return the region of the window} */
  public MemoryRegion region() {
    return region;
  }

  /** {@return the remote key, which changes with each bind} */
  public int remoteKey() {
    return use(() -> CmNatives.windowKey(pointer));
  }

  @Override
  public String toString() {
    return super.toString() + ", of " + region;
  }

  @Override
  void free() {
    library.closing.check("ibv_dealloc_mw", CmNatives.deallocWindow(pointer));
  }
}
