package org.rdmadump.rdmacm;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A group that an identifier joined, or is about to; closing is rdma_leave_multicast(3).
 *
 * <p>Where its datagrams go is in the event of type {@link CmEventType#MULTICAST_JOIN}.
 */
public final class MulticastGroup extends Resource {
  private final RdmaCm cm;
  private final RdmaCmId id;
  private final InetAddress address;

  MulticastGroup(RdmaCm cm, RdmaCmId id, InetAddress address) {
    this.cm = cm;
    this.id = id;
    this.address = address;
  }

  /** {@return its address} */
  public InetAddress address() {
    return address;
  }

  @Override
  String what() {
    return "the multicast group " + address.getHostAddress();
  }

  @Override
  void free() {
    byte[] encoded = SocketAddresses.encode(new InetSocketAddress(address, 0));
    cm.closing.check("rdma_leave_multicast", id.leaveMulticast(encoded));
  }
}
