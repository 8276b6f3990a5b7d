package org.rdmadump.link;

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

  private LinkRules() {}
}
