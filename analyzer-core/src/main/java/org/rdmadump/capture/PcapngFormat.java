package org.rdmadump.capture;

import org.rdmadump.bytes.NetworkOrder;

/**
 * Numbers of the pcapng file format.
 *
 * <p>draft-ietf-opsawg-pcapng sections 3 and 4; Packet Block, appendix A.
 */
final class PcapngFormat {
  /** Section Header Block; the same in both byte orders. */
  static final int SECTION_HEADER = 0x0a0d0d0a;

  static final int INTERFACE_DESCRIPTION = 1;

  /** Obsolete Packet Block. */
  static final int PACKET = 2;

  static final int SIMPLE_PACKET = 3;
  static final int INTERFACE_STATISTICS = 5;
  static final int ENHANCED_PACKET = 6;
  static final int DECRYPTION_SECRETS = 10;
  static final int CUSTOM = 0x0bad;
  static final int CUSTOM_NOT_COPIED = 0x40000000;

  static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
  static final int MAJOR_VERSION = 1;

  // Every block: type, total length, body, total length once more.
  static final int TYPE = 0;
  static final int TOTAL_LENGTH = 4;
  static final int BODY = 8;
  static final int TRAILER_LENGTH = 4;
  static final int SHORTEST_BLOCK = 12;

  static final int SECTION_BYTE_ORDER = 8;
  static final int SECTION_MAJOR = 12;
  static final int SECTION_OPTIONS = 24;

  static final int INTERFACE_LINK_TYPE = 8;
  static final int INTERFACE_SNAP_LENGTH = 12;
  static final int INTERFACE_OPTIONS = 16;

  /** Whether a Section Header Block begins at {@code at}, where its first 12 bytes are. */
  static boolean isSection(byte[] bytes, int at) {
    int magic = NetworkOrder.intAt(bytes, at + SECTION_BYTE_ORDER);
    return NetworkOrder.intAt(bytes, at) == SECTION_HEADER && isByteOrder(magic);
  }

  /** Whether a word, in either byte order, is the one that tells which. */
  static boolean isByteOrder(int magic) {
    return magic == BYTE_ORDER_MAGIC || Integer.reverseBytes(magic) == BYTE_ORDER_MAGIC;
  }

  /** Enhanced Packet Block: interface of 4 bytes; Packet Block: of 2, then 2 of drops. */
  static final int PACKET_INTERFACE = 8;

  static final int PACKET_DROPS = 10;

  static final int PACKET_TIME_HIGH = 12;
  static final int PACKET_TIME_LOW = 16;
  static final int PACKET_CAPTURED = 20;
  static final int PACKET_ORIGINAL = 24;
  static final int PACKET_DATA = 28;

  /** Interface Statistics Block: interface of 4 bytes, time of 8. */
  static final int STATISTICS_INTERFACE = 8;

  static final int STATISTICS_OPTIONS = 20;

  static final int SIMPLE_ORIGINAL = 8;
  static final int SIMPLE_DATA = 12;

  // Every option: code, length, value padded to four bytes.
  static final int OPTION_CODE = 0;
  static final int OPTION_LENGTH = 2;
  static final int OPTION_VALUE = 4;

  static final int END_OF_OPTIONS = 0;
  static final int COMMENT = 1;
  static final int SHB_USERAPPL = 4;
  static final int IF_NAME = 2;
  static final int IF_DESCRIPTION = 3;
  static final int IF_TSRESOL = 9;
  static final int IF_FILTER = 11;
  static final int IF_FCSLEN = 13;
  static final int IF_TSOFFSET = 14;
  static final int EPB_FLAGS = 2;
  static final int EPB_DROPCOUNT = 4;
  static final int ISB_STARTTIME = 2;
  static final int ISB_ENDTIME = 3;
  static final int ISB_IFRECV = 4;
  static final int ISB_IFDROP = 5;
  static final int ISB_OSDROP = 7;
  static final int ISB_USRDELIV = 8;

  private PcapngFormat() {}

  /** {@return whether a block can be as long} */
  static boolean isPossible(long length) {
    return length >= SHORTEST_BLOCK && length % Integer.BYTES == 0;
  }

  /** {@return whether blocks of this type carry a frame} */
  static boolean isPacket(int type) {
    return type == ENHANCED_PACKET || type == PACKET || type == SIMPLE_PACKET;
  }

  /** {@return whether blocks of this type are read as a whole} */
  static boolean isKept(int type) {
    return isPacket(type) || type == INTERFACE_DESCRIPTION;
  }

  /**
   * {@return whether there are blocks of this type: those of the specification, of Sysdig, of
   * Apple, and custom ones}
   */
  static boolean isKnown(int type) {
    return (type > 0 && type <= DECRYPTION_SECRETS)
        || (type > 0x200 && type < 0x300)
        || type == 0x80000001
        || (type | CUSTOM_NOT_COPIED) == (CUSTOM | CUSTOM_NOT_COPIED);
  }

  /** {@return a length up to 2^31 - 4 rounded up to four bytes} */
  static int padded(int length) {
    return (length + 3) & ~3;
  }

  /**
   * {@return bytes of frame check sequence, by the flags of an Enhanced Packet Block; 0 unknown}
   */
  static int fcsLength(int flags) {
    return (flags >>> 5) & 0xf;
  }
}
