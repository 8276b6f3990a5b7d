package org.rdmadump.rpc;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with an RPC header. */
public final class RpcRules {
  private static final RuleList RULES = new RuleList();

  /** For {@link RpcReading.Malformed}. */
  public static final Rule MALFORMED_HEADER =
      RULES.error("rpc.malformed-header", "RFC 5531 section 9");

  /** The call has another version of RPC than 2. */
  public static final Rule OTHER_VERSION = RULES.warning("rpc.other-version", "RFC 5531 section 9");

  /**
   * The sequence number inside of a body that RPCSEC_GSS protects differs from the one in the
   * credential of the call. Of a reply only a lower number is found, and only if the call was not
   * sent again: each copy of a call has a number of its own.
   */
  public static final Rule GSS_SEQUENCE_DIFFERS =
      RULES.warning("rpc.gss-sequence-differs", "RFC 2203 sections 5.3.2.2 and 5.3.3.4.2");

  private RpcRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
