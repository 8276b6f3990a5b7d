package org.rdmadump.natives;

/** What the part in C says of itself. */
final class LibraryVersion {
  private LibraryVersion() {}

  /** {@return the version of the project that it was built from} */
  static native String built();
}
