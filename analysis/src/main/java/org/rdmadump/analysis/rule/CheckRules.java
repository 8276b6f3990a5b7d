package org.rdmadump.analysis.rule;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed only in whole messages, and in those before them on their connection. */
public final class CheckRules {
  private static final RuleList RULES = new RuleList();

  /** Bytes of a message are behind the snap length. */
  public static final Rule MESSAGE_CUT = RULES.note("rpc.message-cut", "docs/json.md, missing");

  /** Bytes of a message arrived, but are in no captured frame. */
  public static final Rule MESSAGE_NOT_CAPTURED =
      RULES.note("rpc.message-not-captured", "docs/json.md, missing");

  /** Bytes of a message were refused or never arrived, and were not sent again. */
  public static final Rule MESSAGE_LOST =
      RULES.warning("rpc.message-lost", "docs/json.md, missing");

  /** Bytes of a message were given up by a limit of our own. */
  public static final Rule MESSAGE_EVICTED = RULES.note("rpc.message-evicted", "docs/limits.md");

  /** Nothing went over a connection for long, while a call waited. */
  public static final Rule SILENCE = RULES.warning("rpc.silence", "docs/rules.md");

  /** A server calls its client back on a connection that no session uses for that. */
  public static final Rule UNBOUND_BACK_CHANNEL =
      RULES.error("nfs.unbound-back-channel", "RFC 8881 section 2.10.3.1");

  private CheckRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
