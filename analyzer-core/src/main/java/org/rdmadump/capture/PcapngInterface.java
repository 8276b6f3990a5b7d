package org.rdmadump.capture;

/**
 * An interface of a pcapng section.
 *
 * @param linkType LINKTYPE_ value
 * @param snapLength bytes at most captured of a frame, unsigned; 0 for no limit
 * @param resolution of its time stamps
 * @param fcsLength bytes of frame check sequence that every frame ends with
 * @param described what else is known of it
 * @param nameHash of what name and description it has, if any
 */
record PcapngInterface(
    int linkType,
    int snapLength,
    Resolution resolution,
    int fcsLength,
    CaptureInterface described,
    long nameHash) {
  /** The lowest if_fcslen that can only be bits, as the draft says; writers put bytes too. */
  private static final int FIRST_IN_BITS = 16;

  /** Microseconds, where if_tsresol says nothing. */
  private static final int USUAL_RESOLUTION = 6;

  private static final long HASH_START = 0xcbf29ce484222325L;
  private static final long HASH_FACTOR = 0x100000001b3L;

  /** {@return what an Interface Description Block says, which is whole in the buffer} */
  static PcapngInterface read(PcapngBlock block, int length) {
    int resolution = USUAL_RESOLUTION;
    long offsetSeconds = 0;
    int fcsLength = 0;
    long nameHash = HASH_START;
    String name = "";
    String description = "";
    int end = length - PcapngFormat.TRAILER_LENGTH;
    int at = PcapngFormat.INTERFACE_OPTIONS;
    while (block.hasOption(at, end)) {
      int code = block.shortAt(at + PcapngFormat.OPTION_CODE);
      int size = block.shortAt(at + PcapngFormat.OPTION_LENGTH);
      int value = at + PcapngFormat.OPTION_VALUE;
      if (code == PcapngFormat.IF_TSRESOL && size == 1) {
        resolution = block.byteAt(value);
      } else if (code == PcapngFormat.IF_FCSLEN && size == 1) {
        fcsLength = fcsBytes(block.byteAt(value));
      } else if (code == PcapngFormat.IF_TSOFFSET && size == Long.BYTES) {
        offsetSeconds = block.longAt(value);
      } else if (code == PcapngFormat.IF_NAME) {
        nameHash = hash(nameHash, block, code, value, size);
        name = block.text(value, size);
      } else if (code == PcapngFormat.IF_DESCRIPTION) {
        nameHash = hash(nameHash, block, code, value, size);
        description = block.text(value, size);
      }
      at = value + PcapngFormat.padded(size);
    }
    int snapLength = block.intAt(PcapngFormat.INTERFACE_SNAP_LENGTH);
    return new PcapngInterface(
        block.shortAt(PcapngFormat.INTERFACE_LINK_TYPE),
        snapLength,
        new Resolution(resolution, offsetSeconds),
        fcsLength,
        new CaptureInterface(snapLength, name, description),
        nameHash);
  }

  private static long hash(long before, PcapngBlock block, int code, int value, int size) {
    long hash = (before ^ code) * HASH_FACTOR;
    for (int i = 0; i < size; i++) {
      hash = (hash ^ block.byteAt(value + i)) * HASH_FACTOR;
    }
    return hash;
  }

  /** {@return whether another one is described alike, so that both may be the same} */
  boolean isLike(PcapngInterface other) {
    return linkType == other.linkType
        && snapLength == other.snapLength
        && nameHash == other.nameHash;
  }

  /** {@return bytes of frame check sequence, of the value of if_fcslen} */
  static int fcsBytes(int option) {
    return option < FIRST_IN_BITS ? option : option / Byte.SIZE;
  }
}
