package org.example.consumer.verbs;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.SendFlags;

/** RDMA Read and Write: the server tells its address and key when it accepts. */
public final class ReadAndWrite {
  private static final int SIZE = 4096;
  private static final int MILLIS = 5000;
  private static final int ACCESS =
      AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.reliable(QueuePairCapabilities.of(2, 2));

  private ReadAndWrite() {}

  /** Takes an address of an RDMA device, for both sides. */
  public static void main(String[] arguments) throws Exception {
    InetSocketAddress at = new InetSocketAddress(arguments[0], 0);
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId listener = cm.createId(PortSpace.TCP)) {
      listener.bindAddress(at);
      listener.listen(1);
      CompletableFuture<Void> server = CompletableFuture.runAsync(() -> serve(listener));
      try (RdmaCmId client = cm.createId(PortSpace.TCP)) {
        client.resolveAddress(
            new InetSocketAddress(at.getAddress(), listener.sourcePort()), MILLIS);
        client.resolveRoute(MILLIS);
        QueuePair queues = client.createQueuePair(ATTRIBUTES);
        client.connect(ConnectionParameters.DEFAULT);
        // RoCE carries the full field, padded with zeros.
        ByteBuffer told =
            ByteBuffer.wrap(client.event().orElseThrow().connection().privateData());
        long address = told.getLong();
        int key = told.getInt();
        MemoryRegion memory = client.register(ByteBuffer.allocateDirect(SIZE), ACCESS);
        WorkCompletions done = new WorkCompletions(1);

        queues.postRead(1, memory, 0, Long.BYTES, SendFlags.SIGNALED, address, key);
        queues.awaitSends(done);
        requireSuccess(done);
        long number = memory.buffer().getLong(0);
        memory.buffer().putLong(0, number + 1);
        queues.postWrite(2, memory, 0, Long.BYTES, SendFlags.SIGNALED, address, key);
        queues.awaitSends(done);
        System.out.println("read " + number + ", write " + done.get(0).status());
      }
      server.get();
    }
  }

  private static void serve(RdmaCmId listener) {
    try (RdmaCmId client = listener.getRequest()) {
      client.createQueuePair(ATTRIBUTES);
      MemoryRegion memory =
          client.register(ByteBuffer.allocateDirect(SIZE).putLong(0, 41), ACCESS);
      byte[] told =
          ByteBuffer.allocate(12).putLong(memory.address()).putInt(memory.remoteKey()).array();
      client.accept(ConnectionParameters.DEFAULT.withPrivateData(told));
      // The peer's reads and writes need no code here.
      client.awaitEvent(-1);
      System.out.println("now " + memory.buffer().getLong(0));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireSuccess(WorkCompletions done) throws IOException {
    if (!done.get(0).isSuccess()) {
      throw new IOException("the connection failed: " + done.get(0).status());
    }
  }
}
