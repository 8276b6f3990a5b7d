package org.rdmadump.rdmacm;

import java.io.IOException;

/**
 * RDMA connections cannot be made on this machine; the message says what is missing, and which
 * package has it.
 */
public final class RdmaLibraryException extends IOException {
  private static final long serialVersionUID = 1;

  RdmaLibraryException(String message) {
    super(message);
  }
}
