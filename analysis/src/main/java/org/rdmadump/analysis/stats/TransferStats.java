package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** RDMA operations of one kind that moved chunks. */
public final class TransferStats {
  private final RdmaTransfer.Kind kind;
  private final Spread perSegment = new Spread();
  private final Spread packets = new Spread();
  private final Durations duration = new Durations();
  private long bytes;
  private int mostInFlight;

  TransferStats(RdmaTransfer.Kind kind) {
    this.kind = kind;
  }

  /** Takes those of an exchange; a segment has a handle of its own there. */
  void add(List<RdmaTransfer> transfers) {
    if (transfers.isEmpty()) {
      return;
    }
    List<Integer> handles = new ArrayList<>(1);
    List<Integer> counts = new ArrayList<>(1);
    for (RdmaTransfer each : transfers) {
      if (each.kind() == kind) {
        packets.add(each.packets());
        duration.add(each.lastNanos() - each.firstNanos());
        bytes += each.transferred();
        int at = handles.indexOf(each.handle());
        if (at < 0) {
          handles.add(each.handle());
          counts.add(1);
        } else {
          counts.set(at, counts.get(at) + 1);
        }
      }
    }
    for (int count : counts) {
      perSegment.add(count);
    }
  }

  void inFlight(int most) {
    mostInFlight = Math.max(mostInFlight, most);
  }

  /** {@return what the operations do} */
  public RdmaTransfer.Kind kind() {
    return kind;
  }

  /** {@return operations in a segment, of segments that any moved: sub-segments} */
  public Spread perSegment() {
    return perSegment;
  }

  /** {@return data packets of an operation, over iWARP FPDUs} */
  public Spread packets() {
    return packets;
  }

  /** {@return from the first packet of an operation to the last} */
  public Durations duration() {
    return duration;
  }

  /** {@return the most that were under way at once on one connection} */
  public int mostInFlight() {
    return mostInFlight;
  }

  /** {@return bytes that were seen} */
  public long bytes() {
    return bytes;
  }
}
