package org.rdmadump.bench.generate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * NFS version 3 READs and WRITEs of 1 MiB in turn, on several connections of two hosts at once: a
 * Send with a chunk, its data in RDMA Writes or RDMA Reads of 256 KiB, a Send that answers. Over
 * iWARP, one FPDU to a segment.
 */
public final class Bulk implements Traffic {
  private static final int LONGEST_BURST = 32;

  private final List<BulkConnection> connections = new ArrayList<>();
  private final SplittableRandom random;
  private long committed;

  private Bulk(SplittableRandom random) {
    this.random = random;
  }

  /**
   * Traffic over RoCEv2.
   *
   * @param mtu path MTU: 1024 or 4096
   */
  public static Bulk overRoce(int connections, int mtu, long seed) {
    Bulk bulk = new Bulk(new SplittableRandom(seed));
    Payload payload = new Payload(bulk.random.split());
    for (int i = 0; i < connections; i++) {
      bulk.connections.add(new RoceBulkConnection(i, mtu, payload, bulk.random.split()));
    }
    return bulk;
  }

  /**
   * Traffic over iWARP.
   *
   * @param crc whether FPDUs have CRCs
   */
  public static Bulk overIwarp(int connections, boolean crc, long seed) {
    Bulk bulk = new Bulk(new SplittableRandom(seed));
    Payload payload = new Payload(bulk.random.split());
    for (int i = 0; i < connections; i++) {
      bulk.connections.add(new IwarpBulkConnection(i, crc, payload, bulk.random.split()));
    }
    return bulk;
  }

  @Override
  public boolean burst(FrameOutput out, long size) throws IOException {
    if (connections.isEmpty()) {
      return false;
    }
    int chosen = random.nextInt(connections.size());
    BulkConnection connection = connections.get(chosen);
    for (int rest = 1 + random.nextInt(LONGEST_BURST); rest > 0; rest--) {
      if (connection.isIdle()) {
        connection.call();
        committed = Math.max(committed, out.size());
        if (committed + connection.size(out) > size) {
          connections.remove(chosen);
          return true;
        }
        committed += connection.size(out);
      }
      out.write(connection.next());
    }
    return true;
  }
}
