package org.rdmadump.link;

import java.nio.ByteBuffer;

/**
 * VLAN tag behind its EtherType.
 *
 * <p>IEEE 802.1Q clause 9.6.
 *
 * <pre>
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-----+-+-----------------------+-------------------------------+
 * | PCP |D|        VLAN ID        |           EtherType           |
 * +-----+-+-----------------------+-------------------------------+
 * </pre>
 *
 * @param priority priority code point, 0 to 7
 * @param dropEligible D flag
 * @param vlanId 0 to 4095; 0 carries a priority only
 * @param etherType what follows
 */
public record VlanTag(int priority, boolean dropEligible, int vlanId, int etherType) {
  /** Bytes on the wire, without the EtherType in front that says that this is a tag. */
  public static final int LENGTH = 4;

  private static final int CONTROL = 0;
  private static final int ETHER_TYPE = 2;

  private static final int DROP_ELIGIBLE = 0x1000;

  /** The identifier in the tag control information. */
  public static final int VLAN_ID = 0x0fff;

  /** Reads the tag at {@code at}. The caller has checked that {@link #LENGTH} bytes are there. */
  public static VlanTag read(ByteBuffer frame, int at) {
    int control = frame.getShort(at + CONTROL) & 0xffff;
    return new VlanTag(
        control >>> 13,
        (control & DROP_ELIGIBLE) != 0,
        control & VLAN_ID,
        frame.getShort(at + ETHER_TYPE) & 0xffff);
  }

  /** {@return whether an EtherType says that a VLAN tag follows} */
  public static boolean follows(int etherType) {
    return etherType == EtherType.VLAN
        || etherType == EtherType.SERVICE_VLAN
        || etherType == EtherType.OLD_SERVICE_VLAN;
  }
}
