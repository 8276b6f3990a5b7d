package org.rdmadump.bench.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * NFS version 3 READs and WRITEs of 1 MiB in turn, on several queue pairs of two hosts at once: a
 * Send with a chunk, its data in RDMA Writes or RDMA Reads of 256 KiB, a Send that answers.
 */
public final class Bulk implements Traffic {
  private static final int LONGEST_BURST = 32;

  private final List<BulkConnection> connections = new ArrayList<>();
  private final SplittableRandom random;
  private final int mtu;
  private long committed;

  /**
   * Traffic.
   *
   * @param mtu path MTU: 1024 or 4096
   */
  public Bulk(int connections, int mtu, long seed) {
    this.random = new SplittableRandom(seed);
    Payload payload = new Payload(random.split());
    RocePackets packets = new RocePackets();
    for (int i = 0; i < connections; i++) {
      this.connections.add(new BulkConnection(i, mtu, packets, payload, random.split()));
    }
    this.mtu = mtu;
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (connections.isEmpty()) {
      return false;
    }
    int chosen = random.nextInt(connections.size());
    BulkConnection connection = connections.get(chosen);
    long callSize = BulkConnection.callSize(out, mtu);
    for (int rest = 1 + random.nextInt(LONGEST_BURST); rest > 0; rest--) {
      if (connection.isIdle()) {
        committed = Math.max(committed, out.size());
        if (committed + callSize > size) {
          connections.remove(chosen);
          return true;
        }
        committed += callSize;
      }
      connection.next(out);
    }
    return true;
  }
}
