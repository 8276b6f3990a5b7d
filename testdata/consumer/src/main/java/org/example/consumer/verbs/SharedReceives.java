package org.example.consumer.verbs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.rdmadump.rdmacm.CompletionQueue;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.SharedReceiveQueue;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/** A server whose clients share receives: few buffers for many of them. */
public final class SharedReceives {
  private static final int CLIENTS = 3;
  private static final int SIZE = 64;
  private static final int MILLIS = 5000;
  private static final QueuePairCapabilities CAPABILITIES =
      QueuePairCapabilities.of(1, 1).withInline(SIZE);

  private SharedReceives() {}

  /** Takes an address of an RDMA device, for both sides. */
  public static void main(String[] arguments) throws Exception {
    InetSocketAddress at = new InetSocketAddress(arguments[0], 0);
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId listener = cm.createId(PortSpace.TCP)) {
      listener.bindAddress(at);
      SharedReceiveQueue shared = listener.createSharedReceiveQueue(2 * CLIENTS, 1);
      CompletionQueue queue = listener.device().createCompletionQueue(2 * CLIENTS);
      MemoryRegion memory =
          listener.registerMessages(ByteBuffer.allocateDirect(2 * CLIENTS * SIZE));
      for (int i = 0; i < 2 * CLIENTS; i++) {
        // The identifier of a receive is its place.
        shared.postReceive(i * SIZE, memory, i * SIZE, SIZE);
      }
      listener.listen(CLIENTS);
      QueuePairAttributes ofServer =
          QueuePairAttributes.reliable(CAPABILITIES)
              .withSharedReceiveQueue(shared)
              .withReceiveQueue(queue);
      for (int i = 0; i < CLIENTS; i++) {
        QueuePairAttributes ofThis = ofServer.withContext("client " + i);
        CompletableFuture<Void> accepted =
            CompletableFuture.runAsync(() -> accept(listener, ofThis));
        send(cm, new InetSocketAddress(at.getAddress(), listener.sourcePort()), i);
        accepted.get();
      }
      WorkCompletions done = new WorkCompletions(1);
      for (int received = 0; received < CLIENTS; ) {
        if (queue.poll(done) > 0) {
          requireSuccess(done);
          int place = (int) done.get(0).requestId();
          System.out.println(
              done.get(0).queuePairContext().orElseThrow()
                  + " sent "
                  + memory.buffer().getInt(place));
          shared.postReceive(place, memory, place, SIZE);
          received++;
        }
      }
    }
  }

  private static void accept(RdmaCmId listener, QueuePairAttributes attributes) {
    try {
      RdmaCmId client = listener.getRequest();
      client.createQueuePair(attributes);
      client.accept();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Connects and sends a number; the connection is closed with the libraries. */
  private static void send(RdmaCm cm, InetSocketAddress to, int number) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(to, MILLIS);
    id.resolveRoute(MILLIS);
    id.createQueuePair(QueuePairAttributes.reliable(CAPABILITIES));
    id.connect(ConnectionParameters.DEFAULT);
    ByteBuffer message = ByteBuffer.allocateDirect(Integer.BYTES).putInt(number).flip();
    id.queuePair().orElseThrow().postSendInline(0, message, SendFlags.SIGNALED);
    WorkCompletions done = new WorkCompletions(1);
    id.queuePair().orElseThrow().awaitSends(done);
    requireSuccess(done);
  }

  private static void requireSuccess(WorkCompletions done) throws IOException {
    if (!done.get(0).isSuccess()) {
      throw new IOException("the connection failed: " + done.get(0).status());
    }
  }
}
