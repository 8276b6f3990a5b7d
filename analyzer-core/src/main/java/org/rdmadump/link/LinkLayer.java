package org.rdmadump.link;

import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;

/**
 * Decodes the link-layer header of a frame, by its link type, and the VLAN tags behind it.
 *
 * <p>A decoding loop owns one instance; every frame overwrites what was said of the last one.
 */
public final class LinkLayer {
  /** {@link #vlanId()} of a frame without a VLAN tag. */
  public static final int NO_VLAN = -1;

  private int etherType;
  private int vlanId;
  private int end;

  /** How far decoding came. */
  public enum Reach {
    /** Behind the link-layer header; all getters are valid. */
    PAYLOAD,
    /** The snap length cut the header. */
    TRUNCATED,
    /** The frame on the wire was too short for the header; there is a finding. */
    MALFORMED,
    /** This link type is not decoded. */
    UNKNOWN_LINK_TYPE
  }

  /** Decodes one frame; what is wrong with it goes to {@code findings}. */
  public Reach decode(Frame frame, FindingSink findings) {
    etherType = 0;
    vlanId = NO_VLAN;
    end = frame.offset();
    return switch (frame.linkType()) {
      case LinkType.ETHERNET -> ethernet(frame, findings);
      case LinkType.LINUX_SLL2 -> sll2(frame, findings);
      default -> Reach.UNKNOWN_LINK_TYPE;
    };
  }

  /** {@return what follows, as an EtherType; below {@link EtherType#FIRST} none} */
  public int etherType() {
    return etherType;
  }

  /** {@return identifier of the innermost VLAN tag, or {@link #NO_VLAN}} */
  public int vlanId() {
    return vlanId;
  }

  /** {@return index behind the header and its VLAN tags, in the buffer of the frame} */
  public int end() {
    return end;
  }

  private Reach ethernet(Frame frame, FindingSink findings) {
    if (frame.captured() < EthernetHeader.LENGTH) {
      return shortage(frame, findings, LinkRules.ETHERNET_SHORT, EthernetHeader.LENGTH);
    }
    etherType = EthernetHeader.read(frame.bytes(), end).etherType();
    end += EthernetHeader.LENGTH;
    return vlanTags(frame, findings);
  }

  private Reach sll2(Frame frame, FindingSink findings) {
    if (frame.captured() < Sll2Header.LENGTH) {
      return shortage(frame, findings, LinkRules.SLL2_SHORT, Sll2Header.LENGTH);
    }
    etherType = Sll2Header.read(frame.bytes(), end).etherType();
    end += Sll2Header.LENGTH;
    return vlanTags(frame, findings);
  }

  private Reach vlanTags(Frame frame, FindingSink findings) {
    while (VlanTag.follows(etherType)) {
      if (frame.end() - end < VlanTag.LENGTH) {
        return shortage(frame, findings, LinkRules.VLAN_SHORT, VlanTag.LENGTH);
      }
      VlanTag tag = VlanTag.read(frame.bytes(), end);
      etherType = tag.etherType();
      vlanId = tag.vlanId();
      end += VlanTag.LENGTH;
    }
    return Reach.PAYLOAD;
  }

  private Reach shortage(Frame frame, FindingSink findings, Rule rule, int needed) {
    int had = frame.wireEnd() - end;
    if (had >= needed) {
      return Reach.TRUNCATED;
    }
    findings.accept(
        new Finding(
            rule,
            frame.number(),
            end - frame.offset(),
            "needs " + needed + " bytes, the frame has " + had + " left"));
    return Reach.MALFORMED;
  }
}
