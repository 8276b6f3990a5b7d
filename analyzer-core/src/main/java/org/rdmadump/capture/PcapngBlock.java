package org.rdmadump.capture;

import java.nio.charset.StandardCharsets;

/**
 * The block of a pcapng section that begins at the reader's position, in the section's byte order.
 * Offsets count from its start, and must lie in what the reader has.
 */
final class PcapngBlock {
  /** Bytes of a text that are kept. */
  private static final int LONGEST_TEXT = 255;

  private final BlockReader reader;
  private boolean swapped;

  PcapngBlock(BlockReader reader) {
    this.reader = reader;
  }

  /** Says whether the section is little-endian. */
  void swaps(boolean littleEndian) {
    swapped = littleEndian;
  }

  int byteAt(int offset) {
    return reader.buffer().get(reader.at() + offset) & 0xff;
  }

  int shortAt(int offset) {
    short value = reader.buffer().getShort(reader.at() + offset);
    return (swapped ? Short.reverseBytes(value) : value) & 0xffff;
  }

  int intAt(int offset) {
    int value = reader.buffer().getInt(reader.at() + offset);
    return swapped ? Integer.reverseBytes(value) : value;
  }

  long longAt(int offset) {
    long value = reader.buffer().getLong(reader.at() + offset);
    return swapped ? Long.reverseBytes(value) : value;
  }

  /** {@return the interface of a packet block of this type that begins at an offset} */
  int interfaceAt(int offset, int type) {
    int at = offset + PcapngFormat.PACKET_INTERFACE;
    return type == PcapngFormat.PACKET ? shortAt(at) : intAt(at);
  }

  /** {@return the first 255 bytes of a text} */
  String text(int offset, int size) {
    int length = Math.min(size, LONGEST_TEXT);
    return new String(reader.array(), reader.at() + offset, length, StandardCharsets.UTF_8);
  }

  /** Whether an option follows. One that does not fit its block is left out, as if absent. */
  boolean hasOption(int at, int end) {
    int value = at + PcapngFormat.OPTION_VALUE;
    return end >= value
        && shortAt(at + PcapngFormat.OPTION_CODE) != PcapngFormat.END_OF_OPTIONS
        && end - value >= shortAt(at + PcapngFormat.OPTION_LENGTH);
  }
}
