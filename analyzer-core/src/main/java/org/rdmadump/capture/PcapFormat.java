package org.rdmadump.capture;

import org.rdmadump.bytes.NetworkOrder;

/**
 * Numbers of the pcap file format.
 *
 * <p>draft-ietf-opsawg-pcap sections 4 and 5; the modified format by its use in libpcap.
 */
final class PcapFormat {
  /** Time stamps in microseconds. */
  static final int MICROSECONDS = 0xa1b2c3d4;

  /** Time stamps in nanoseconds. */
  static final int NANOSECONDS = 0xa1b23c4d;

  /**
   * Microseconds, and 8 more bytes in each record header: made by patched Linux versions of 1999.
   */
  static final int MODIFIED = 0xa1b2cd34;

  static final int MAJOR_VERSION = 2;
  static final int MINOR_VERSION = 4;

  /** Both versions as one word. */
  static final int VERSION = MAJOR_VERSION << Short.SIZE | MINOR_VERSION;

  /** The same in the other byte order, that of each half. */
  static final int SWAPPED_VERSION = MAJOR_VERSION << 24 | MINOR_VERSION << 8;

  static final int HEADER_LENGTH = 24;
  static final int MAGIC = 0;
  static final int MAJOR = 4;
  static final int SNAP_LENGTH = 16;
  static final int LINK_TYPE = 20;

  static final int RECORD_HEADER_LENGTH = 16;
  static final int MODIFIED_RECORD_HEADER_LENGTH = 24;
  static final int SECONDS = 0;
  static final int FRACTION = 4;
  static final int CAPTURED = 8;
  static final int ORIGINAL = 12;

  /** Captured bytes that every reader must cope with, whatever the snap length says. */
  static final int LONGEST_USUAL_RECORD = 262_144;

  private PcapFormat() {}

  /** {@return whether the first four bytes, read in network order, are one of pcap's} */
  static boolean isMagic(int magic) {
    return isMagicInOrder(magic) || isMagicInOrder(Integer.reverseBytes(magic));
  }

  /** {@return whether this is a magic number of a file in our byte order} */
  static boolean isMagicInOrder(int magic) {
    return magic == MICROSECONDS || magic == NANOSECONDS || magic == MODIFIED;
  }

  /**
   * {@return whether the header of another file is here: a record of no bytes, at a time in the
   * year 2055 that is the magic number}
   */
  static boolean beginsAgain(byte[] array, int at) {
    int magic = NetworkOrder.intAt(array, at + MAGIC);
    int version = isMagicInOrder(magic) ? VERSION : SWAPPED_VERSION;
    return isMagic(magic)
        && NetworkOrder.intAt(array, at + CAPTURED) == 0
        && NetworkOrder.intAt(array, at + ORIGINAL) == 0
        && NetworkOrder.intAt(array, at + MAJOR) == version;
  }

  /** {@return the LINKTYPE_ value in the link-type word of the file header} */
  static int linkType(int word) {
    return word & 0xffff;
  }

  /** {@return bytes of frame check sequence that every frame ends with, by the link-type word} */
  static int fcsLength(int word) {
    boolean present = (word & 0x0400_0000) != 0;
    return present ? (word >>> 28) * Short.BYTES : 0;
  }
}
