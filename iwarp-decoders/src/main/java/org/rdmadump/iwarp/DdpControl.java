package org.rdmadump.iwarp;

import java.util.Optional;

/**
 * The first two bytes of every DDP segment that carries RDMAP: DDP's control field, and RDMAP's.
 *
 * <pre>
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
 * +-+-+-------+---+---+---+-------+
 * |T|L| Rsvd  |DV |RV |Rsv|Opcode |
 * +-+-+-------+---+---+---+-------+
 * </pre>
 *
 * <p>RFC 5041 section 4.1, RFC 5040 section 4.1. As a number and not a record, because every
 * segment of every candidate for framing is looked at.
 */
public final class DdpControl {
  /** Bytes on the wire. */
  public static final int LENGTH = 2;

  private static final int TAGGED = 0x8000;
  private static final int LAST = 0x4000;
  private static final int DDP_RESERVED = 0x3c00;
  private static final int BOTH_VERSIONS = 0x03c0;
  private static final int RDMAP_RESERVED = 0x0030;
  private static final int FIXED = DDP_RESERVED | BOTH_VERSIONS | RDMAP_RESERVED;
  private static final int VERSIONS = 0x0140;
  private static final int OPCODE = 0x000f;

  private DdpControl() {}

  /** T: whether the segment is tagged. */
  public static boolean isTagged(int control) {
    return (control & TAGGED) != 0;
  }

  /** L: whether it is the last of its message. */
  public static boolean isLast(int control) {
    return (control & LAST) != 0;
  }

  /** DV and RV: whether both versions are 1. */
  public static boolean isVersion1(int control) {
    return (control & BOTH_VERSIONS) == VERSIONS;
  }

  /** Whether a bit is set that DDP reserves. Receivers do not look at them. */
  public static boolean hasDdpReserved(int control) {
    return (control & DDP_RESERVED) != 0;
  }

  /** Whether a bit is set that RDMAP reserves. Receivers do not look at them. */
  public static boolean hasRdmapReserved(int control) {
    return (control & RDMAP_RESERVED) != 0;
  }

  /** Whether both versions are 1 and nothing that is reserved is set. */
  public static boolean isUsual(int control) {
    return (control & FIXED) == VERSIONS;
  }

  /** The RDMAP opcode, 0 to 15. */
  public static int opcode(int control) {
    return control & OPCODE;
  }

  /** Whether all of it is as the specifications want it. */
  public static boolean isValid(int control) {
    if (!isUsual(control)) {
      return false;
    }
    Optional<RdmapOpcode> opcode = RdmapOpcode.of(opcode(control));
    return opcode.isPresent() && opcode.get().isTagged() == isTagged(control);
  }
}
