package org.rdmadump.rpc;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be wrong with an RPC header. */
public final class RpcRules {
  /** For {@link RpcReading.Malformed}. */
  public static final Rule MALFORMED_HEADER =
      new Rule("rpc.malformed-header", Severity.ERROR, "RFC 5531 section 9");

  private RpcRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(MALFORMED_HEADER);
  }
}
