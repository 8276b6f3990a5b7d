package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.util.function.IntSupplier;

/**
 * A multicast group that an identifier has joined or is joining. Closing calls
 * rdma_leave_multicast(3).
 *
 * <p>The event {@link CmEventType#MULTICAST_JOIN} holds the destination of its datagrams.
 */
public final class MulticastGroup extends Resource {
  private final CmLibrary library;
  private final InetAddress address;
  private final IntSupplier leaving;

  /**
   * Creates a group.
   *
   * @param leaving leaves the group; returns 0 or a negated errno
   */
  MulticastGroup(CmLibrary library, InetAddress address, IntSupplier leaving) {
    super("the multicast group " + address.getHostAddress());
    this.library = library;
    this.address = address;
    this.leaving = leaving;
  }

  /** {@return the address of the group} */
  public InetAddress address() {
    return address;
  }

  @Override
  void free() {
    library.closing.check("rdma_leave_multicast", leaving.getAsInt());
  }
}
