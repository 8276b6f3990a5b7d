package org.rdmadump.foreign;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rdmadump.rdmacm.RdmaCm;

/**
 * rping(1): the client names its memory, the server reads a text there and says so; the client
 * names other memory, the server writes the text there and says so.
 */
final class Rping {
  /** Address, key and size of memory. */
  private static final int INFO = 16;

  /** Bytes of a text unless rping is told another number. */
  private static final int TEXT = 64;

  /** Where in the memory there is what; receives are at the beginning. */
  private static final int OUT = 64;

  private static final int SOURCE = 128;
  private static final int SINK = 256;

  private Rping() {}

  static String serve(RdmaCm cm, InetSocketAddress at, Runnable ready) throws Exception {
    Connection client = Connection.answering(cm, at, ready, 1, INFO);
    int pings = 0;
    while (client.awaitMessageOrEnd(INFO)) {
      ByteBuffer info = client.memory();
      int size = info.getInt(12);
      client.read(SOURCE, size, info.getLong(0), info.getInt(8));
      requireText(client.memory(), size, pings);
      client.receive(1, INFO);
      client.send(OUT, INFO);
      client.awaitMessage(INFO);
      client.write(SOURCE, size, info.getLong(0), info.getInt(8));
      client.receive(1, INFO);
      client.send(OUT, INFO);
      pings++;
    }
    return pings + " pings";
  }

  private static void requireText(ByteBuffer memory, int size, int ping) throws IOException {
    byte[] bytes = new byte[size];
    memory.get(SOURCE, bytes);
    String text = new String(bytes, StandardCharsets.US_ASCII);
    if (size != TEXT || !text.startsWith("rdma-ping-" + ping + ": ") || bytes[size - 1] != 0) {
      throw new IOException("ping " + ping + " has the text " + text);
    }
  }

  static String ask(RdmaCm cm, InetSocketAddress to, Runnable ready) throws Exception {
    Connection server = Connection.asking(cm, to, 1, INFO);
    for (int ping = 0; ping < Peer.MESSAGES; ping++) {
      String text = "rdma-ping-" + ping + ": from Java";
      // The rest stays zero: the other side prints a text up to the first zero.
      server.memory().put(SOURCE, new byte[TEXT]).put(SINK, new byte[TEXT]);
      server.memory().put(SOURCE, text.getBytes(StandardCharsets.US_ASCII));
      tell(server, SOURCE);
      tell(server, SINK);
      int length = text.length();
      if (!server.memory().slice(SINK, length).equals(server.memory().slice(SOURCE, length))) {
        throw new IOException("ping " + ping + " came back otherwise");
      }
    }
    server.disconnect();
    return Peer.MESSAGES + " pings";
  }

  /** Names memory, and waits until the server has used it. */
  private static void tell(Connection server, int offset) throws Exception {
    server
        .memory()
        .putLong(OUT, server.address() + offset)
        .putInt(OUT + 8, server.key())
        .putInt(OUT + 12, TEXT);
    server.send(OUT, INFO);
    server.awaitMessage(INFO);
    server.receive(1, INFO);
  }
}
