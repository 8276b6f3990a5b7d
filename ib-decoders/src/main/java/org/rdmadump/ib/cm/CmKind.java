package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadAttribute;
import org.rdmadump.ib.mad.ManagementClass;

/**
 * Messages of communication management, named by the attribute of their datagram.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapter 12.
 */
public enum CmKind {
  /** Asks for a connection. */
  REQ(0x0010),
  /** The asked one needs more time. */
  MRA(0x0011),
  /** Refuses a connection. */
  REJ(0x0012),
  /** Accepts a connection. */
  REP(0x0013),
  /** The asking one is ready too. */
  RTU(0x0014),
  /** Ends a connection. */
  DREQ(0x0015),
  /** Answers the end of a connection. */
  DREP(0x0016),
  /** Asks for the queue pair of an unreliable datagram service. */
  SIDR_REQ(0x0017),
  /** Answers that. */
  SIDR_REP(0x0018),
  /** Loads an alternate path. */
  LAP(0x0019),
  /** Answers that. */
  APR(0x001a),
  /** An attribute that this version does not know. */
  UNKNOWN(-1);

  private static final int FIRST_ATTRIBUTE_ID = 0x0010;
  private static final CmKind[] KINDS = values();

  private final int attributeId;

  CmKind(int attributeId) {
    this.attributeId = attributeId;
  }

  /** {@return the kind with the given attribute, {@link #UNKNOWN} for an unknown one} */
  public static CmKind ofAttribute(int attributeId) {
    int index = attributeId - FIRST_ATTRIBUTE_ID;
    return index >= 0 && index < KINDS.length - 1 ? KINDS[index] : UNKNOWN;
  }

  /** {@return the attribute on the wire, -1 for {@link #UNKNOWN}} */
  public int attributeId() {
    return attributeId;
  }

  /** {@return the attribute's name in the specification} */
  public String text() {
    return this == UNKNOWN ? "unknown" : MadAttribute.text(ManagementClass.COM_MGT, attributeId);
  }
}
