package org.example.consumer.verbs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.rdmadump.rdmacm.AddressHandle;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.MulticastGroup;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.UdParameters;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/** Multicast: joins a group, and sends a datagram to it, or prints the length of one. */
public final class Multicast {
  private static final int SIZE = 1024;

  private Multicast() {}

  /** Takes an address of an RDMA device, the address of the group, and "send" or "receive". */
  public static void main(String[] arguments) throws Exception {
    InetAddress address = InetAddress.getByName(arguments[1]);
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId id = cm.createId(PortSpace.UDP)) {
      id.bindAddress(new InetSocketAddress(arguments[0], 0));
      QueuePair queues =
          id.createQueuePair(QueuePairAttributes.datagrams(QueuePairCapabilities.of(1, 1)));
      MemoryRegion memory = id.registerMessages(ByteBuffer.allocateDirect(SIZE));
      WorkCompletions done = new WorkCompletions(1);
      queues.postReceive(0, memory, 0, SIZE);
      try (MulticastGroup group = id.joinMulticast(address)) {
        System.out.println("joined " + group.address().getHostAddress());
        if (arguments[2].equals("receive")) {
          queues.awaitReceives(done);
          int length = done.get(0).length() - RdmaCmId.GLOBAL_ROUTE_HEADER;
          System.out.println("received " + length + " bytes");
          return;
        }
        // The event of the join has the group's destination.
        UdParameters to = id.event().orElseThrow().datagram().orElseThrow();
        AddressHandle handle = id.createAddressHandle(to);
        queues.postDatagram(
            1,
            memory,
            0,
            200,
            SendFlags.SIGNALED,
            handle,
            to.queuePairNumber(),
            to.queueKey());
        queues.awaitSends(done);
        System.out.println("sent " + done.get(0).status());
      }
    }
  }
}
