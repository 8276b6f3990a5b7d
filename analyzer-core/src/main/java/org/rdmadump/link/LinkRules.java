package org.rdmadump.link;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with link-layer headers. */
public final class LinkRules {
  /** The frame ends inside of its Ethernet header. */
  public static final Rule ETHERNET_SHORT =
      new Rule("eth.short-frame", Severity.ERROR, "IEEE 802.3 clause 3.1");

  /** The frame ends inside of a VLAN tag. */
  public static final Rule VLAN_SHORT =
      new Rule("eth.short-vlan-tag", Severity.ERROR, "IEEE 802.1Q clause 9.6");

  /** The frame ends inside of its Linux cooked header. */
  public static final Rule SLL2_SHORT =
      new Rule("sll2.short-frame", Severity.ERROR, "LINKTYPE_LINUX_SLL2");

  /** The frame ends inside of its Linux cooked header, version 1. */
  public static final Rule SLL_SHORT =
      new Rule("sll.short-frame", Severity.ERROR, "LINKTYPE_LINUX_SLL");

  /** The frame ends inside of the address family in front of IP. */
  public static final Rule LOOPBACK_SHORT =
      new Rule("loopback.short-frame", Severity.ERROR, "LINKTYPE_NULL, LINKTYPE_LOOP");

  /** The frame is empty. */
  public static final Rule RAW_SHORT = new Rule("raw.short-frame", Severity.ERROR, "LINKTYPE_RAW");

  /** The frame ends inside of its ERF header, or of an extension header. */
  public static final Rule ERF_SHORT = new Rule("erf.short-frame", Severity.ERROR, "LINKTYPE_ERF");

  /** The length of the ERF record is below that of its header. */
  public static final Rule ERF_RECORD_LENGTH =
      new Rule("erf.record-length", Severity.ERROR, "LINKTYPE_ERF");

  private LinkRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        ETHERNET_SHORT,
        VLAN_SHORT,
        SLL2_SHORT,
        SLL_SHORT,
        LOOPBACK_SHORT,
        RAW_SHORT,
        ERF_SHORT,
        ERF_RECORD_LENGTH);
  }
}
