package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.util.function.IntSupplier;

/**
 * A group that an identifier joined, or is about to; closing is rdma_leave_multicast(3).
 *
 * <p>Where its datagrams go is in the event of type {@link CmEventType#MULTICAST_JOIN}.
 */
public final class MulticastGroup extends Resource {
  private final CmLibrary library;
  private final InetAddress address;
  private final IntSupplier leaving;

  /**
   * A group.
   *
   * @param leaving leaves it: 0, or a negated errno
   */
  MulticastGroup(CmLibrary library, InetAddress address, IntSupplier leaving) {
    super("the multicast group " + address.getHostAddress());
    this.library = library;
    this.address = address;
    this.leaving = leaving;
  }

  /** {@return its address} */
  public InetAddress address() {
    return address;
  }

  @Override
  void free() {
    library.closing.check("rdma_leave_multicast", leaving.getAsInt());
  }
}
