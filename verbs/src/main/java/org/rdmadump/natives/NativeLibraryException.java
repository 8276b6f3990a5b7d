package org.rdmadump.natives;

import java.io.IOException;

/** Thrown if a C library cannot be used. The message says why, and what to do. */
public final class NativeLibraryException extends IOException {
  private static final long serialVersionUID = 1;

  NativeLibraryException(String message) {
    super(message);
  }
}
