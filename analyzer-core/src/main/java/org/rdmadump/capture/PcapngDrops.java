package org.rdmadump.capture;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Packets that were lost while a pcapng file was captured, by its Interface Statistics Blocks.
 *
 * <p>draft-ietf-opsawg-pcapng section 4.6. Each block counts from the beginning of the capture, so
 * the last one of an interface has the counts of all.
 */
final class PcapngDrops {
  /** More are not believed of one count. */
  static final long MOST = 1L << 40;

  private long[] byInterface = new long[0];
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
    if (byInterface.length < interfaces) {
      byInterface = Arrays.copyOf(byInterface, interfaces);
    }
    sum += lost - byInterface[id];
    byInterface[id] = lost;
    isKnown = true;
  }

  /** Interfaces are numbered anew. */
  void nextSection() {
    byInterface = new long[0];
  }

  /** {@return packets of all interfaces; empty if no block has a count} */
  OptionalLong sum() {
    return isKnown ? OptionalLong.of(sum) : OptionalLong.empty();
  }
}
