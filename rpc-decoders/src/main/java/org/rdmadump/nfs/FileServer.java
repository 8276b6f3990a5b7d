package org.rdmadump.nfs;

import org.rdmadump.net.IpAddress;

/** A server, of which file handles and names mean nothing to others: one object for each. */
final class FileServer {
  private final IpAddress address;

  FileServer(IpAddress address) {
    this.address = address;
  }

  /** Where it is. */
  IpAddress address() {
    return address;
  }
}
