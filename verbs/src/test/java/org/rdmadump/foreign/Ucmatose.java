package org.rdmadump.foreign;

import java.net.InetSocketAddress;
import org.rdmadump.rdmacm.RdmaCm;

/**
 * ucmatose(1): the server sends messages, then the client does, and the server ends the connection.
 */
final class Ucmatose {
  /** Behind what is received. */
  private static final int OUT = 1024;

  /** Soft-iWARP ends a connection whose server sends before the client has read its answer. */
  private static final long CLIENT_READS_MILLIS = 2000;

  private Ucmatose() {}

  static String serve(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    Connection client = Connection.answering(cm, at, ready, Peer.MESSAGES, Peer.SIZE);
    Thread.sleep(CLIENT_READS_MILLIS);
    send(client);
    receive(client);
    client.disconnect();
    return 2 * Peer.MESSAGES + " messages";
  }

  static String ask(RdmaCm cm, InetSocketAddress to, Runnable ready) throws Exception {
    Connection server = Connection.asking(cm, to, Peer.MESSAGES, Peer.SIZE);
    receive(server);
    send(server);
    server.awaitEnd();
    return 2 * Peer.MESSAGES + " messages";
  }

  private static void send(Connection to) throws Exception {
    for (int i = 0; i < Peer.MESSAGES; i++) {
      to.send(OUT, Peer.SIZE);
    }
  }

  private static void receive(Connection from) throws Exception {
    for (int i = 0; i < Peer.MESSAGES; i++) {
      from.awaitMessage(Peer.SIZE);
    }
  }
}
