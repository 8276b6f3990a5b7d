package org.example.consumer.verbs;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.rdmadump.rdmacm.AddressHandle;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.ScatterGatherList;
import org.rdmadump.rdmacm.UdParameters;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/** Datagrams: the server tells its queue pair when it accepts; there is no connection. */
public final class Datagrams {
  private static final int SIZE = 1024;
  private static final int MILLIS = 5000;
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.datagrams(QueuePairCapabilities.of(2, 2));

  private Datagrams() {}

  /** Takes an address of an RDMA device, for both sides. */
  public static void main(String[] arguments) throws Exception {
    InetSocketAddress at = new InetSocketAddress(arguments[0], 0);
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId listener = cm.createId(PortSpace.UDP)) {
      listener.bindAddress(at);
      listener.listen(1);
      CompletableFuture<Void> server = CompletableFuture.runAsync(() -> serve(listener));
      try (RdmaCmId client = cm.createId(PortSpace.UDP)) {
        client.resolveAddress(
            new InetSocketAddress(at.getAddress(), listener.sourcePort()), MILLIS);
        client.resolveRoute(MILLIS);
        QueuePair queues = client.createQueuePair(ATTRIBUTES);
        client.connect(ConnectionParameters.DEFAULT);
        UdParameters to = client.event().orElseThrow().datagram().orElseThrow();
        AddressHandle handle = client.createAddressHandle(to);
        MemoryRegion memory = client.registerMessages(ByteBuffer.allocateDirect(SIZE));
        queues.postDatagramWithImmediate(
            1,
            new ScatterGatherList(1).add(memory, 0, 100),
            SendFlags.SIGNALED,
            7,
            handle,
            to.queuePairNumber(),
            to.queueKey());
        queues.awaitSends(new WorkCompletions(1));
        server.get();
      }
    }
  }

  private static void serve(RdmaCmId listener) {
    try (RdmaCmId client = listener.getRequest()) {
      QueuePair queues = client.createQueuePair(ATTRIBUTES);
      MemoryRegion memory = client.registerMessages(ByteBuffer.allocateDirect(SIZE));
      queues.postReceive(1, memory, 0, SIZE);
      client.accept(ConnectionParameters.DEFAULT);
      WorkCompletions done = new WorkCompletions(1);
      queues.awaitReceives(done);
      // Each datagram follows a global route header of 40 bytes.
      int length = done.get(0).length() - RdmaCmId.GLOBAL_ROUTE_HEADER;
      System.out.println(length + " bytes with " + done.get(0).immediate());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
