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
    return over(cm, address, ConnectionParameters.DEFAULT, ConnectionParameters.DEFAULT);
  }

  /** {@return one with parameters of who asks, and of who answers} */
  static ConnectedPair over(
      RdmaCm cm,
      InetSocketAddress address,
      ConnectionParameters asked,
      ConnectionParameters answered)
      throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(address);
    listener.listen(4);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try {
      Future<RdmaCmId> server =
          threads.submit(
              () -> {
                RdmaCmId request = listener.getRequest();
                try {
                  request.createQueuePair(ATTRIBUTES);
                  request.accept(answered);
                } catch (IOException | InterruptedException e) {
                  // Who asked waits for an answer.
                  request.close();
                  throw e;
                }
                return request;
              });
      InetSocketAddress to = new InetSocketAddress(address.getAddress(), listener.sourcePort());
      RdmaCmId client = connect(cm, to, asked);
      return new ConnectedPair(listener, client, server.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
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
