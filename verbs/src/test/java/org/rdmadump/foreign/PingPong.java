package org.rdmadump.foreign;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/**
 * Small messages to and fro, one at a time, call for call as testdata/lab/pingpong.c does it, for
 * the lab's case {@code pingpong}.
 */
public final class PingPong {
  private static final int SIZE = 64;
  private static final int RECEIVES = 4;
  private static final int SIGNALED_EVERY = 16;
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.reliable(QueuePairCapabilities.of(2 * SIGNALED_EVERY, RECEIVES));

  /** Soft-iWARP may overlook a message that comes while its side still accepts: docs/lab.md. */
  private static final int SETTLED_MILLIS = 200;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final QueuePair queues;
  private final MemoryRegion memory;
  private final boolean events;
  private final WorkCompletions done = new WorkCompletions(1);
  private int sent;

  private PingPong(RdmaCmId id, boolean events) throws IOException {
    this.events = events;
    this.queues = id.createQueuePair(ATTRIBUTES);
    this.memory = id.registerMessages(ByteBuffer.allocateDirect(2 * SIZE));
    for (int i = 0; i < RECEIVES; i++) {
      queues.postReceive(0, memory, 0, SIZE);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // The guest's only processor also takes the packets.
  private void complete(boolean receives) throws Exception {
    if (events) {
      int count = receives ? queues.awaitReceives(done) : queues.awaitSends(done);
      requireSuccess(count);
      return;
    }
    int count = 0;
    while (count == 0) {
      count = receives ? queues.pollReceives(done) : queues.pollSends(done);
      if (count == 0) {
        Thread.yield();
      }
    }
    requireSuccess(count);
  }

  private void requireSuccess(int count) throws IOException {
    if (count != 1 || !done.get(0).isSuccess()) {
      throw new IOException("not done: " + done.get(0));
    }
  }

  private void take() throws Exception {
    complete(true);
    queues.postReceive(0, memory, 0, SIZE);
  }

  private void give() throws Exception {
    boolean signaled = ++sent % SIGNALED_EVERY == 0;
    queues.postSend(0, memory, SIZE, SIZE, signaled ? SendFlags.SIGNALED : SendFlags.NONE);
    if (signaled) {
      complete(false);
    }
  }

  private static String serve(RdmaCmId listener, boolean events, int messages) throws Exception {
    try (RdmaCmId id = listener.getRequest()) {
      PingPong client = new PingPong(id, events);
      id.accept();
      for (int i = 0; i < messages; i++) {
        client.take();
        client.give();
      }
      id.disconnect();
    }
    return "done";
  }

  /** {@return the median of half a round trip in nanoseconds, and the bytes allocated meanwhile} */
  private static String ask(RdmaCm cm, InetSocketAddress to, boolean events, long[] times)
      throws Exception {
    long allocated;
    try (RdmaCmId id = cm.createId(PortSpace.TCP)) {
      id.resolveAddress(to, Connection.MILLIS);
      id.resolveRoute(Connection.MILLIS);
      PingPong server = new PingPong(id, events);
      id.connect(ConnectionParameters.DEFAULT);
      Thread.sleep(SETTLED_MILLIS);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < times.length; i++) {
        long began = System.nanoTime();
        server.give();
        server.take();
        times[i] = System.nanoTime() - began;
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
      // The server has sent the last message, and ends the connection when that is complete.
      id.awaitEvent(-1);
    }
    Arrays.sort(times);
    return times[times.length / 2] / 2 + " " + allocated;
  }

  /** Takes {@code server} or {@code client}, an address, a port, and the messages of each block. */
  public static void main(String[] words) throws Exception {
    boolean serves = words[0].equals("server");
    InetSocketAddress address = new InetSocketAddress(words[1], Integer.parseInt(words[2]));
    long[] times = new long[Integer.parseInt(words[3])];
    BufferedReader blocks =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (RdmaCm cm = RdmaCm.open();
        RdmaCmId listener = cm.createId(PortSpace.TCP)) {
      if (serves) {
        listener.bindAddress(address);
        listener.listen(RECEIVES);
        System.out.println("ready");
      }
      for (String block = blocks.readLine(); block != null; block = blocks.readLine()) {
        boolean events = block.equals("event");
        System.out.println(
            serves ? serve(listener, events, times.length) : ask(cm, address, events, times));
      }
    }
  }
}
