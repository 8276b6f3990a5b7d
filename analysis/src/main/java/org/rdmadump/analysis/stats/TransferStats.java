package org.rdmadump.analysis.stats;

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
    for (int i = 0; i < transfers.size(); i++) {
      RdmaTransfer each = transfers.get(i);
      if (each.kind() == kind) {
        packets.add(each.packets());
        duration.add(each.lastNanos() - each.firstNanos());
        bytes += each.transferred();
        if (isFirst(transfers, i)) {
          perSegment.add(count(transfers, i));
        }
      }
    }
  }

  private boolean isFirst(List<RdmaTransfer> transfers, int of) {
    int before = of - 1;
    while (before >= 0 && !isSameSegment(transfers.get(before), transfers.get(of))) {
      before--;
    }
    return before < 0;
  }

  private int count(List<RdmaTransfer> transfers, int from) {
    int count = 1;
    for (int i = from + 1; i < transfers.size(); i++) {
      count += isSameSegment(transfers.get(i), transfers.get(from)) ? 1 : 0;
    }
    return count;
  }

  private boolean isSameSegment(RdmaTransfer one, RdmaTransfer other) {
    return one.handle() == other.handle() && one.kind() == other.kind();
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
