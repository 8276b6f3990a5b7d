package org.rdmadump.foreign;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
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

/**
 * One end of a reliable connection, with memory for its messages; it is closed with the libraries.
 */
final class Connection {
  /** How long an address may take; a guest may be slow. */
  static final int MILLIS = 20_000;

  private static final int MEMORY = 4096;
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.reliable(QueuePairCapabilities.of(Peer.MESSAGES, Peer.MESSAGES));

  private final RdmaCmId id;
  private final QueuePair queues;
  private final MemoryRegion memory;
  private final WorkCompletions done = new WorkCompletions(1);

  private Connection(RdmaCmId id) throws IOException {
    this.id = id;
    this.queues = id.createQueuePair(ATTRIBUTES);
    this.memory =
        id.register(
            ByteBuffer.allocateDirect(MEMORY),
            AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE);
  }

  /**
   * {@return who answers the first client}
   *
   * @param receives how many receives it posts before it does
   * @param size bytes of each, from the beginning of its memory
   */
  static Connection answering(
      RdmaCm cm, InetSocketAddress at, Runnable ready, int receives, int size) throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(at);
    listener.listen(1);
    ready.run();
    Connection connection = new Connection(listener.getRequest());
    connection.receive(receives, size);
    connection.id.accept();
    return connection;
  }

  /** {@return a client, with receives as above} */
  static Connection asking(RdmaCm cm, InetSocketAddress to, int receives, int size)
      throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(to, MILLIS);
    id.resolveRoute(MILLIS);
    Connection connection = new Connection(id);
    connection.receive(receives, size);
    id.connect(ConnectionParameters.DEFAULT);
    return connection;
  }

  /** {@return its memory, which the other side reads and writes, too} */
  ByteBuffer memory() {
    return memory.buffer();
  }

  /** {@return address of its memory} */
  long address() {
    return memory.address();
  }

  /** {@return key of its memory, for the other side} */
  int key() {
    return memory.remoteKey();
  }

  /** Posts so many receives into the beginning of its memory. */
  void receive(int times, int size) throws IOException {
    for (int i = 0; i < times; i++) {
      queues.postReceive(0, memory, 0, size);
    }
  }

  /** Waits for a message of a size. */
  void awaitMessage(int size) throws Exception {
    queues.awaitReceives(done);
    requireMessage(size);
  }

  /** {@return whether a message of a size came, not the end of the connection} */
  boolean awaitMessageOrEnd(int size) throws Exception {
    if (id.awaitReceivesOrEvent(done, -1).isPresent() || !done.get(0).isSuccess()) {
      return false;
    }
    requireMessage(size);
    return true;
  }

  private void requireMessage(int size) throws IOException {
    requireSuccess();
    if (done.get(0).length() != size) {
      throw new IOException(done.get(0).length() + " bytes came, not " + size);
    }
  }

  /** Sends bytes of its memory, and waits until they are sent. */
  void send(int offset, int size) throws Exception {
    queues.postSend(0, memory, offset, size, SendFlags.SIGNALED);
    awaitSent();
  }

  /** Reads bytes of the other side into its memory. */
  void read(int offset, int size, long address, int key) throws Exception {
    queues.postRead(0, memory, offset, size, SendFlags.SIGNALED, address, key);
    awaitSent();
  }

  /** Writes bytes of its memory to the other side. */
  void write(int offset, int size, long address, int key) throws Exception {
    queues.postWrite(0, memory, offset, size, SendFlags.SIGNALED, address, key);
    awaitSent();
  }

  private void awaitSent() throws Exception {
    queues.awaitSends(done);
    requireSuccess();
  }

  private void requireSuccess() throws IOException {
    if (!done.get(0).isSuccess()) {
      throw new IOException("not done: " + done.get(0));
    }
  }

  /** Ends the connection; returns once the other side has, too. */
  void disconnect() throws Exception {
    id.disconnect();
  }

  /** Waits until the other side ends the connection, and answers that. */
  void awaitEnd() throws Exception {
    id.awaitEvent(-1);
    id.disconnect();
  }
}
