package org.example.consumer.verbs;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/** A server: sends each message of a client back, until the client leaves. */
public final class EchoServer {
  private static final int SIZE = 1024;

  private EchoServer() {}

  /** Takes an address of an RDMA device, and a port. */
  public static void main(String[] arguments) throws Exception {
    InetSocketAddress at = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId listener = cm.createId(PortSpace.TCP)) {
      listener.bindAddress(at);
      listener.listen(1);
      System.out.println("listening");
      try (RdmaCmId client = listener.getRequest()) {
        System.out.println(serve(client) + " messages");
      }
    }
  }

  private static int serve(RdmaCmId client) throws Exception {
    QueuePair queues =
        client.createQueuePair(QueuePairAttributes.reliable(QueuePairCapabilities.of(1, 1)));
    MemoryRegion incoming = client.registerMessages(ByteBuffer.allocateDirect(SIZE));
    MemoryRegion outgoing = client.registerMessages(ByteBuffer.allocateDirect(SIZE));
    WorkCompletions done = new WorkCompletions(1);
    int messages = 0;
    // A message needs a receive: without one it is sent again, and over iWARP ends the connection.
    queues.postReceive(0, incoming, 0, SIZE);
    client.accept();
    while (client.awaitReceivesOrEvent(done, -1).isEmpty() && done.get(0).isSuccess()) {
      int length = done.get(0).length();
      outgoing.buffer().put(0, incoming.buffer(), 0, length);
      queues.postReceive(0, incoming, 0, SIZE);
      queues.postSend(0, outgoing, 0, length, SendFlags.SIGNALED);
      queues.awaitSends(done);
      if (!done.get(0).isSuccess()) {
        break;
      }
      messages++;
    }
    return messages;
  }
}
