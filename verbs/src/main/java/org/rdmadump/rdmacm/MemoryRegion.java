package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Objects;
import org.rdmadump.verbs.AccessFlags;

/**
 * Memory registered with a device: {@code struct ibv_mr}. An open region keeps its buffer from
 * garbage collection, even if no Java code refers to either. If deregistration fails, the buffer is
 * kept until the process ends, see {@link RdmaCm#closingFailures}.
 *
 * <p>Closing calls rdma_dereg_mr(3). Requests posted with the region then fail, and the device no
 * longer accesses the memory.
 */
public final class MemoryRegion extends Resource {
  private static final int ADDRESS = 0;
  private static final int LOCAL_KEY = 1;
  private static final int REMOTE_KEY = 2;
  private static final int RESULTS = 3;

  private static final int WRITES =
      AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC;

  private final CmLibrary library;
  private final ByteBuffer buffer;
  private final int length;
  private final long address;
  private final int localKey;
  private final int remoteKey;

  /** {@code struct registered}. */
  final long pointer;

  private MemoryRegion(CmLibrary library, ByteBuffer buffer, long pointer, long[] results) {
    super("the memory region", true);
    this.library = library;
    this.buffer = buffer;
    this.length = buffer.capacity();
    this.pointer = pointer;
    this.address = results[ADDRESS];
    this.localKey = (int) results[LOCAL_KEY];
    this.remoteKey = (int) results[REMOTE_KEY];
  }

  /** Registers memory in a protection domain. */
  static MemoryRegion register(CmLibrary library, long domain, ByteBuffer buffer, int access)
      throws RdmaException {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("the buffer is not direct");
    }
    if (buffer.isReadOnly() && (access & WRITES) != 0) {
      throw new IllegalArgumentException(
          "the buffer is read-only, and the device might write to it");
    }
    ByteBuffer part = buffer.slice().order(buffer.order());
    long[] results = new long[RESULTS];
    long pointer =
        RdmaException.checked(
            "ibv_reg_mr",
            CmNatives.register(library.pointer, domain, part, part.capacity(), access, results));
    return new MemoryRegion(library, part, pointer, results);
  }

  /** {@return the memory; its positions are offsets in the region} */
  public ByteBuffer buffer() {
    return buffer;
  }

  /** {@return the length in bytes} */
  public int length() {
    return length;
  }

  /** {@return the address for the peer, an unsigned number} */
  public long address() {
    return address;
  }

  /** {@return the local key} */
  public int localKey() {
    return localKey;
  }

  /** {@return the remote key} */
  public int remoteKey() {
    return remoteKey;
  }

  /** Checks that a range is within the region, and that the region is open. */
  void require(int offset, int bytes) {
    Objects.checkFromIndexSize(offset, bytes, length);
    if (isClosed()) {
      throw closedAlready();
    }
  }

  /**
   * Makes a memory window in this region's protection domain: ibv_alloc_mw(3).
   *
   * @throws RdmaException if the device has no memory windows: EOPNOTSUPP with siw
   */
  public MemoryWindow createWindow() throws RdmaException {
    return make(
        () -> {
          long window = CmNatives.allocWindow(pointer);
          return new MemoryWindow(library, this, RdmaException.checked("ibv_alloc_mw", window));
        });
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "memory region of %d bytes at 0x%x, local key 0x%08x, remote key 0x%08x",
        length,
        address,
        localKey,
        remoteKey);
  }

  @Override
  void free() {
    library.closing.check("ibv_dereg_mr", CmNatives.deregister(library.pointer, pointer));
  }
}
