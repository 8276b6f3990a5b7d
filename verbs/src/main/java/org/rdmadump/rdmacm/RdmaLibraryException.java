package org.rdmadump.rdmacm;

import java.io.IOException;

/**
 * Thrown if this machine cannot make RDMA connections. The message says what is missing, and which
 * package provides it.
 */
public final class RdmaLibraryException extends IOException {
  private static final long serialVersionUID = 1;

  RdmaLibraryException(String message) {
    super(message);
  }
}
