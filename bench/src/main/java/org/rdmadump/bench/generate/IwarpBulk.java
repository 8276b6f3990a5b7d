package org.rdmadump.bench.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * NFS version 3 READs and WRITEs of 1 MiB in turn over iWARP, on several connections of two hosts
 * at once: a Send with a chunk, its data in RDMA Writes or RDMA Reads of 256 KiB, one FPDU to a
 * segment, a Send that answers.
 */
public final class IwarpBulk implements Traffic {
  private static final int LONGEST_BURST = 32;

  private final List<IwarpBulkConnection> connections = new ArrayList<>();
  private final SplittableRandom random;
  private long committed;

  /**
   * Traffic.
   *
   * @param crc whether FPDUs have CRCs
   */
  public IwarpBulk(int connections, boolean crc, long seed) {
    this.random = new SplittableRandom(seed);
    Payload payload = new Payload(random.split());
    for (int i = 0; i < connections; i++) {
      this.connections.add(new IwarpBulkConnection(i, crc, payload, random.split()));
    }
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (connections.isEmpty()) {
      return false;
    }
    int chosen = random.nextInt(connections.size());
    IwarpBulkConnection connection = connections.get(chosen);
    long callSize = IwarpBulkConnection.callSize(out);
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
