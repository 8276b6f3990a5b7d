package org.rdmadump.analysis.rule;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be noticed of whole connections that carry no RPC-over-RDMA. */
public final class ConnectionRules {
  private static final RuleList RULES = new RuleList();

  /** Packets of a connection without RPC-over-RDMA were retransmitted. */
  public static final Rule RETRANSMISSIONS =
      RULES.warning("connection.retransmissions", "IBTA volume 1, 9.7; RFC 9293 section 3.8.1");

  /** Packets of a connection without RPC-over-RDMA met congestion. */
  public static final Rule CONGESTION =
      RULES.note("connection.congestion", "IBTA volume 1, annexes A10 and A17.9; RFC 3168");

  /** The receiver had no receive buffers left for a connection without RPC-over-RDMA. */
  public static final Rule NO_CREDITS =
      RULES.note("connection.no-credits", "IBTA volume 1, 9.7.7.2");

  /** A connection for a service without RPC-over-RDMA was refused. */
  public static final Rule REFUSED =
      RULES.warning("connection.refused", "IBTA volume 1, 12.6.7; RFC 5044 section 7.1");

  /** An error ended a connection without RPC-over-RDMA. */
  public static final Rule ABORTED =
      RULES.warning("connection.aborted", "IBTA volume 1, 9.9; RFC 5040 section 4.8");

  private ConnectionRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
