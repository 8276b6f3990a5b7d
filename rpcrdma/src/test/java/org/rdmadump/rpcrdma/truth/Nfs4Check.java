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
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrFault;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;

/** NFS version 4, byte by byte and operation by operation, callbacks included. */
final class Nfs4Check {
  private static final String NULL = "NULL";
  private static final String XATTR_VALUE = "opgetxattr.gxr_value";

  private final TracedCapture traced;
  private final RpcDecoder decoder = new RpcDecoder();
  private final List<String> differences = new ArrayList<>();

  private Nfs4Check(TracedCapture traced) {
    this.traced = traced;
  }

  /** Every complete message is its types to the last byte. */
  static List<String> bytes(TracedCapture traced) {
    Nfs4Check check = new Nfs4Check(traced);
    check.traced.decoded().exchanges().forEach(check::bytes);
    return check.differences;
  }

  /** The main operation of every call is what the kernel says, and of its reply too. */
  static List<String> operations(TracedCapture traced) {
    Nfs4Check check = new Nfs4Check(traced);
    Set<Integer> callbacks = new TreeSet<>();
    for (RpcExchange exchange : check.traced.decoded().exchanges()) {
      if (check.operations(exchange)) {
        callbacks.add(exchange.call().orElseThrow().rpc().orElseThrow().xid());
      }
    }
    Set<Integer> expected = new TreeSet<>(traced.trace().callbackCalls());
    if (!callbacks.equals(expected)) {
      check.differences.add("callbacks " + callbacks + ", traced " + expected);
    }
    return check.differences;
  }

  private void bytes(RpcExchange exchange) {
    Optional<RpcContent> call = nfs4Call(exchange);
    if (call.isEmpty()) {
      return;
    }
    bytes(exchange.call().orElseThrow(), call.get());
    if (exchange.reply().isPresent() && exchange.reply().get().rpc().isPresent()) {
      bytes(exchange.reply().get(), reply(exchange, call.get()));
    }
  }

  private void bytes(RpcMessage message, RpcContent content) {
    XdrOutcome outcome = content.check();
    boolean complete = message.rpc().orElseThrow().complete();
    boolean right = outcome.problems().stream().allMatch(Nfs4Check::isOfTheServer);
    if (complete && (outcome.end() != XdrEnd.COMPLETE || !right)) {
      differences.add(what(message) + ": " + outcome + " of " + message.stream().length());
    }
    // Of a message that misses bytes only these may be amiss.
    if (!complete && outcome.end() == XdrEnd.TRAILING) {
      differences.add(what(message) + ": " + outcome);
    }
  }

  /** Linux 6.1's server does not clear the round-up bytes behind the value of an attribute. */
  private static boolean isOfTheServer(XdrProblem problem) {
    return problem.fault() == XdrFault.BAD_PADDING && problem.path().endsWith(XATTR_VALUE);
  }

  /** Compares an exchange; true if it is a callback. */
  private boolean operations(RpcExchange exchange) {
    Optional<RpcContent> content = nfs4Call(exchange);
    if (content.isEmpty()) {
      return false;
    }
    RpcMessage message = exchange.call().orElseThrow();
    Optional<Nfs4Compound> call = compound(content.get(), Optional.empty());
    boolean callback = message.direction() == Direction.BACKWARD;
    if (call.isEmpty()) {
      compare(message, NULL);
      return callback;
    }
    boolean whole = call.get().operations().size() == call.get().announced();
    Optional<Nfs4Operation> main = call.get().main();
    if (whole) {
      compare(message, main.map(Nfs4Operation::name).orElse("nothing"));
    }
    problems(message, call.get());
    if (exchange.reply().isPresent() && exchange.reply().get().rpc().isPresent()) {
      Optional<Nfs4Compound> reply = compound(reply(exchange, content.get()), call);
      reply.ifPresent(results -> answer(exchange, call.get(), results, whole));
    }
    return callback;
  }

  private void answer(RpcExchange exchange, Nfs4Compound call, Nfs4Compound reply, boolean whole) {
    RpcMessage message = exchange.reply().orElseThrow();
    problems(message, reply);
    if (!name(reply).equals(name(call))) {
      differences.add(what(message) + ": reply of " + name(reply) + ", call of " + name(call));
    }
    boolean succeeded = reply.operations().stream().noneMatch(Nfs4Operation::isFailed);
    if (message.rpc().orElseThrow().complete() && whole && succeeded) {
      handles(message, reply);
      handles(exchange.call().orElseThrow(), call.with(reply));
    }
  }

  /** Every operation has its file handle, if not the root's, which nobody asked for. */
  private void handles(RpcMessage message, Nfs4Compound compound) {
    List<String> names = compound.operations().stream().map(Nfs4Operation::name).toList();
    boolean needed =
        names.contains("PUTFH") || names.contains("GETFH") && names.contains("PUTROOTFH");
    for (Nfs4Operation each : compound.operations()) {
      boolean set = each.index() >= Math.max(names.indexOf("PUTFH"), names.indexOf("PUTROOTFH"));
      if (needed && set && each.handle().isEmpty()) {
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
    int xid = message.rpc().orElseThrow().xid();
    if (message.direction() == Direction.BACKWARD) {
      if (!operation.equals("CB_RECALL") && !operation.equals(NULL)) {
        differences.add(what(message) + ": callback " + operation);
      }
      return;
    }
    TracedLatency named = traced.trace().latencies().get(xid);
    if (named != null && !KernelProcedures.operation(named.procedure()).equals(operation)) {
      differences.add(what(message) + ": " + named.procedure() + ", decoded " + operation);
    }
  }

  private static String name(Nfs4Compound compound) {
    return compound.main().map(Nfs4Operation::name).orElse("nothing");
  }

  private static Optional<Nfs4Compound> compound(RpcContent content, Optional<Nfs4Compound> call) {
    Optional<XdrContent> body = content.body();
    return body.flatMap(it -> Nfs4Compound.of(it, call));
  }

  private Optional<RpcContent> nfs4Call(RpcExchange exchange) {
    Optional<RpcMessage> call = exchange.call().filter(message -> message.rpc().isPresent());
    return call.map(message -> decoder.content(message.stream(), Optional.empty()))
        .filter(Nfs4Check::isNfs4);
  }

  private RpcContent reply(RpcExchange exchange, RpcContent call) {
    Optional<RpcCallHeader> header =
        call.header().filter(RpcCallHeader.class::isInstance).map(RpcCallHeader.class::cast);
    return decoder.content(exchange.reply().orElseThrow().stream(), header);
  }

  private static boolean isNfs4(RpcContent content) {
    return content.header().isPresent()
        && content.header().get() instanceof RpcCallHeader header
        && (header.program() == RpcPrograms.NFS && header.version() == 4
            || RpcPrograms.isTransient(header.program()));
  }

  private static String what(RpcMessage message) {
    return TracedCapture.hex(message.rpc().orElseThrow().xid())
        + " of frame "
        + message.sendFrame();
  }
}
