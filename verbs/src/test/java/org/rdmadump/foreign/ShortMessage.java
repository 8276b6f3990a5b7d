package org.rdmadump.foreign;

import java.net.InetSocketAddress;
import org.rdmadump.rdmacm.RdmaCm;

/**
 * rdma_client(1) sends a message, which rdma_server(1) answers, and both end the connection.
 * rdma_xclient(1) sends one to rdma_xserver(1), which answers none.
 */
final class ShortMessage {
  private static final int SIZE = 16;

  /** Behind what is received. */
  private static final int OUT = 64;

  private ShortMessage() {}

  /** As rdma_server does. */
  static String answer(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    Connection client = Connection.answering(cm, at, ready, 1, SIZE);
    client.awaitMessage(SIZE);
    client.send(OUT, SIZE);
    client.disconnect();
    return "2 messages";
  }

  /** As rdma_client does. */
  static String ask(RdmaCm cm, InetSocketAddress to, Runnable ready) throws Exception {
    Connection server = Connection.asking(cm, to, 1, SIZE);
    server.send(OUT, SIZE);
    server.awaitMessage(SIZE);
    server.disconnect();
    return "2 messages";
  }

  /** As rdma_xserver does. */
  static String take(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    Connection client = Connection.answering(cm, at, ready, 1, SIZE);
    client.awaitMessage(SIZE);
    client.disconnect();
    return "1 message";
  }

  /** As rdma_xclient does. */
  static String give(RdmaCm cm, InetSocketAddress to, Runnable ready) throws Exception {
    Connection server = Connection.asking(cm, to, 0, SIZE);
    server.send(OUT, SIZE);
    server.disconnect();
    return "1 message";
  }
}
