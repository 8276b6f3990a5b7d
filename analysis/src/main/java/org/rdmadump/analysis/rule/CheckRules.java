package org.rdmadump.analysis.rule;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed only in whole messages, and in those before them on their connection. */
public final class CheckRules {
  private static final RuleList RULES = new RuleList();

  /** The snap length cut bytes of the message. */
  public static final Rule MESSAGE_CUT = RULES.note("rpc.message-cut", "docs/json.md, missing");

  /** Bytes of the message arrived, but no captured frame holds them. */
  public static final Rule MESSAGE_NOT_CAPTURED =
      RULES.note("rpc.message-not-captured", "docs/json.md, missing");

  /** The receiver refused bytes, or an error broke the connection before they arrived. */
  public static final Rule MESSAGE_LOST =
      RULES.warning("rpc.message-lost", "docs/json.md, missing");

  /** A limit of rdmadump discarded bytes of the message. */
  public static final Rule MESSAGE_EVICTED = RULES.note("rpc.message-evicted", "docs/limits.md");

  /** Nothing went over a connection for long, while a call waited. */
  public static final Rule SILENCE = RULES.warning("rpc.silence", "docs/rules.md");

  /** The server calls the client back on a connection that no session uses as back channel. */
  public static final Rule UNBOUND_BACK_CHANNEL =
      RULES.error("nfs.unbound-back-channel", "RFC 8881 section 2.10.3.1");

  private CheckRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
