package org.rdmadump.bench.generate;

import java.io.IOException;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.TcpFrame;

/**
 * TCP that carries anything but RDMA: full segments of random bytes on several connections of two
 * hosts at once, every other one acknowledged, a connection being opened and closed now and then.
 */
public final class PlainTcp implements Traffic {
  private static final int PORT = 443;
  private static final int FIRST_CLIENT_PORT = 20_000;
  private static final int CLIENT_PORTS = 30_000;
  private static final int DATA = 1460;
  private static final byte[] NOTHING = {};
  private static final int LONGEST_BURST = 32;
  private static final int SEGMENTS_OF_CONNECTION = 2_000;

  private final SplittableRandom random;
  private final Payload payload;
  private final @Nullable IwarpConversation[] connections;
  private int nextPort;
  private long where;

  /** Traffic on so many connections at a time. */
  public PlainTcp(int connections, long seed) {
    this.random = new SplittableRandom(seed);
    this.payload = new Payload(random.split());
    this.connections = new IwarpConversation[connections];
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    int chosen = random.nextInt(connections.length);
    if (out.size() + 2L * LONGEST_BURST * out.sizeOf(TcpFrame.HEADERS + DATA) > size) {
      return false;
    }
    IwarpConversation connection = connections[chosen];
    if (connection == null || random.nextInt(SEGMENTS_OF_CONNECTION / LONGEST_BURST) == 0) {
      if (connection != null) {
        connection.client().segment("FIN", TcpFrame.FIN | TcpFrame.ACK, NOTHING);
        out.write(connection.capture());
      }
      connection = open();
      connections[chosen] = connection;
    }
    for (int rest = 1 + random.nextInt(LONGEST_BURST); rest > 0; rest--) {
      connection.server().segment("data", TcpFrame.ACK, payload.at(where, DATA));
      where += DATA;
      if ((rest & 1) == 0) {
        connection.client().acknowledge();
      }
    }
    out.write(connection.capture());
    return true;
  }

  private IwarpConversation open() {
    int port = FIRST_CLIENT_PORT + nextPort++ % CLIENT_PORTS;
    IwarpConversation fresh =
        new IwarpConversation().ports(port, PORT).sequences(random.nextInt(), random.nextInt());
    fresh.client().segment("SYN", TcpFrame.SYN, NOTHING);
    fresh.server().segment("SYN ACK", TcpFrame.SYN | TcpFrame.ACK, NOTHING);
    return fresh;
  }
}
