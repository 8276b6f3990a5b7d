package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;

/** Names of operations and statuses, of whatever program a call is for. */
final class ProgramNames {
  /** Fields that have operations and procedures; the first one says what is wrong with a name. */
  private static final List<String> OPERATIONS =
      List.of(
          "nfs.op",
          "nfs_acl.op",
          "mount.op",
          "nlm.op",
          "nsm.op",
          "portmap.op",
          "rpc.procedure_name");

  /** Fields that have statuses: of programs, of RPC, of RPC-over-RDMA. */
  private static final List<String> STATUSES =
      List.of(
          "reply.nfs.status",
          "reply.nfs_acl.status",
          "reply.mount.status",
          "reply.nlm.status",
          "reply.nsm.status",
          "reply.portmap.status",
          "reply.rpc.status",
          "reply.rpcrdma.error.code");

  private ProgramNames() {}

  /**
   * {@return the condition that an exchange has an operation or procedure}
   *
   * @throws IllegalArgumentException if no program has one of that name; the message suggests names
   */
  static Predicate<RpcExchange> operation(String name) {
    return any(OPERATIONS, name);
  }

  /**
   * {@return the condition that the text of a status is this one}
   *
   * @param name in any case, as in filters; or a number of NFS
   * @throws IllegalArgumentException if no program has one of that name; the message suggests names
   */
  static Predicate<RpcExchange> status(String name) {
    if (isNumber(name)) {
      return any(STATUSES.subList(0, 1), name);
    }
    Predicate<RpcExchange> unused = any(STATUSES, name);
    return exchange -> exchange.status().filter(name::equalsIgnoreCase).isPresent();
  }

  private static boolean isNumber(String name) {
    return !name.isEmpty() && name.charAt(0) >= '0' && name.charAt(0) <= '9';
  }

  private static Predicate<RpcExchange> any(List<String> fields, String name) {
    String value = Exchanges.word(name);
    Optional<Predicate<RpcExchange>> any = Optional.empty();
    Optional<IllegalArgumentException> wrong = Optional.empty();
    for (String field : fields) {
      try {
        Predicate<RpcExchange> one = RdmaCapture.exchangeFilter(field + " == " + value);
        any = Optional.of(any.isPresent() ? any.get().or(one) : one);
      } catch (IllegalArgumentException e) {
        wrong = wrong.isPresent() ? wrong : Optional.of(e);
      }
    }
    return any.orElseThrow(wrong::orElseThrow);
  }
}
