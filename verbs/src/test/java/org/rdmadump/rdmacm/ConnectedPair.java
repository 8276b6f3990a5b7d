package org.rdmadump.rdmacm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Two ends of a reliable connection in one process, made by synchronous calls. */
final class ConnectedPair implements AutoCloseable {
  static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.reliable(
          QueuePairCapabilities.of(32, 32).withSegments(4, 4).withInline(64));

  private static final int PATIENCE_SECONDS = 30;

  final RdmaCmId client;
  final RdmaCmId server;
  final QueuePair clientQueues;
  final QueuePair serverQueues;
  private final RdmaCmId listener;

  private ConnectedPair(RdmaCmId listener, RdmaCmId client, RdmaCmId server) {
    this.listener = listener;
    this.client = client;
    this.server = server;
    this.clientQueues = client.queuePair().orElseThrow();
    this.serverQueues = server.queuePair().orElseThrow();
  }

  /** {@return one over an address of this machine} */
  static ConnectedPair over(RdmaCm cm, InetSocketAddress address) throws Exception {
    return over(cm, address, ATTRIBUTES);
  }

  /** {@return one whose queue pair of who answers has attributes of its own} */
  static ConnectedPair over(RdmaCm cm, InetSocketAddress address, QueuePairAttributes ofServer)
      throws Exception {
    return over(cm, address, ofServer, ConnectionParameters.DEFAULT, ConnectionParameters.DEFAULT);
  }

  /** {@return one with parameters of who asks, and of who answers} */
  static ConnectedPair over(
      RdmaCm cm,
      InetSocketAddress address,
      ConnectionParameters asked,
      ConnectionParameters answered)
      throws Exception {
    return over(cm, address, ATTRIBUTES, asked, answered);
  }

  private static ConnectedPair over(
      RdmaCm cm,
      InetSocketAddress address,
      QueuePairAttributes ofServer,
      ConnectionParameters asked,
      ConnectionParameters answered)
      throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(address);
    listener.listen(4);
    InetSocketAddress to = new InetSocketAddress(address.getAddress(), listener.sourcePort());
    RdmaCmId[] client = new RdmaCmId[1];
    RdmaCmId server =
        accepted(
            listener, ofServer, answered, () -> client[0] = ConnectedPair.connect(cm, to, asked));
    return new ConnectedPair(listener, client[0], server);
  }

  /** Connects the other side. */
  private interface Connecting {
    void run() throws Exception;
  }

  /** {@return who answers a client that is ready to connect} */
  static RdmaCmId accepted(RdmaCmId listener, RdmaCmId client, QueuePairAttributes ofServer)
      throws Exception {
    return accepted(
        listener,
        ofServer,
        ConnectionParameters.DEFAULT,
        () -> client.connect(ConnectionParameters.DEFAULT));
  }

  private static RdmaCmId accepted(
      RdmaCmId listener,
      QueuePairAttributes ofServer,
      ConnectionParameters answered,
      Connecting connecting)
      throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<RdmaCmId> server =
          threads.submit(
              () -> {
                RdmaCmId request = listener.getRequest();
                try {
                  request.createQueuePair(ofServer);
                  request.accept(answered);
                } catch (IOException | InterruptedException e) {
                  // Who asked waits for an answer.
                  request.close();
                  throw e;
                }
                return request;
              });
      connecting.run();
      return server.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
  }

  /** {@return a synchronous client that is connected} */
  static RdmaCmId connect(RdmaCm cm, InetSocketAddress to, ConnectionParameters asked)
      throws Exception {
    RdmaCmId client = cm.createId(PortSpace.TCP);
    client.resolveAddress(to, Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    client.createQueuePair(ATTRIBUTES);
    client.connect(asked);
    return client;
  }

  @Override
  public void close() {
    client.close();
    server.close();
    listener.close();
  }
}
