package org.rdmadump.rdmacm;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.rdmadump.verbs.AccessFlags;

/**
 * Memory that a device may use: {@code struct ibv_mr}. It keeps its buffer from being collected
 * until it is closed, whether or not anything in Java still knows it; and for ever if the device
 * does not give it back, {@link RdmaCm#closingFailures}.
 *
 * <p>Closing is rdma_dereg_mr(3). What is posted with it then ends with an error, and the memory is
 * not touched any more.
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

  /** Registers memory in a domain. */
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

  /** {@return the memory; positions are counted from the start of the region} */
  public ByteBuffer buffer() {
    return buffer;
  }

  /** {@return bytes of the region} */
  public int length() {
    return length;
  }

  /** {@return where it is, for the other side to address: an unsigned number} */
  public long address() {
    return address;
  }

  /** {@return the key of this side} */
  public int localKey() {
    return localKey;
  }

  /** {@return the key of the other side} */
  public int remoteKey() {
    return remoteKey;
  }

  /** Checks that bytes are within it, and that it is open. */
  void require(int offset, int bytes) {
    Objects.checkFromIndexSize(offset, bytes, length);
    if (isClosed()) {
      throw closedAlready();
    }
  }

  /**
   * Makes a memory window over this region's domain: ibv_alloc_mw(3).
   *
   * @throws RdmaException if the device has none: EOPNOTSUPP with siw
   */
  public MemoryWindow createWindow() throws RdmaException {
    return make(
        () -> {
          long window = CmNatives.allocWindow(pointer);
          return new MemoryWindow(library, this, RdmaException.checked("ibv_alloc_mw", window));
        });
  }

  @Override
  void free() {
    library.closing.check("ibv_dereg_mr", CmNatives.deregister(library.pointer, pointer));
  }
}
