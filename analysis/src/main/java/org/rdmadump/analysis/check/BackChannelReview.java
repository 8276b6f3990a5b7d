package org.rdmadump.analysis.check;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.tcp.TcpRules;

/**
 * Finds backward calls on connections that no session bound to its back channel. A connection is
 * skipped if its start or some of its bytes are missing: the missing part may have bound it.
 */
final class BackChannelReview {
  /** Connections followed at a time. */
  private static final int MOST_CONNECTIONS = 12_288;

  private static final long CONN_BACK_CHAN = 0x2;
  private static final long FORE = 1;

  private enum State {
    /** Seen from its start, and nothing bound it. */
    UNBOUND,
    /** Bound, or possibly bound. */
    BOUND
  }

  private final Map<Integer, State> connections = new RecentMap<>(MOST_CONNECTIONS);
  private int highest;

  /** {@return the findings of one message} */
  List<Finding> judge(RpcMessage message) {
    int index = message.connection();
    if (index > highest) {
      highest = index;
      connections.put(index, State.UNBOUND);
    }
    if (connections.getOrDefault(index, State.BOUND) == State.BOUND) {
      return List.of();
    }
    if (isDark(message)) {
      connections.put(index, State.BOUND);
      return List.of();
    }
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    if (call && message.direction() == Direction.BACKWARD) {
      return List.of(
          new Finding(
              CheckRules.UNBOUND_BACK_CHANNEL,
              message.sendFrame(),
              -1,
              "no CREATE_SESSION or BIND_CONN_TO_SESSION bound this connection to a back channel"));
    }
    Optional<Nfs4Compound> compound = message.content().compound();
    if (compound.isPresent() && binds(compound.get(), call)) {
      connections.put(index, State.BOUND);
    }
    return List.of();
  }

  /** Whether the capture may lack part of the connection's traffic. */
  private static boolean isDark(RpcMessage message) {
    if (message.recognition() == Recognition.INFERRED
        || (message.rpc().isPresent() && isDark(message, message.rpc().get()))) {
      return true;
    }
    List<Finding> findings = message.findings();
    for (int i = 0; i < findings.size(); i++) {
      Finding each = findings.get(i);
      if (each.rule().equals(IbRules.NOT_CAPTURED)
          || each.rule().equals(IbRules.PSN_GAP)
          || each.rule().equals(TcpRules.HOLE)) {
        return true;
      }
    }
    return false;
  }

  /** Nobody can read a reply without its call: one that binds is not known as such. */
  private static boolean isDark(RpcMessage message, RpcSummary rpc) {
    return !rpc.complete() || (!rpc.call() && message.call().isEmpty());
  }

  /** Whether a reply binds its connection. */
  private static boolean binds(Nfs4Compound compound, boolean call) {
    if (call || compound.isCallback()) {
      return false;
    }
    for (Nfs4Operation operation : compound.operations()) {
      if (operation.isFailed()) {
        continue;
      }
      if (operation.name().equals("CREATE_SESSION")) {
        OptionalLong flags = operation.u64("csr_resok4.csr_flags");
        if (flags.isEmpty() || (flags.getAsLong() & CONN_BACK_CHAN) != 0) {
          return true;
        }
      } else if (operation.name().equals("BIND_CONN_TO_SESSION")) {
        OptionalLong direction = operation.u64("bctsr_resok4.bctsr_dir");
        if (direction.isEmpty() || direction.getAsLong() != FORE) {
          return true;
        }
      }
    }
    return false;
  }
}
