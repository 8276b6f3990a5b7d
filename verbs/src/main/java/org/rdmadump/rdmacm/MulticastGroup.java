package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.util.Optional;
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
  private final Optional<Object> context;
  private final IntSupplier leaving;

  /** Identifies the group in events. */
  final long number;

  /**
   * Creates a group.
   *
   * @param leaving leaves the group; returns 0 or a negated errno
   */
  MulticastGroup(
      CmLibrary library, InetAddress address, Optional<Object> context, IntSupplier leaving) {
    super("the multicast group " + address.getHostAddress());
    this.library = library;
    this.address = address;
    this.context = context;
    this.leaving = leaving;
    this.number = library.lastGroup.incrementAndGet();
    library.groups.put(number, this);
  }

  /** {@return the address of the group} */
  public InetAddress address() {
    return address;
  }

  /** {@return the context given when the group was joined} */
  public Optional<Object> context() {
    return context;
  }

  /** Has no event find the group any more. */
  void forget() {
    library.groups.remove(number);
  }

  @Override
  public String toString() {
    return what();
  }

  @Override
  void free() {
    forget();
    library.closing.check("rdma_leave_multicast", leaving.getAsInt());
  }
}
