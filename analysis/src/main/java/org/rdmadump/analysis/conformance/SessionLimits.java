package org.rdmadump.analysis.conformance;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * The longest reply of each NFS session: the ca_maxresponsesize that CREATE_SESSION agreed on (RFC
 * 8881 section 18.36.3).
 *
 * <pre>{@code
 * SessionLimits sessions = new SessionLimits();
 * capture.exchanges().forEach(sessions::learn);
 * OptionalLong most = sessions.of(exchange);
 * }</pre>
 *
 * <p>It remembers 1024 sessions, and forgets the oldest first. For one thread.
 */
public final class SessionLimits {
  /** Sessions known at a time. */
  private static final int MOST = 1024;

  private final Map<String, Long> limits = new LinkedHashMap<>();

  /** Creates a table without sessions. */
  public SessionLimits() {}

  /** Learns the limit of a session if the exchange is a CREATE_SESSION. */
  public void learn(RpcExchange exchange) {
    Optional<Nfs4Operation> created = operation(exchange.reply(), "CREATE_SESSION");
    Optional<String> session = bytes(created, "csr_resok4.csr_sessionid");
    Optional<XdrValue> most = at(created, "csr_resok4.csr_fore_chan_attrs.ca_maxresponsesize");
    if (session.isPresent() && most.isPresent() && most.get() instanceof XdrNumber number) {
      if (limits.size() == MOST) {
        limits.remove(limits.keySet().iterator().next());
      }
      limits.put(session.get(), number.value());
    }
  }

  /** {@return the longest reply allowed to a call, in bytes; empty if its session is unknown} */
  public OptionalLong of(RpcExchange exchange) {
    Optional<Long> most =
        bytes(operation(exchange.call(), "SEQUENCE"), "sa_sessionid").map(limits::get);
    return most.isPresent() ? OptionalLong.of(most.get()) : OptionalLong.empty();
  }

  private static Optional<Nfs4Operation> operation(Optional<RpcMessage> message, String name) {
    return message
        .flatMap(it -> it.content().compound())
        .flatMap(
            compound ->
                compound.operations().stream().filter(it -> it.name().equals(name)).findFirst());
  }

  private static Optional<XdrValue> at(Optional<Nfs4Operation> operation, String path) {
    return operation.flatMap(Nfs4Operation::body).flatMap(body -> body.at(path));
  }

  private static Optional<String> bytes(Optional<Nfs4Operation> operation, String path) {
    return at(operation, path)
        .filter(XdrBytes.class::isInstance)
        .map(value -> ((XdrBytes) value).bytes())
        .filter(bytes -> bytes.isComplete() && bytes.length() > 0)
        .map(bytes -> HexFormat.of().formatHex(bytes.toArray(0, bytes.length())));
  }
}
