package org.rdmadump.link;

import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.FindingSink;
import org.rdmadump.finding.Rule;

/**
 * Decodes the link-layer header of a frame, by its link type, and the VLAN tags behind it; also an
 * Ethernet header that a tunnel carries.
 *
 * <p>A decoding loop owns one instance; every call overwrites what was said of the last header.
 */
public final class LinkLayer {
  /** {@link #vlanId()} of a frame without a VLAN tag. */
  public static final int NO_VLAN = -1;

  private static final int IP_VERSION_SHIFT = 4;

  private final @Nullable HeaderSink headers;
  private int etherType;
  private int vlanId = NO_VLAN;
  private int end;
  private int wireEnd;
  private int capturedEnd;

  /** How far decoding came. */
  public enum Reach {
    /** Behind the link-layer header; all getters are valid. */
    PAYLOAD,
    /** In front of the local route header of an InfiniBand packet; there is no EtherType. */
    INFINIBAND,
    /** In front of a link packet of InfiniBand, which carries flow control and nothing else. */
    INFINIBAND_LINK,
    /** The snap length cut the header. */
    TRUNCATED,
    /** The frame on the wire was too short for the header; there is a finding. */
    MALFORMED,
    /** This link type is not decoded. */
    UNKNOWN_LINK_TYPE
  }

  /** A layer whose headers nobody is shown. */
  public LinkLayer() {
    this(null);
  }

  /** A layer that shows its headers to {@code headers}, null for nobody. */
  public LinkLayer(@Nullable HeaderSink headers) {
    this.headers = headers;
  }

  /** Goes behind a header, which is shown. */
  private void pass(Object header, int length, int next, Frame frame) {
    if (headers != null) {
      headers.header(header, frame, end, length);
    }
    etherType = next;
    end += length;
  }

  /** Decodes one frame; what is wrong with it goes to {@code findings}. */
  public Reach decode(Frame frame, FindingSink findings) {
    begin(frame.offset(), frame.wireEnd(), frame.end());
    return switch (frame.linkType()) {
      case LinkType.ETHERNET -> ethernet(frame, findings);
      case LinkType.LINUX_SLL2 -> sll2(frame, findings);
      case LinkType.LINUX_SLL -> sll(frame, findings);
      case LinkType.NULL, LinkType.LOOP -> loopback(frame, findings);
      case LinkType.RAW, LinkType.RAW_DLT, LinkType.RAW_DLT_OPENBSD -> raw(frame, findings);
      case LinkType.IPV4 -> payload(EtherType.IPV4);
      case LinkType.IPV6 -> payload(EtherType.IPV6);
      case LinkType.INFINIBAND -> Reach.INFINIBAND;
      case LinkType.ERF -> erf(frame, findings);
      default -> Reach.UNKNOWN_LINK_TYPE;
    };
  }

  /**
   * Decodes an Ethernet header that is carried inside of a frame.
   *
   * @param at its index
   * @param wireEnd index behind the last byte on the wire of what carries it
   * @param capturedEnd index behind the last captured byte of that
   */
  public Reach ethernet(Frame frame, int at, int wireEnd, int capturedEnd, FindingSink findings) {
    begin(at, wireEnd, capturedEnd);
    return ethernet(frame, findings);
  }

  private void begin(int at, int wireEnd, int capturedEnd) {
    this.etherType = 0;
    this.vlanId = NO_VLAN;
    this.end = at;
    this.wireEnd = wireEnd;
    this.capturedEnd = capturedEnd;
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

  /** {@return index behind the last byte on the wire that belongs to the packet, or pads it} */
  public int wireEnd() {
    return wireEnd;
  }

  /** {@return index behind the last of these bytes that was captured} */
  public int capturedEnd() {
    return capturedEnd;
  }

  private Reach payload(int type) {
    etherType = type;
    return Reach.PAYLOAD;
  }

  private Reach ethernet(Frame frame, FindingSink findings) {
    if (capturedEnd - end < EthernetHeader.LENGTH) {
      return shortage(frame, findings, LinkRules.ETHERNET_SHORT, EthernetHeader.LENGTH);
    }
    EthernetHeader header = EthernetHeader.read(frame.bytes(), end);
    pass(header, EthernetHeader.LENGTH, header.etherType(), frame);
    return vlanTags(frame, findings);
  }

  private Reach sll2(Frame frame, FindingSink findings) {
    if (capturedEnd - end < Sll2Header.LENGTH) {
      return shortage(frame, findings, LinkRules.SLL2_SHORT, Sll2Header.LENGTH);
    }
    Sll2Header header = Sll2Header.read(frame.bytes(), end);
    pass(header, Sll2Header.LENGTH, header.etherType(), frame);
    return vlanTags(frame, findings);
  }

  private Reach sll(Frame frame, FindingSink findings) {
    if (capturedEnd - end < SllHeader.LENGTH) {
      return shortage(frame, findings, LinkRules.SLL_SHORT, SllHeader.LENGTH);
    }
    SllHeader header = SllHeader.read(frame.bytes(), end);
    pass(header, SllHeader.LENGTH, header.etherType(), frame);
    return vlanTags(frame, findings);
  }

  private Reach loopback(Frame frame, FindingSink findings) {
    if (capturedEnd - end < LoopbackHeader.LENGTH) {
      return shortage(frame, findings, LinkRules.LOOPBACK_SHORT, LoopbackHeader.LENGTH);
    }
    LoopbackHeader header = LoopbackHeader.read(frame.bytes(), end);
    pass(header, LoopbackHeader.LENGTH, header.etherType(), frame);
    return Reach.PAYLOAD;
  }

  private Reach raw(Frame frame, FindingSink findings) {
    if (capturedEnd - end < 1) {
      return shortage(frame, findings, LinkRules.RAW_SHORT, 1);
    }
    return payload(
        switch ((frame.bytes().get(end) & 0xff) >> IP_VERSION_SHIFT) {
          case 4 -> EtherType.IPV4;
          case 6 -> EtherType.IPV6;
          default -> 0;
        });
  }

  private Reach erf(Frame frame, FindingSink findings) {
    if (capturedEnd - end < ErfHeader.LENGTH) {
      return shortage(frame, findings, LinkRules.ERF_SHORT, ErfHeader.LENGTH);
    }
    ErfHeader header = ErfHeader.read(frame.bytes(), end);
    int recordEnd = end + header.recordLength();
    pass(header, ErfHeader.LENGTH, 0, frame);
    if (recordEnd < end) {
      String message = "record of " + header.recordLength() + " bytes, its header has 16";
      return malformed(frame, findings, LinkRules.ERF_RECORD_LENGTH, message);
    }
    boolean extended = header.hasExtensions();
    while (extended) {
      if (capturedEnd - end < ErfExtension.LENGTH) {
        return shortage(frame, findings, LinkRules.ERF_SHORT, ErfExtension.LENGTH);
      }
      extended = ErfExtension.read(frame.bytes(), end).isFollowed();
      end += ErfExtension.LENGTH;
    }
    if (header.content() == ErfHeader.Content.ETHERNET) {
      if (capturedEnd - end < ErfHeader.ETHERNET_PADDING) {
        return shortage(frame, findings, LinkRules.ERF_SHORT, ErfHeader.ETHERNET_PADDING);
      }
      end += ErfHeader.ETHERNET_PADDING;
    }
    packetInRecord(header.wireLength(), recordEnd);
    return switch (header.content()) {
      case ETHERNET -> ethernet(frame, findings);
      case INFINIBAND -> Reach.INFINIBAND;
      case INFINIBAND_LINK -> Reach.INFINIBAND_LINK;
      case IPV4 -> payload(EtherType.IPV4);
      case IPV6 -> payload(EtherType.IPV6);
      case OTHER -> Reach.UNKNOWN_LINK_TYPE;
    };
  }

  /** A record may be cut, and be padded; how long the packet was only its wire length says. */
  private void packetInRecord(int wireLength, int recordEnd) {
    capturedEnd = Math.min(capturedEnd, recordEnd);
    if (wireLength > 0) {
      wireEnd = end + wireLength;
      capturedEnd = Math.min(capturedEnd, wireEnd);
    }
  }

  private Reach vlanTags(Frame frame, FindingSink findings) {
    while (VlanTag.follows(etherType)) {
      if (capturedEnd - end < VlanTag.LENGTH) {
        return shortage(frame, findings, LinkRules.VLAN_SHORT, VlanTag.LENGTH);
      }
      VlanTag tag = VlanTag.read(frame.bytes(), end);
      pass(tag, VlanTag.LENGTH, tag.etherType(), frame);
      vlanId = tag.vlanId();
    }
    return Reach.PAYLOAD;
  }

  private Reach shortage(Frame frame, FindingSink findings, Rule rule, int needed) {
    int had = Math.max(0, wireEnd - end);
    return had >= needed
        ? Reach.TRUNCATED
        : malformed(
            frame,
            findings,
            rule,
            "needs " + Counted.of(needed, "byte") + ", the frame has " + had + " left");
  }

  private Reach malformed(Frame frame, FindingSink findings, Rule rule, String message) {
    findings.accept(new Finding(rule, frame.number(), end - frame.offset(), message));
    return Reach.MALFORMED;
  }
}
