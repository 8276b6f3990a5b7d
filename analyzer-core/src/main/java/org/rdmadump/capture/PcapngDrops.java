package org.rdmadump.capture;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Packets that were lost while a pcapng file was captured, by its Interface Statistics Blocks, and
 * by its packet blocks.
 *
 * <p>draft-ietf-opsawg-pcapng sections 4.3 and 4.6, appendix A. Each block of statistics counts
 * from the beginning of the capture, so the last one of an interface has the counts of all. A
 * packet block counts those since the packet before it. If both are there, they are about the same
 * packets.
 */
final class PcapngDrops {
  /** More are not believed of one count. */
  static final long MOST = 1L << 40;

  /** A Packet Block that does not know how many were lost. */
  private static final int UNKNOWN = 0xffff;

  /** Of each interface, by its statistics. */
  private long[] counted = new long[0];

  /** Of each interface, by its packets. */
  private long[] added = new long[0];

  private long sum;
  private boolean isKnown;

  /**
   * Takes the counts of a block, which is whole in the buffer; a strange one says nothing.
   *
   * @param interfaces that the section has
   */
  void read(PcapngBlock block, int length, int interfaces) {
    int end = length - PcapngFormat.TRAILER_LENGTH;
    int at = PcapngFormat.STATISTICS_OPTIONS;
    long lost = -1;
    while (block.hasOption(at, end)) {
      int code = block.shortAt(at + PcapngFormat.OPTION_CODE);
      int size = block.shortAt(at + PcapngFormat.OPTION_LENGTH);
      int value = at + PcapngFormat.OPTION_VALUE;
      if ((code == PcapngFormat.ISB_IFDROP || code == PcapngFormat.ISB_OSDROP)
          && size == Long.BYTES
          && block.longAt(value) >= 0) {
        lost = Math.max(0, lost) + Math.min(block.longAt(value), MOST);
      }
      at = value + PcapngFormat.padded(size);
    }
    int id = block.intAt(PcapngFormat.STATISTICS_INTERFACE);
    if (lost >= 0 && id >= 0 && id < interfaces) {
      take(id, interfaces, lost);
    }
  }

  private void take(int id, int interfaces, long lost) {
    reserve(interfaces);
    set(id, lost, added[id]);
  }

  /**
   * Takes the count of a Packet Block.
   *
   * @param id of one of the section's interfaces
   * @param lost since the packet before, 16 bits
   */
  void ofPacket(int id, int interfaces, int lost) {
    if (lost != UNKNOWN) {
      add(id, interfaces, lost);
    }
  }

  /** Takes the count of an Enhanced Packet Block, 64 bits; a strange one says nothing. */
  void ofEnhancedPacket(int id, int interfaces, long lost) {
    if (lost >= 0) {
      add(id, interfaces, lost);
    }
  }

  private void add(int id, int interfaces, long lost) {
    reserve(interfaces);
    set(id, counted[id], Math.min(MOST, added[id] + Math.min(lost, MOST)));
  }

  private void reserve(int interfaces) {
    if (counted.length < interfaces) {
      int capacity = Math.max(interfaces, 2 * counted.length);
      counted = Arrays.copyOf(counted, capacity);
      added = Arrays.copyOf(added, capacity);
    }
  }

  private void set(int id, long newCounted, long newAdded) {
    sum += Math.max(newCounted, newAdded) - Math.max(counted[id], added[id]);
    counted[id] = newCounted;
    added[id] = newAdded;
    isKnown = true;
  }

  /** Interfaces are numbered anew. */
  void nextSection() {
    counted = new long[0];
    added = new long[0];
  }

  /** {@return packets of all interfaces; empty if no block has a count} */
  OptionalLong sum() {
    return isKnown ? OptionalLong.of(sum) : OptionalLong.empty();
  }
}
