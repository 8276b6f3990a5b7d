package org.rdmadump.bench.generate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * TCP that carries anything but RDMA: full segments of random bytes on several connections of two
 * hosts at once, every other one acknowledged, a connection being opened and closed now and then.
 */
public final class PlainTcp implements Traffic {
  private static final int CLIENT = 0xc0a84d02;
  private static final int SERVER = 0xc0a84d01;
  private static final int PORT = 443;
  private static final int FIRST_CLIENT_PORT = 20_000;
  private static final int CLIENT_PORTS = 30_000;
  private static final int DATA = 1460;
  private static final int LONGEST_BURST = 32;
  private static final int SEGMENTS_OF_CONNECTION = 2_000;

  private final TcpPackets packets = new TcpPackets();
  private final SplittableRandom random;
  private final Payload payload;
  private final int[] ports;
  private final int[] clients;
  private final int[] servers;
  private int nextPort;
  private long where;

  /** Traffic on so many connections at a time. */
  public PlainTcp(int connections, long seed) {
    this.random = new SplittableRandom(seed);
    this.payload = new Payload(random.split());
    this.ports = new int[connections];
    this.clients = new int[connections];
    this.servers = new int[connections];
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    int chosen = random.nextInt(ports.length);
    if (out.size() + 2L * LONGEST_BURST * out.sizeOf(TcpPackets.OVERHEAD + DATA) > size) {
      return false;
    }
    if (ports[chosen] == 0 || random.nextInt(SEGMENTS_OF_CONNECTION / LONGEST_BURST) == 0) {
      open(out, chosen);
    }
    for (int rest = 1 + random.nextInt(LONGEST_BURST); rest > 0; rest--) {
      ByteBuffer frame = segment(out, chosen, false, TcpPackets.ACK);
      payload.put(frame, where, DATA);
      packets.end(out);
      where += DATA;
      servers[chosen] += DATA;
      if ((rest & 1) == 0) {
        segment(out, chosen, true, TcpPackets.ACK);
        packets.end(out);
      }
    }
    return true;
  }

  private ByteBuffer segment(FrameOutput out, int chosen, boolean client, int flags) {
    return client
        ? packets.begin(
            out, CLIENT, ports[chosen], SERVER, PORT, clients[chosen], servers[chosen], flags)
        : packets.begin(
            out, SERVER, PORT, CLIENT, ports[chosen], servers[chosen], clients[chosen], flags);
  }

  private void open(FrameOutput out, int chosen) throws IOException {
    if (ports[chosen] != 0) {
      segment(out, chosen, true, TcpPackets.FIN | TcpPackets.ACK);
      packets.end(out);
    }
    ports[chosen] = FIRST_CLIENT_PORT + nextPort++ % CLIENT_PORTS;
    clients[chosen] = random.nextInt();
    servers[chosen] = random.nextInt();
    segment(out, chosen, true, TcpPackets.SYN);
    packets.end(out);
    clients[chosen]++;
    segment(out, chosen, false, TcpPackets.SYN | TcpPackets.ACK);
    packets.end(out);
    servers[chosen]++;
  }
}
