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
