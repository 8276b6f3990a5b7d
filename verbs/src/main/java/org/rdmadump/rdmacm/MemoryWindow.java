package org.rdmadump.rdmacm;

/**
 * A key of its own for a part of a region, which the other side may invalidate: type 2 of
 * ibv_alloc_mw(3). Bound by {@link QueuePair#postBind}.
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

  /** {@return what it is a window of} */
  public MemoryRegion region() {
    return region;
  }

  /** {@return its key, another one each time it is bound} */
  public int remoteKey() {
    return use(() -> CmNatives.windowKey(pointer));
  }

  @Override
  void free() {
    library.closing.check("ibv_dealloc_mw", CmNatives.deallocWindow(pointer));
  }
}
