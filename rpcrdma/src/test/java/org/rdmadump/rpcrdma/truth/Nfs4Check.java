package org.rdmadump.rpcrdma.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;

/** Operations of NFS version 4 and of its callbacks against the names in the trace. */
final class Nfs4Check {
  private static final String NULL = "NULL";
  private static final String RECALL = "CB_RECALL";

  private final TracedCapture traced;
  private final RpcDecoder decoder = new RpcDecoder();
  private final List<String> differences = new ArrayList<>();
  private final Set<Integer> callbacks = new TreeSet<>();
  private final Set<Integer> answeredCallbacks = new TreeSet<>();

  private Nfs4Check(TracedCapture traced) {
    this.traced = traced;
  }

  /**
   * Every call is about what the kernel says, and its reply about the same; the server's calls are
   * those of the trace; nothing is wrong with any compound, and every operation has its file
   * handle.
   */
  static List<String> differences(TracedCapture traced) {
    Nfs4Check check = new Nfs4Check(traced);
    check.traced.decoded().exchanges().forEach(check::exchange);
    check.compare("callbacks", check.callbacks, traced.trace().callbackCalls());
    check.compare("answers to them", check.answeredCallbacks, traced.trace().callbackReplies());
    return check.differences;
  }

  private void compare(String what, Set<Integer> decoded, Set<Integer> traced) {
    if (!decoded.equals(traced)) {
      differences.add(what + " " + decoded + ", traced " + traced);
    }
  }

  private void exchange(RpcExchange exchange) {
    Optional<RpcMessage> message = exchange.call().filter(Nfs4Check::isNfs4);
    if (message.isPresent()) {
      Optional<Nfs4Compound> call = compound(message.get(), Optional.empty());
      if (call.isPresent()) {
        call(message.get(), call.get());
        exchange
            .reply()
            .filter(reply -> reply.rpc().isPresent())
            .ifPresent(reply -> reply(message.get(), call.get(), reply));
      } else {
        compare(message.get(), NULL);
      }
    }
  }

  private void call(RpcMessage message, Nfs4Compound call) {
    if (call.isCallback()) {
      callbacks.add(message.rpc().orElseThrow().xid());
    }
    problems(message, call);
    if (isWhole(call)) {
      compare(message, name(call));
    }
  }

  private void reply(RpcMessage called, Nfs4Compound call, RpcMessage message) {
    Optional<Nfs4Compound> reply = compound(message, Optional.of(call));
    if (reply.isEmpty()) {
      differences.add(what(message) + ": no compound");
      return;
    }
    if (call.isCallback()) {
      answeredCallbacks.add(message.rpc().orElseThrow().xid());
    }
    problems(message, reply.get());
    if (!name(reply.get()).equals(name(call))) {
      differences.add(what(message) + ": " + name(reply.get()) + ", its call " + name(call));
    }
    boolean succeeded = reply.get().operations().stream().noneMatch(Nfs4Operation::isFailed);
    if (isWhole(call) && isWhole(reply.get()) && succeeded) {
      handles(message, reply.get());
      handles(called, call.with(reply.get()));
    }
  }

  /** From PUTFH on every operation has its handle; from PUTROOTFH on, if GETFH asks for it. */
  private void handles(RpcMessage message, Nfs4Compound compound) {
    List<String> names = compound.operations().stream().map(Nfs4Operation::name).toList();
    int first = names.indexOf(names.contains("GETFH") ? "PUTROOTFH" : "PUTFH");
    int from = first < 0 ? names.indexOf("PUTFH") : first;
    for (Nfs4Operation each : compound.operations()) {
      if (from >= 0 && each.index() >= from && each.handle().isEmpty()) {
        differences.add(what(message) + ": " + each.name() + " without a file handle in " + names);
      }
    }
  }

  private void problems(RpcMessage message, Nfs4Compound compound) {
    if (!compound.problems().isEmpty()) {
      differences.add(what(message) + ": " + compound.problems());
    }
  }

  private void compare(RpcMessage message, String operation) {
    TracedLatency named = traced.trace().latencies().get(message.rpc().orElseThrow().xid());
    boolean same =
        message.direction() == Direction.BACKWARD
            ? operation.equals(NULL) || operation.equals(RECALL)
            : named != null && KernelProcedures.operation(named.procedure()).equals(operation);
    if (!same) {
      differences.add(what(message) + ": " + operation + ", traced " + named);
    }
  }

  private Optional<Nfs4Compound> compound(RpcMessage message, Optional<Nfs4Compound> call) {
    Optional<XdrContent> body =
        decoder.content(message.stream(), message.rpc().orElseThrow().callHeader()).body();
    return body.flatMap(content -> Nfs4Compound.of(content, call));
  }

  private static boolean isNfs4(RpcMessage message) {
    return message.rpc().isPresent()
        && message.rpc().get().callHeader().filter(Nfs4Check::isNfs4).isPresent();
  }

  private static boolean isNfs4(RpcCallHeader call) {
    return (call.program() == RpcPrograms.NFS && call.version() == 4)
        || RpcPrograms.isTransient(call.program());
  }

  /** Whether no operation of it was cut off. */
  private static boolean isWhole(Nfs4Compound compound) {
    return compound.operations().size() == compound.announced();
  }

  private static String name(Nfs4Compound compound) {
    return compound.main().map(Nfs4Operation::name).orElse("nothing");
  }

  private static String what(RpcMessage message) {
    return TracedCapture.hex(message.rpc().orElseThrow().xid())
        + " of frame "
        + message.sendFrame();
  }
}
