package org.rdmadump.foreign;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.rdmadump.rdmacm.AddressHandle;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.ScatterGatherList;
import org.rdmadump.rdmacm.WorkCompletion;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.SendFlags;

/**
 * A queue pair for datagrams as udaddy(1) and mckey(1) send them, with receives for all of them.
 */
final class Datagrams {
  private static final int ROOM = RdmaCmId.GLOBAL_ROUTE_HEADER + Peer.SIZE;
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.datagrams(QueuePairCapabilities.of(Peer.MESSAGES, Peer.MESSAGES));

  private final QueuePair queues;
  private final MemoryRegion memory;
  private final WorkCompletions done = new WorkCompletions(1);

  Datagrams(RdmaCmId id) throws IOException {
    queues = id.createQueuePair(ATTRIBUTES);
    memory = id.registerMessages(ByteBuffer.allocateDirect(2 * ROOM));
    for (int i = 0; i < Peer.MESSAGES; i++) {
      queues.postReceive(i, memory, 0, ROOM);
    }
  }

  /** {@return the number of its queue pair} */
  int number() {
    return queues.number();
  }

  /** {@return where datagrams arrive, with the global route of the last} */
  MemoryRegion memory() {
    return memory;
  }

  /** {@return the last of all datagrams, which have come} */
  WorkCompletion awaitAll() throws Exception {
    for (int i = 0; i < Peer.MESSAGES; i++) {
      queues.awaitReceives(done);
      if (!done.get(0).isSuccess() || done.get(0).length() != ROOM || !done.get(0).hasImmediate()) {
        throw new IOException("datagram " + i + ": " + done.get(0));
      }
    }
    return done.get(0);
  }

  /** Sends all datagrams; their immediate data is the number of the queue pair. */
  void sendAll(AddressHandle to, int queuePair, int queueKey) throws Exception {
    ScatterGatherList list = new ScatterGatherList(1).add(memory, ROOM, Peer.SIZE);
    for (int i = 0; i < Peer.MESSAGES; i++) {
      queues.postDatagramWithImmediate(
          i, list, SendFlags.SIGNALED, queues.number(), to, queuePair, queueKey);
      queues.awaitSends(done);
      if (!done.get(0).isSuccess()) {
        throw new IOException("datagram " + i + ": " + done.get(0));
      }
    }
  }
}
