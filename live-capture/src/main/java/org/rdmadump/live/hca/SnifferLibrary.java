package org.rdmadump.live.hca;

import org.rdmadump.natives.NativeLibrary;

/** The sniffer in C, {@code src/main/c}. */
final class SnifferLibrary {
  /** The library; the system property {@code rdmadump.native} names another one. */
  static final NativeLibrary LIBRARY =
      new NativeLibrary("librdmadump", "rdmadump.native", SnifferLibrary::version);

  private SnifferLibrary() {}

  /** {@return the version of the project that it was built from} */
  private static native String version();
}
