package org.rdmadump.link;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with link-layer headers. */
public final class LinkRules {
  private static final RuleList RULES = new RuleList();

  /** The frame ends inside its Ethernet header. */
  public static final Rule ETHERNET_SHORT = RULES.error("eth.short-frame", "IEEE 802.3 clause 3.1");

  /** The frame ends inside a VLAN tag. */
  public static final Rule VLAN_SHORT = RULES.error("eth.short-vlan-tag", "IEEE 802.1Q clause 9.6");

  /** The frame ends inside its Linux cooked header. */
  public static final Rule SLL2_SHORT = RULES.error("sll2.short-frame", "LINKTYPE_LINUX_SLL2");

  /** The frame ends inside its Linux cooked header, version 1. */
  public static final Rule SLL_SHORT = RULES.error("sll.short-frame", "LINKTYPE_LINUX_SLL");

  /** The frame ends inside the address family in front of IP. */
  public static final Rule LOOPBACK_SHORT =
      RULES.error("loopback.short-frame", "LINKTYPE_NULL, LINKTYPE_LOOP");

  /** The frame is empty. */
  public static final Rule RAW_SHORT = RULES.error("raw.short-frame", "LINKTYPE_RAW");

  /** The frame ends inside its ERF header or an extension header. */
  public static final Rule ERF_SHORT = RULES.error("erf.short-frame", "LINKTYPE_ERF");

  /** The length of the ERF record is below that of its header. */
  public static final Rule ERF_RECORD_LENGTH = RULES.error("erf.record-length", "LINKTYPE_ERF");

  private LinkRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
