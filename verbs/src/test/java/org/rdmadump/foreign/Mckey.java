package org.rdmadump.foreign;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.rdmadump.rdmacm.MulticastGroup;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.UdParameters;

/** mckey(1): members of a multicast group, one of which sends. Here the address is this side's. */
final class Mckey {
  private static final String GROUP = "239.77.0.10";

  private Mckey() {}

  static String receive(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    RdmaCmId id = bound(cm, at);
    Datagrams datagrams = new Datagrams(id);
    try (MulticastGroup group = id.joinMulticast(InetAddress.getByName(GROUP))) {
      ready.run();
      datagrams.awaitAll();
      return Peer.MESSAGES + " datagrams to " + group.address().getHostAddress();
    }
  }

  static String send(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    RdmaCmId id = bound(cm, at);
    Datagrams datagrams = new Datagrams(id);
    try (MulticastGroup group = id.joinMulticast(InetAddress.getByName(GROUP))) {
      UdParameters to = id.event().orElseThrow().datagram().orElseThrow();
      datagrams.sendAll(id.createAddressHandle(to), to.queuePairNumber(), to.queueKey());
      return Peer.MESSAGES + " datagrams to " + group.address().getHostAddress();
    }
  }

  private static RdmaCmId bound(RdmaCm cm, InetSocketAddress at) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.UDP);
    id.bindAddress(new InetSocketAddress(at.getAddress(), 0));
    return id;
  }
}
