package org.rdmadump.capture;

import java.io.IOException;

/**
 * Finds the next packet or interface of a pcapng section, a block that has the same length at both
 * of its ends, as has the block behind it; or the next section.
 */
final class PcapngSearch extends RecordSearch {
  private final PcapngBlock block;
  private int interfaces;

  PcapngSearch(BlockReader reader, PcapngBlock block) {
    super(reader);
    this.block = block;
  }

  /** Says how many interfaces were described. */
  void interfaces(int count) {
    interfaces = count;
  }

  @Override
  boolean isRecord(int offset) throws IOException {
    if (!reader.ensure(offset + PcapngFormat.SHORTEST_BLOCK)) {
      return false;
    }
    int type = block.intAt(offset + PcapngFormat.TYPE);
    if (type == PcapngFormat.SECTION_HEADER) {
      return isSection(offset);
    }
    return PcapngFormat.isKept(type)
        && isBlock(offset, /* mayBeCut= */ false)
        && (type == PcapngFormat.INTERFACE_DESCRIPTION || isPacket(type, offset))
        && isFollowed(offset);
  }

  /** Whether a block of any type begins at {@code offset}, or the input ends there. */
  boolean isBlockOrEnd(int offset) throws IOException {
    return reader.ensure(offset + PcapngFormat.SHORTEST_BLOCK)
        ? isSection(offset) || isBlock(offset, /* mayBeCut= */ false)
        : reader.available() == offset;
  }

  /** The same behind a packet that is whole, so that the input may end anywhere. */
  private boolean isFollowed(int offset) throws IOException {
    int next = offset + block.intAt(offset + PcapngFormat.TOTAL_LENGTH);
    return !reader.ensure(next + PcapngFormat.SHORTEST_BLOCK)
        || isSection(next)
        || isBlock(next, /* mayBeCut= */ true);
  }

  private boolean isSection(int offset) {
    return PcapngFormat.isSection(reader.array(), reader.at() + offset);
  }

  private boolean isBlock(int offset, boolean mayBeCut) throws IOException {
    int length = block.intAt(offset + PcapngFormat.TOTAL_LENGTH);
    if (length > LONGEST || !PcapngFormat.isPossible(length)) {
      return false;
    }
    return reader.ensure(offset + length)
        ? block.intAt(offset + length - PcapngFormat.TRAILER_LENGTH) == length
        : mayBeCut;
  }

  private boolean isPacket(int type, int offset) {
    int length = block.intAt(offset + PcapngFormat.TOTAL_LENGTH);
    if (type == PcapngFormat.SIMPLE_PACKET) {
      return interfaces > 0 && length >= PcapngFormat.SIMPLE_DATA + PcapngFormat.TRAILER_LENGTH;
    }
    int room = length - PcapngFormat.PACKET_DATA - PcapngFormat.TRAILER_LENGTH;
    if (room < 0) {
      return false;
    }
    int captured = block.intAt(offset + PcapngFormat.PACKET_CAPTURED);
    int on = block.interfaceAt(offset, type);
    return on >= 0 && on < interfaces && captured >= 0 && captured <= room;
  }
}
