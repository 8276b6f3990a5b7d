package org.rdmadump.foreign;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.rdmadump.rdmacm.RdmaCm;

/**
 * Speaks with programs of others over real devices, for the lab's case {@code foreign}. Each line
 * of standard input has the role, an address and a port. The answer is "ready" from a side that
 * waits for the program, and then "done" with what was done, or "failed" with the reason.
 */
public final class ForeignPeers {
  private static final Map<String, Peer> PEERS =
      Map.ofEntries(
          Map.entry("rping-server", Rping::serve),
          Map.entry("rping-client", Rping::ask),
          Map.entry("ucmatose-server", Ucmatose::serve),
          Map.entry("ucmatose-client", Ucmatose::ask),
          Map.entry("rdma-server", ShortMessage::answer),
          Map.entry("rdma-client", ShortMessage::ask),
          Map.entry("rdma-xserver", ShortMessage::take),
          Map.entry("rdma-xclient", ShortMessage::give),
          Map.entry("udaddy-server", Udaddy::serve),
          Map.entry("udaddy-client", Udaddy::ask),
          Map.entry("mckey-receiver", Mckey::receive),
          Map.entry("mckey-sender", Mckey::send));

  private ForeignPeers() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws Exception {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ", -1);
      Peer peer = PEERS.get(words[0]);
      if (peer == null) {
        throw new IllegalArgumentException("no role " + words[0]);
      }
      System.out.println(talk(peer, new InetSocketAddress(words[1], Integer.parseInt(words[2]))));
    }
  }

  private static String talk(Peer peer, InetSocketAddress address) {
    try {
      RdmaCm cm = RdmaCm.open();
      String done;
      try (cm) {
        done = peer.talk(cm, address, () -> System.out.println("ready"));
      }
      return cm.closingFailures().isEmpty() ? "done " + done : "failed " + cm.closingFailures();
    } catch (Exception e) {
      e.printStackTrace();
      return "failed " + e;
    }
  }
}
