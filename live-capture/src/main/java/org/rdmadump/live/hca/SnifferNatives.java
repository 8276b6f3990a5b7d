package org.rdmadump.live.hca;

import java.nio.ByteBuffer;
import org.rdmadump.natives.NativeLibrary;

/** The sniffer in C, {@code src/main/c/sniffer.h}; a handle is valid until it is closed. */
final class SnifferNatives {
  /** The library; the system property {@code rdmadump.native} names another one. */
  static final NativeLibrary LIBRARY =
      new NativeLibrary("librdmadump", "rdmadump.native", SnifferNatives::version);

  private SnifferNatives() {}

  /** {@return the version of the project that the library was built from} */
  static native String version();

  /** {@return what {@link Control#LAYOUT} must be} */
  static native long layout();

  /**
   * Opens a device.
   *
   * @param library path of libibverbs; empty for the system's
   * @param control a direct buffer of {@link Control}
   * @return a handle, or 0 after a failure
   */
  static native long open(String library, String device, int port, ByteBuffer control);

  /** Begins to receive; false after a failure, after which the handle is still to be closed. */
  static native boolean start(long handle, ByteBuffer ring, int slots, int slotLength, int options);

  /** {@return how many packets there are in the control block, or -1 after a failure} */
  static native int poll(long handle, int max, int timeoutMillis);

  /** Gives the slots of the last batch back. */
  static native void release(long handle);

  /** Ends a wait of {@link #poll}, and every later one at once; for any thread. */
  static native void wake(long handle);

  /** Gives everything back; the handle is not valid any more. */
  static native void close(long handle);
}
