package org.rdmadump.report.html;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.report.json.JsonOutput;

/** Writes the packets of a step of a ladder, and where packets are missing between them. */
final class LadderPackets {
  private static final int HEAD = 12;
  private static final int TAIL = 4;
  private static final int MOST_GAPS = 8;

  private final JsonOutput out;

  LadderPackets(JsonOutput out) {
    this.out = out;
  }

  /**
   * Writes {@code list}, an array of frame, PSN, bytes and place for each packet, {@code
   * more_packets} where packets in the middle are left out, and {@code lost}, pairs of offset and
   * length that no packet brought.
   *
   * @param length bytes that all packets together should bring
   */
  void put(List<RdmaFragment> fragments, long length) {
    put(fragments);
    if (!fragments.isEmpty()) {
      gaps(fragments, length);
    }
  }

  /** Writes the same without {@code lost}: all bytes are there. */
  void put(List<RdmaFragment> fragments) {
    if (fragments.isEmpty()) {
      return;
    }
    boolean isLong = fragments.size() > HEAD + TAIL + 1;
    out.beginArray("list");
    for (int i = 0; i < fragments.size(); i++) {
      if (!isLong || i < HEAD || i >= fragments.size() - TAIL) {
        packet(fragments.get(i));
      }
    }
    out.endArray();
    if (isLong) {
      out.put("more_packets", fragments.size() - HEAD - TAIL);
    }
  }

  private void packet(RdmaFragment fragment) {
    out.beginArray();
    out.number(fragment.frame());
    out.number(fragment.psn());
    out.number(fragment.length());
    out.string(fragment.place().label());
    out.endArray();
  }

  /** Writes {@code lost}: what of {@code length} bytes none of the packets has. */
  void gaps(List<RdmaFragment> fragments, long length) {
    List<RdmaFragment> data = new ArrayList<>();
    for (RdmaFragment each : fragments) {
      if (each.place() != FragmentPlace.REQUEST) {
        data.add(each);
      }
    }
    data.sort((one, other) -> Long.compare(one.offset(), other.offset()));
    List<long[]> gaps = new ArrayList<>();
    long end = 0;
    for (RdmaFragment each : data) {
      if (each.offset() > end) {
        gaps.add(new long[] {end, each.offset() - end});
      }
      end = Math.max(end, each.offset() + each.length());
    }
    if (end < length) {
      gaps.add(new long[] {end, length - end});
    }
    if (!gaps.isEmpty()) {
      out.beginArray("lost");
      for (long[] each : gaps.subList(0, Math.min(MOST_GAPS, gaps.size()))) {
        out.beginArray();
        out.number(each[0]);
        out.number(each[1]);
        out.endArray();
      }
      out.endArray();
    }
  }
}
