package org.rdmadump.analysis.rule;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;

/** What can be noticed only in whole messages, and in those before them on their connection. */
public final class CheckRules {
  /** Bytes of a message are behind the snap length. */
  public static final Rule MESSAGE_CUT =
      new Rule("rpc.message-cut", Severity.NOTE, "docs/json.md, missing");

  /** Bytes of a message arrived, but are in no captured frame. */
  public static final Rule MESSAGE_NOT_CAPTURED =
      new Rule("rpc.message-not-captured", Severity.NOTE, "docs/json.md, missing");

  /** Bytes of a message were refused or never arrived, and were not sent again. */
  public static final Rule MESSAGE_LOST =
      new Rule("rpc.message-lost", Severity.WARNING, "docs/json.md, missing");

  /** Bytes of a message were given up by a limit of our own. */
  public static final Rule MESSAGE_EVICTED =
      new Rule("rpc.message-evicted", Severity.NOTE, "docs/limits.md");

  /** Nothing went over a connection for long, while a call waited. */
  public static final Rule SILENCE = new Rule("rpc.silence", Severity.WARNING, "docs/rules.md");

  /** A server calls its client back on a connection that no session uses for that. */
  public static final Rule UNBOUND_BACK_CHANNEL =
      new Rule("nfs.unbound-back-channel", Severity.ERROR, "RFC 8881 section 2.10.3.1");

  private CheckRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return List.of(
        MESSAGE_CUT,
        MESSAGE_NOT_CAPTURED,
        MESSAGE_LOST,
        MESSAGE_EVICTED,
        SILENCE,
        UNBOUND_BACK_CHANNEL);
  }
}
