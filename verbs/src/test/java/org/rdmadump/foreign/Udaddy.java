package org.rdmadump.foreign;

import java.net.InetSocketAddress;
import org.rdmadump.rdmacm.ConnectionParameters;
import org.rdmadump.rdmacm.PortSpace;
import org.rdmadump.rdmacm.RdmaCm;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.UdParameters;
import org.rdmadump.rdmacm.WorkCompletion;

/** udaddy(1): the client sends datagrams, and the server as many to where they came from. */
final class Udaddy {
  private Udaddy() {}

  static String serve(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.UDP);
    listener.bindAddress(at);
    listener.listen(1);
    ready.run();
    RdmaCmId client = listener.getRequest();
    Datagrams datagrams = new Datagrams(client);
    client.accept(ConnectionParameters.DEFAULT.withQueuePair(datagrams.number(), false));
    WorkCompletion last = datagrams.awaitAll();
    int queuePair = last.immediate();
    datagrams.sendAll(
        client.createAddressHandle(last, datagrams.memory(), 0), queuePair, UdParameters.QUEUE_KEY);
    return 2 * Peer.MESSAGES + " datagrams";
  }

  static String ask(RdmaCm cm, InetSocketAddress to, Runnable ready) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.UDP);
    id.resolveAddress(to, Connection.MILLIS);
    id.resolveRoute(Connection.MILLIS);
    Datagrams datagrams = new Datagrams(id);
    id.connect(ConnectionParameters.DEFAULT);
    UdParameters server = id.event().orElseThrow().datagram().orElseThrow();
    datagrams.sendAll(id.createAddressHandle(server), server.queuePairNumber(), server.queueKey());
    datagrams.awaitAll();
    return 2 * Peer.MESSAGES + " datagrams";
  }
}
