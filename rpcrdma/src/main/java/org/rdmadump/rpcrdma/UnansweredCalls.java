package org.rdmadump.rpcrdma;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rpc.RpcCallHeader;

/**
 * Calls that have no reply, or one without results such as RDMA_ERROR or GARBAGE_ARGS, of all
 * connections of a run: after a reconnect the client sends them again with the same XID (RFC 8166
 * section 3.3.3, RFC 5531 section 9). Of too many the oldest are forgotten.
 */
final class UnansweredCalls {
  private static final int MOST_CALLS = 1024;
  private static final int HASH_FACTOR = 31;

  /** By XID and a hash of the addresses, which are compared then. */
  private final Map<Long, Left> calls = new LinkedHashMap<>();

  /** What is kept of a call. */
  private record Left(
      RpcCallHeader header,
      OptionalLong length,
      IpAddress client,
      IpAddress server,
      int connection,
      long number) {}

  /** Takes in a call that was handed out. */
  void add(RpcMessage call) {
    Optional<RpcSummary> rpc = call.rpc();
    if (rpc.isEmpty() || rpc.get().callHeader().isEmpty() || rpc.get().repeatOf().isPresent()) {
      return;
    }
    IpAddress client = call.source().address();
    IpAddress server = call.destination().address();
    if (calls.size() == MOST_CALLS) {
      calls.remove(calls.keySet().iterator().next());
    }
    calls.putIfAbsent(
        key(rpc.get().xid(), client, server),
        new Left(
            rpc.get().callHeader().get(),
            rpc.get().length(),
            client,
            server,
            call.connection(),
            call.number()));
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /**
   * Finds the call that another connection between the same addresses carried before: XID, program,
   * version, procedure, flavour of the credential and length of the message are equal. The chunks
   * may differ, as memory is registered anew.
   *
   * @param connection that carries it now
   * @param length of the rebuilt message
   */
  Optional<Sent> find(
      RpcCallHeader header, long length, IpAddress client, IpAddress server, int connection) {
    Left left = calls.get(key(header.xid(), client, server));
    return left != null
            && left.connection != connection
            && left.client.equals(client)
            && left.server.equals(server)
            && left.header.program() == header.program()
            && left.header.version() == header.version()
            && left.header.procedure() == header.procedure()
            && left.header.credential().equals(header.credential())
            && left.length.isPresent()
            && left.length.getAsLong() == length
        ? Optional.of(new Sent(left.connection, left.number))
        : Optional.empty();
  }

  /**
   * Where a call was sent first.
   *
   * @param connection over which
   * @param number of its message
   */
  record Sent(int connection, long number) {}

  private static long key(int xid, IpAddress client, IpAddress server) {
    return (long) (HASH_FACTOR * client.hashCode() + server.hashCode()) << Integer.SIZE
        | Integer.toUnsignedLong(xid);
  }
}
