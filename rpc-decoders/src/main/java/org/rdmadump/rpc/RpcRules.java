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

  private RpcRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
