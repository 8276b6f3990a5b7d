package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Program, version and procedure against the names in the trace. */
final class ProcedureCheck {
  private static final List<String> NFS3 =
      List.of(
          "NULL",
          "GETATTR",
          "SETATTR",
          "LOOKUP",
          "ACCESS",
          "READLINK",
          "READ",
          "WRITE",
          "CREATE",
          "MKDIR",
          "SYMLINK",
          "MKNOD",
          "REMOVE",
          "RMDIR",
          "RENAME",
          "LINK",
          "READDIR",
          "READDIRPLUS",
          "FSSTAT",
          "FSINFO",
          "PATHCONF",
          "COMMIT");
  private static final List<String> NFSACL3 = List.of("NULL", "GETACL", "SETACL");

  private ProcedureCheck() {}

  /** Forward calls, and replies, which have them from their calls. */
  static List<String> differences(TracedCapture traced) {
    List<String> differences = new ArrayList<>();
    List<RpcMessage> messages = new ArrayList<>(traced.decoded().calls(Direction.FORWARD));
    messages.addAll(traced.decoded().replies(Direction.BACKWARD));
    for (RpcMessage message : messages) {
      RpcSummary rpc = message.rpc().orElseThrow();
      Optional<TracedLatency> named =
          Optional.ofNullable(traced.trace().latencies().get(rpc.xid()));
      // A cut call may end before the words that say it.
      boolean cut = traced.capture().isCut() && rpc.procedure().isEmpty();
      boolean same = named.isPresent() && expected(named.get()).equals(actual(rpc));
      if (!cut && !same) {
        differences.add(
            TracedCapture.hex(rpc.xid())
                + " of frame "
                + message.sendFrame()
                + ": "
                + named.map(TracedLatency::toString).orElse("not named in the trace")
                + ", decoded "
                + actual(rpc));
      }
    }
    return differences;
  }

  private static String actual(RpcSummary rpc) {
    return rpc.program().orElse(-1)
        + " "
        + rpc.version().orElse(-1)
        + " "
        + rpc.procedure().orElse(-1);
  }

  private static String expected(TracedLatency named) {
    return switch (named.program()) {
      case "nfsv3" -> "100003 3 " + NFS3.indexOf(named.procedure());
      case "nfsaclv3" -> "100227 3 " + NFSACL3.indexOf(named.procedure());
      case "nfsv4" -> "100003 4 " + (named.procedure().equals("NULL") ? 0 : 1);
      default -> "unknown program " + named.program();
    };
  }
}
