package org.rdmadump.rdmacm;

import org.rdmadump.natives.NativeLibrary;

/** The binding to librdmacm and libibverbs in C, {@code src/main/c}. */
final class BindingLibrary {
  /** The library; the system property {@code rdmadump.native.verbs} names another one. */
  static final NativeLibrary LIBRARY =
      new NativeLibrary("librdmadump-verbs", "rdmadump.native.verbs", BindingLibrary::version);

  private BindingLibrary() {}

  /** {@return the version of the project that it was built from} */
  private static native String version();
}
