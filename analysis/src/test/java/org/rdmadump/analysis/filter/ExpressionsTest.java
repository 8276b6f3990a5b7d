package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.export.ExportFormat;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.finding.Severity;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.testing.Needs;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/** Expressions choose what a predicate in Java chooses, and what tshark chooses where it can. */
class ExpressionsTest {
  /**
   * An expression.
   *
   * @param filter as we have it
   * @param predicate the same in Java
   * @param onCapture the same for tshark on the capture itself; empty if it cannot say it
   * @param onExport the same for tshark on the exported messages; likewise
   */
  private record Case(
      String filter, Predicate<RpcMessage> predicate, String onCapture, String onExport) {
    Case(String filter, Predicate<RpcMessage> predicate) {
      this(filter, predicate, "", "");
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("rpc.type == call", ExpressionsTest::isCall, "", "rpc.msgtyp == 0"),
          new Case(
              "rpc.type == reply and rpc.latency_ns > 1ms",
              m -> m.rpc().isPresent() && over(m.rpc().get().latencyNanos(), 1_000_000)),
          new Case("nfs.op == WRITE", m -> hasOp(m, "WRITE")),
          new Case(
              "nfs.argop == 38",
              m -> isCall(m) && number(m, 38),
              "",
              "nfs.opcode == 38 && rpc.msgtyp == 0 && nfs.procedure_v4"),
          new Case(
              "nfs.main_operation in {READ WRITE}",
              m -> main(m).equals("READ") || main(m).equals("WRITE"),
              "",
              "nfs.main_opcode in {25, 38} || nfs.procedure_v3 in {6, 7}"),
          new Case("nfs.version == 3", m -> nfs(m) && m.rpc().get().version().getAsInt() == 3),
          new Case(
              "rpc.program == 100003 && rpc.version == 4",
              m -> program(m) == 100003 && m.rpc().get().version().getAsInt() == 4,
              "",
              "rpc.program == 100003 && rpc.programversion == 4"),
          new Case(
              "rpcrdma.procedure == RDMA_NOMSG",
              m -> procedure(m, RdmaProcedure.RDMA_NOMSG),
              "rpcordma.msg_type == 1",
              ""),
          new Case(
              "rpcordma.msg_type == 0",
              m -> procedure(m, RdmaProcedure.RDMA_MSG),
              "rpcordma.msg_type == 0",
              ""),
          new Case(
              "rpcrdma.credits > 32",
              m -> Integer.toUnsignedLong(m.header().credits()) > 32,
              "rpcordma.flow_control > 32",
              ""),
          new Case(
              "rpcrdma.version != 1", m -> m.header().version() != 1, "rpcordma.version != 1", ""),
          new Case("rpcrdma.read_chunks", m -> !m.readChunks().isEmpty()),
          new Case("len(rpcrdma.write_chunks) >= 1", m -> !m.writeChunks().isEmpty()),
          new Case("rpcrdma.reply_chunk", m -> m.replyChunk().isPresent()),
          new Case(
              "any(rpcrdma.read_chunks: position == 0)",
              m -> m.readChunks().stream().anyMatch(c -> c.position() == 0)),
          new Case(
              "rpcrdma.read_chunks.segments.length > 4096",
              m ->
                  m.readChunks().stream()
                      .flatMap(c -> c.segments().stream())
                      .anyMatch(s -> s.length() > 4096)),
          new Case(
              "any(rpcrdma.write_chunks.segments: transferred >= 4096 && length == 4096)",
              m ->
                  m.writeChunks().stream()
                      .flatMap(c -> c.segments().stream())
                      .anyMatch(
                          s ->
                              s.transferred().isPresent()
                                  && s.transferred().getAsLong() >= 4096
                                  && s.length() == 4096)),
          new Case("invalidated", m -> m.invalidated().isPresent()),
          new Case("direction == backward", m -> m.direction() == Direction.BACKWARD),
          new Case("rpc.program_name == NFS_CB", m -> named(m, "NFS_CB")),
          new Case("transport == iwarp", m -> m.transport() == Transport.IWARP),
          new Case(
              "src == 192.168.77.2",
              m -> m.source().address().toString().equals("192.168.77.2"),
              "ip.src == 192.168.77.2 && rpcordma",
              "ip.src == 192.168.77.2 && rpc"),
          new Case(
              "addr == 192.168.77.0/24",
              m ->
                  m.source().address().toString().startsWith("192.168.77.")
                      || m.destination().address().toString().startsWith("192.168.77.")),
          new Case(
              "src_port or dst_port",
              m -> m.transport() == Transport.IWARP && m.source().number().isPresent()),
          new Case("not rpc", m -> m.rpc().isEmpty()),
          new Case("rpc.complete == false", m -> m.rpc().isPresent() && !m.rpc().get().complete()),
          new Case(
              "rpc.missing.reason == truncated",
              m ->
                  m.rpc().isPresent()
                      && m.rpc().get().missing().stream()
                          .anyMatch(range -> range.reason().label().equals("truncated"))),
          new Case(
              "rpc.auth == AUTH_SYS",
              m -> m.rpc().isPresent() && m.rpc().get().auth().orElse("").equals("AUTH_SYS"),
              "",
              "rpc.msgtyp == 0 && rpc.auth.flavor == 1"),
          new Case("rpc.timing", m -> m.rpc().isPresent() && m.rpc().get().timing().isPresent()),
          new Case("findings.severity >= warning", m -> worse(m, Severity.NOTE)),
          new Case(
              "any(findings: severity == error && frame > 80)",
              m ->
                  m.findings().stream()
                      .anyMatch(f -> f.rule().severity() == Severity.ERROR && f.frame() > 80)),
          new Case(
              "findings.rule matches '^(bth|mpa)\\.'",
              m -> m.findings().stream().anyMatch(f -> f.rule().name().matches("(bth|mpa)\\..*"))),
          new Case("connection == 2 && number > 3", m -> m.connection() == 2 && m.number() > 3),
          new Case(
              "last_frame >= 50 and last_frame <= 90",
              m -> m.lastFrame() >= 50 && m.lastFrame() <= 90),
          new Case(
              "nfs.operations.status == NFS4ERR_NOENT",
              m ->
                  compound(m).stream()
                      .anyMatch(op -> op.status().isPresent() && op.status().get().value() == 2),
              "",
              "nfs.nfsstat4 == 2 && rpc.msgtyp == 1 && nfs.main_opcode"),
          new Case(
              "nfs.operations.dircount > 0",
              m -> values(m, "dircount").stream().anyMatch(v -> v.value() > 0)),
          new Case(
              "any(nfs.operations: op == WRITE && data.length > 4096)",
              m -> isCall(m) && written(m) > 4096),
          new Case(
              "nfs.operations.data.moved_by == read_chunk",
              m ->
                  isCall(m)
                      && written(m) > 0
                      && m.readChunks().stream().anyMatch(c -> c.position() > 0)),
          new Case(
              "rpc.credential.machinename contains \"client\"",
              m ->
                  isCall(m)
                      && m.content().rpc().isPresent()
                      && m.content().rpc().get().credential().isPresent()
                      && m.content()
                          .rpc()
                          .get()
                          .credential()
                          .get()
                          .tree()
                          .at("body.machinename")
                          .filter(XdrBytes.class::isInstance)
                          .map(v -> ((XdrBytes) v).text().contains("client"))
                          .orElse(false),
              "",
              "rpc.auth.machinename contains \"client\""),
          new Case(
              "!(nfs or rpcrdma.error) && rpc.type == reply",
              m -> m.rpc().isPresent() && !isCall(m) && !nfs(m) && m.header().error().isEmpty()));

  private final FieldRegistry<RpcMessage> fields = MessageFields.registry();

  @TempDir Path folder;

  @Test
  void shouldChooseWhatThePredicateChooses() throws Exception {
    assertThat(CASES).hasSize(40);
    long[] chosen = new long[CASES.size()];
    long all = 0;
    for (Path capture : ShippedCaptures.all()) {
      List<RpcMessage> messages = ShippedCaptures.messages(capture);
      all += messages.size();
      for (int i = 0; i < CASES.size(); i++) {
        Case each = CASES.get(i);
        List<Long> expected = numbers(messages, each.predicate);
        assertThat(numbers(messages, filter(each)))
            .as("%s in %s", each.filter, capture.getFileName())
            .isEqualTo(expected);
        chosen[i] += expected.size();
      }
    }
    for (int i = 0; i < chosen.length; i++) {
      assertThat(chosen[i]).as(CASES.get(i).filter).isBetween(1L, all - 1);
    }
  }

  /** It is no point in time, and JSON has it as text. */
  @Test
  void shouldCompareThePrecisionOfTimesAsItIsShown() throws Exception {
    Path capture = Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs3-acl.pcap");
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    List<Long> all = numbers(messages, Filter.of("nfs.time_delta", fields)::matches);

    assertThat(all).hasSize(2);
    assertThat(numbers(messages, Filter.of("nfs.time_delta == \"1.000000000\"", fields)::matches))
        .isEqualTo(all);
    assertThat(numbers(messages, Filter.of("nfs.time_delta == \"2.000000000\"", fields)::matches))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rocev2-nfs3-acl.pcap", "rocev2-nfs41-acl.pcap", "rocev2-nfs42-xattr.pcap"})
  void shouldChooseWhatTsharkChooses(String name) throws Exception {
    Needs.tshark();
    Path capture = Path.of("..", "testdata", "captures", "rocev2", name);
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    Path export = folder.resolve("export.pcapng");
    ShippedCaptures.export(messages, ExportFormat.TCP, export);
    Tshark tshark = new Tshark(folder);
    for (Case each : CASES) {
      if (!each.onCapture.isEmpty()) {
        List<Long> frames = new ArrayList<>();
        for (String line : fields(tshark, capture, each.onCapture, "frame.number")) {
          frames.add(Long.valueOf(line));
        }
        assertThat(frames)
            .as("%s as %s", each.filter, each.onCapture)
            .isEqualTo(
                messages.stream()
                    .filter(filter(each))
                    .map(RpcMessage::sendFrame)
                    .sorted()
                    .toList());
      }
      if (!each.onExport.isEmpty()) {
        List<Long> numbers = new ArrayList<>();
        for (String line : fields(tshark, export, each.onExport, "frame.comment")) {
          numbers.add(Long.valueOf(line.replaceAll("message (\\d+),.*", "$1")));
        }
        assertThat(numbers)
            .as("%s as %s", each.filter, each.onExport)
            .isEqualTo(numbers(messages, filter(each)));
      }
    }
  }

  private static List<String> fields(Tshark tshark, Path capture, String filter, String field)
      throws IOException, InterruptedException {
    return tshark.lines(capture, "-Y", filter, "-T", "fields", "-e", field);
  }

  private Predicate<RpcMessage> filter(Case each) throws FilterException {
    return Filter.of(each.filter, fields)::matches;
  }

  private static List<Long> numbers(List<RpcMessage> messages, Predicate<RpcMessage> predicate) {
    return messages.stream().filter(predicate).map(RpcMessage::number).toList();
  }

  private static boolean isCall(RpcMessage message) {
    return message.rpc().isPresent() && message.rpc().get().call();
  }

  private static boolean over(OptionalLong value, long limit) {
    return value.isPresent() && value.getAsLong() > limit;
  }

  private static long program(RpcMessage message) {
    return message.rpc().isPresent() ? message.rpc().get().program().orElse(0) : 0;
  }

  private static boolean named(RpcMessage message, String program) {
    return message.rpc().isPresent()
        && message.rpc().get().programName().equals(Optional.of(program));
  }

  private static boolean procedure(RpcMessage message, RdmaProcedure procedure) {
    return message.header().hasProcedureCode()
        && message.header().procedure().equals(Optional.of(procedure));
  }

  private static boolean nfs(RpcMessage message) {
    return (named(message, "NFS") || named(message, "NFS_CB"))
        && message.content().body().isPresent();
  }

  private static List<Nfs4Operation> compound(RpcMessage message) {
    return message.content().compound().map(each -> each.operations()).orElse(List.of());
  }

  private static boolean number(RpcMessage message, long number) {
    return compound(message).stream().anyMatch(op -> op.number() == number)
        || (nfs(message)
            && message.content().compound().isEmpty()
            && message.rpc().get().procedure().getAsInt() == number);
  }

  private static boolean hasOp(RpcMessage message, String name) {
    return compound(message).stream().anyMatch(op -> op.name().equals(name))
        || (nfs(message)
            && message.content().compound().isEmpty()
            && message.rpc().get().procedureName().equals(Optional.of(name)));
  }

  private static String main(RpcMessage message) {
    if (!nfs(message)) {
      return "";
    }
    return message.content().compound().isPresent()
        ? message.content().compound().get().main().map(Nfs4Operation::name).orElse("")
        : message.rpc().get().procedureName().orElse("");
  }

  private static boolean worse(RpcMessage message, Severity severity) {
    return message.findings().stream().anyMatch(f -> f.rule().severity().compareTo(severity) > 0);
  }

  /** Members of that name at the top of arguments, or of results that succeeded. */
  private static List<XdrNumber> values(RpcMessage message, String name) {
    List<XdrNumber> found = new ArrayList<>();
    if (!nfs(message)) {
      return found;
    }
    List<XdrValue> bodies = new ArrayList<>();
    if (message.content().compound().isPresent()) {
      compound(message).forEach(op -> op.body().ifPresent(bodies::add));
    } else {
      bodies.add(message.content().body().get().tree());
    }
    for (XdrValue body : bodies) {
      for (String path :
          List.of(name, "resok4." + name, "resok." + name, "READ_PLUS4resok." + name)) {
        body.at(path).filter(XdrNumber.class::isInstance).ifPresent(v -> found.add((XdrNumber) v));
      }
    }
    return found;
  }

  /** Bytes of a WRITE's data. */
  private static long written(RpcMessage message) {
    if (!hasOp(message, "WRITE")) {
      return 0;
    }
    List<XdrValue> bodies = new ArrayList<>();
    if (message.content().compound().isPresent()) {
      compound(message).stream()
          .filter(op -> op.name().equals("WRITE"))
          .forEach(op -> op.body().ifPresent(bodies::add));
    } else {
      bodies.add(message.content().body().get().tree());
    }
    long most = 0;
    for (XdrValue body : bodies) {
      most =
          Math.max(
              most,
              body.at("data")
                  .filter(XdrBytes.class::isInstance)
                  .map(v -> ((XdrBytes) v).length())
                  .orElse(0L));
    }
    return most;
  }
}
