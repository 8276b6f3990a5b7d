package org.rdmadump.live.hca;

import java.nio.ByteBuffer;
import org.rdmadump.natives.NativeLibrary;

/** The sniffer in C, {@code src/main/c/sniffer.h}. A handle is valid until it is closed. */
final class SnifferNatives {
  /** The library; the system property {@code rdmadump.native} overrides its path. */
  static final NativeLibrary LIBRARY =
      new NativeLibrary("librdmadump", "rdmadump.native", SnifferNatives::version);

  private SnifferNatives() {}

  /** {@return the version of rdmadump that the library was built from} */
  static native String version();

  /** {@return the layout of the library, which must equal {@link Control#LAYOUT}} */
  static native long layout();

  /**
   * Opens a device.
   *
   * @param library path of libibverbs; empty for the system's
   * @param control a direct buffer of {@link Control}
   * @return a handle, or 0 after a failure
   */
  static native long open(String library, String device, int port, ByteBuffer control);

  /** Starts to receive; false after a failure, which leaves the handle to be closed. */
  static native boolean start(long handle, ByteBuffer ring, int slots, int slotLength, int options);

  /** {@return the number of packets in the control block, or -1 after a failure} */
  static native int poll(long handle, int max, int timeoutMillis);

  /** Returns the slots of the last batch. */
  static native void release(long handle);

  /** Ends a wait of {@link #poll}, and every later wait at once; for any thread. */
  static native void wake(long handle);

  /** Releases all resources; the handle becomes invalid. */
  static native void close(long handle);
}
