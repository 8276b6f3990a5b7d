package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.rdmadump.RdmaCapture;
import org.rdmadump.analysis.FirstHandle;
import org.rdmadump.analysis.ForwardingListener;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.compare.RunProfile;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;

/** Reads the behaviour of a capture. */
final class BehaviourReader implements ForwardingListener {
  private static final RuleSelection ALL_RULES = new RuleSelection(List.of(), List.of());

  private static final String NOT_CAPTURED = "not captured";

  private final Set<String> transports = new TreeSet<>();
  private final List<Sent> sent = new ArrayList<>();
  private final CallTexts texts = new CallTexts();

  /** Names of handles, by the frame of the call that told them. */
  private final Map<String, NavigableMap<Long, String>> names = new HashMap<>();

  /** Messages without RPC that no exchange has had by now, by number. */
  private final Map<Long, RpcMessage> alone = new LinkedHashMap<>();

  /** Calls without an answer, of which another copy may have one. */
  private final List<RpcExchange> unanswered = new ArrayList<>();

  /** Answers to calls that were sent again, by the numbers of the first copies. */
  private final Map<Long, RpcMessage> answersToRepeats = new HashMap<>();

  private long origin;
  private final RunProfile profile = new RunProfile(() -> origin, ALL_RULES, Optional.empty());

  /**
   * A call and when it was open.
   *
   * @param from frame that ended its Send; of the reply if the call was not captured
   * @param until frame that ended the Send of its reply; without a reply the same as {@code from}
   * @param file handle of its file, if no name of it is known
   * @param call as far as it is known before all are
   */
  private record Sent(long from, long until, Optional<String> file, BehavedCall call) {}

  private BehaviourReader() {}

  /** {@return the behaviour that a capture shows; reads it to its end} */
  static Behaviour of(RdmaCapture capture) {
    BehaviourReader reader = new BehaviourReader();
    CaptureSummary summary = capture.run(reader);
    reader.alone.values().forEach(reader::addAlone);
    reader.unanswered.forEach(reader::addUnanswered);
    List<String> damages = capture.problems();
    damages.forEach(each -> reader.profile.cutShort(summary.frames(), each));
    return reader.behaviour(reader.profile.report(List.of(), damages.isEmpty(), summary));
  }

  @Override
  public MessageListener to() {
    return profile;
  }

  @Override
  public void message(RpcMessage message) {
    origin = message.runNanos();
    profile.message(message);
    transports.add(message.transport().label());
    if (message.rpc().isEmpty()) {
      alone.put(message.number(), message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    profile.exchange(exchange);
    List<RpcMessage> messages =
        Stream.of(exchange.call(), exchange.reply()).flatMap(Optional::stream).toList();
    messages.forEach(each -> alone.remove(each.number()));
    Optional<RpcMessage> first = messages.stream().findFirst();
    if (first.filter(RpcMessage::isRepeat).isPresent()) {
      exchange.reply().ifPresent(it -> answersToRepeats.putIfAbsent(first.get().firstNumber(), it));
    } else if (exchange.isUnanswered()) {
      unanswered.add(exchange);
    } else {
      first.ifPresent(it -> add(exchange, it));
    }
  }

  /** Adds a call with the answer that a copy of it has, if any. */
  private void addUnanswered(RpcExchange exchange) {
    RpcMessage call = exchange.call().orElseThrow();
    add(
        new RpcExchange(
            exchange.xid(),
            exchange.connection(),
            exchange.call(),
            Optional.ofNullable(answersToRepeats.get(call.number())),
            exchange.timing(),
            exchange.transfers(),
            exchange.findings()),
        call);
  }

  private void addAlone(RpcMessage message) {
    add(Drawing.alone(message, message.direction() == Direction.BACKWARD), message);
  }

  /**
   * Adds an exchange.
   *
   * @param first its call; without one the reply
   */
  private void add(RpcExchange exchange, RpcMessage first) {
    Optional<String> path = first.content().names().path().map(it -> BehavedCall.column(it.text()));
    path.ifPresent(
        known ->
            (FileHistory.NAMING.contains(first.operation().orElse(""))
                    ? made(exchange)
                    : handle(first))
                .ifPresent(
                    handle ->
                        names
                            .computeIfAbsent(handle, any -> new TreeMap<>())
                            .put(first.sendFrame(), known)));
    Optional<OperationKey> key = first.rpc().map(rpc -> OperationKey.of(first, rpc));
    String operation = key.map(OperationKey::operation).orElseGet(() -> CallTexts.procedure(first));
    sent.add(
        new Sent(
            first.sendFrame(),
            exchange.reply().map(RpcMessage::sendFrame).orElse(first.sendFrame()),
            path.isPresent() ? Optional.empty() : handle(first),
            new BehavedCall(
                path.orElse("connection " + exchange.connection()),
                /* overlaps= */ false,
                key.map(OperationKey::protocol).orElse("RPC-over-RDMA"),
                BehavedCall.column(operation),
                operations(first, operation),
                CallTexts.arguments(exchange),
                texts.result(exchange),
                exchange.call().map(CallTexts::chunks).orElse(NOT_CAPTURED),
                exchange.reply().map(CallTexts::chunks).orElse("none"),
                place(exchange))));
  }

  private static List<String> operations(RpcMessage first, String otherwise) {
    return first
        .content()
        .compound()
        .map(it -> it.operations().stream().map(Nfs4Operation::name).toList())
        .filter(names -> !names.isEmpty())
        .orElse(List.of(otherwise))
        .stream()
        .map(BehavedCall::column)
        .map(each -> each.replace(' ', '_'))
        .toList();
  }

  /** The server of a file and the SHA-256 of its handle. */
  private static String onServer(RpcMessage message, XdrBytes handle) {
    boolean isForward = message.direction() == Direction.FORWARD;
    IpAddress server = (isForward ? message.destination() : message.source()).address();
    return server + " " + handle.bytes().sha256();
  }

  /** The file handle that a message is about. */
  private static Optional<String> handle(RpcMessage message) {
    return (message.content().compound().isPresent()
            ? message.content().mainOperation().flatMap(Nfs4Operation::handle)
            : FirstHandle.of(message))
        .map(each -> onServer(message, each));
  }

  /** The file handle that a compound has looked up or made by a name. */
  private static Optional<String> made(RpcExchange exchange) {
    return exchange.reply().flatMap(BehaviourReader::made);
  }

  private static Optional<String> made(RpcMessage reply) {
    int main = reply.content().mainOperation().map(Nfs4Operation::index).orElse(0);
    return reply.content().compound().stream()
        .flatMap(compound -> compound.operations().stream())
        .filter(each -> each.index() > main)
        .flatMap(each -> each.handleBehind().stream())
        .map(each -> onServer(reply, each))
        .findFirst();
  }

  private static String place(RpcExchange exchange) {
    return "call " + place(exchange.call()) + ", reply " + place(exchange.reply());
  }

  private static String place(Optional<RpcMessage> message) {
    return message
        .map(it -> "#" + it.number() + " in frame " + it.sendFrame())
        .orElse(NOT_CAPTURED);
  }

  private Behaviour behaviour(RunReport report) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(Behaviour.TRANSPORT, String.join(", ", transports));
    facts.put("connections", Integer.toString(report.summary().connections()));
    report
        .settings()
        .forEach(
            (setting, values) -> {
              if (!values.isEmpty()) {
                facts.put(
                    setting.label(),
                    String.join(", ", values.stream().map(String::valueOf).toList()));
              }
            });
    return new Behaviour(facts, new TreeSet<>(report.rules().keySet()), calls());
  }

  /** The calls in the order of sending, with names for their files, and what overlaps marked. */
  private List<BehavedCall> calls() {
    sent.sort(Comparator.comparingLong(Sent::from));
    Map<String, String> files = new HashMap<>();
    Map<String, Long> open = new HashMap<>();
    List<BehavedCall> calls = new ArrayList<>();
    for (Sent each : sent) {
      String subject = each.call().subject();
      if (each.file().isPresent()) {
        String handle = each.file().get();
        subject =
            name(handle, each.from())
                .orElseGet(
                    () ->
                        files.computeIfAbsent(
                            handle, any -> BehavedCall.nameless(files.size() + 1)));
      }
      long until = open.getOrDefault(subject, 0L);
      calls.add(each.call().of(subject, each.from() < until));
      open.put(subject, Math.max(until, each.until()));
    }
    return calls;
  }

  /** The name of a handle, as told last by then; else as told next. */
  private Optional<String> name(String handle, long frame) {
    NavigableMap<Long, String> told = names.getOrDefault(handle, new TreeMap<>());
    return Optional.ofNullable(told.floorEntry(frame))
        .or(() -> Optional.ofNullable(told.firstEntry()))
        .map(Map.Entry::getValue);
  }
}
