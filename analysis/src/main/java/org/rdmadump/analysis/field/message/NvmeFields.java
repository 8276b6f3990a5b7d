package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.ADDRESS;
import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.DURATION;
import static org.rdmadump.analysis.field.FieldType.HEX16;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.HEX64;
import static org.rdmadump.analysis.field.FieldType.HEX8;
import static org.rdmadump.analysis.field.FieldType.SIGNED;
import static org.rdmadump.analysis.field.FieldType.TEXT;
import static org.rdmadump.analysis.field.FieldType.TIME;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.WiresharkNames;
import org.rdmadump.nvme.BlockRange;
import org.rdmadump.nvme.CommandNames;
import org.rdmadump.nvme.CommandSet;
import org.rdmadump.nvme.CompletionEntry;
import org.rdmadump.nvme.Parameter;
import org.rdmadump.nvme.Parameters;
import org.rdmadump.nvme.SglDescriptor;
import org.rdmadump.nvme.StatusNames;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;

/** All fields of NVMe commands; names of NVMe's own fields are those of Wireshark. */
@SuppressWarnings("EnumOrdinal") // Where an enumeration is all names that values can have.
public final class NvmeFields {
  private static final int FIRST_DWORD = 10;
  private static final int LAST_DWORD = 15;
  private static final long DWORD = 0xffffffffL;

  private NvmeFields() {}

  /** {@return the fields of NVMe commands, new for every caller: they are for one thread} */
  public static FieldRegistry<NvmeExchange> registry() {
    FieldRegistry<NvmeExchange> fields = new FieldRegistry<>("NVMe commands");
    place(fields);
    fields.add(new WiresharkNames<>(fields, NvmeFields::in));
    return fields
        .optionalPart(
            "nvme",
            "an NVMe command; of a frame, one that it carries a part of",
            nvme(),
            Optional::of)
        .optionalPart(
            "timing",
            "parts of the latency if RDMA moved data",
            RpcFields.timing(
                "time from the command to the first RDMA Read or Write",
                "time from the first RDMA packet to the last",
                "time from the last RDMA packet to the end of the response"),
            NvmeExchange::timing)
        .add(
            new ListGroup<>("parameters", parameters(), NvmeFields::parametersOf),
            "parts of command dwords 10 to 15, as the specification names them")
        .add(
            new ListGroup<>(
                "missing",
                Parts.missing(),
                each -> each.data().map(NvmeData::missing).orElse(List.of())),
            "ranges of the data that were not captured")
        .add(
            new ListGroup<>("transfers", Parts.transfers(), NvmeExchange::transfers),
            "RDMA operations that moved the data")
        .add(
            new ListGroup<>("findings", Parts.findings(), NvmeExchange::findings),
            "findings about the command and its response");
  }

  /** {@return the commands that a word of the table of Wireshark's names stands for} */
  private static Predicate<NvmeExchange> in(String place) {
    if (!place.equals("fabrics")) {
      throw new IllegalArgumentException(place);
    }
    return exchange -> exchange.set() == CommandSet.FABRICS;
  }

  private static void place(FieldRegistry<NvmeExchange> fields) {
    List<String> transports = NameLists.of(Transport.values(), Transport::label);
    fields
        .number(UNSIGNED, "number", "number of the record in the run", NvmeExchange::number)
        .number(UNSIGNED, "first_frame", "first frame of the command", NvmeExchange::firstFrame)
        .number(UNSIGNED, "last_frame", "last frame of the response", NvmeExchange::lastFrame)
        .number(TIME, "time", "time of first_frame", NvmeExchange::nanos)
        .number(
            SIGNED, "epoch_ns", "time of first_frame, nanoseconds since 1970", NvmeExchange::nanos)
        .number(
            DURATION,
            "time_relative",
            "time of first_frame since the first frame of the run",
            each -> each.nanos() - each.runNanos())
        .inJson(InJson.NEVER)
        .named("transport", "transport of RDMA", transports, each -> each.transport().ordinal())
        .number(
            UNSIGNED,
            "connection",
            "number of the connection, which carries one queue",
            NvmeExchange::connection)
        .add(ADDRESS, "src", "address of the host", (e, to) -> to.address(e.host().address()))
        .also("ip.src")
        .add(
            ADDRESS,
            "dst",
            "address of the controller",
            (each, to) -> to.address(each.controller().address()))
        .also("ip.dst")
        .add(ADDRESS, "addr", "address of either", NvmeFields::addresses)
        .inJson(InJson.NEVER)
        .add(
            UNSIGNED,
            "src_port",
            "TCP port of the host, iWARP",
            (each, to) -> port(each, each.host(), to))
        .inJson(InJson.NEVER)
        .add(
            UNSIGNED,
            "dst_port",
            "TCP port of the controller, iWARP",
            (each, to) -> port(each, each.controller(), to))
        .inJson(InJson.NEVER)
        .add(
            UNSIGNED,
            "port",
            "src_port and dst_port",
            (each, to) -> port(each, each.host(), to) || port(each, each.controller(), to))
        .inJson(InJson.NEVER)
        .add(
            BOOLEAN,
            "failed",
            "true for a command whose response has an error status; else absent",
            (each, to) -> each.isFailed() && to.number(1))
        .values(List.of("true"))
        .inJson(InJson.NEVER);
  }

  private static boolean addresses(NvmeExchange exchange, ValueVisitor to) {
    return to.address(exchange.host().address()) || to.address(exchange.controller().address());
  }

  private static boolean port(NvmeExchange exchange, Endpoint end, ValueVisitor to) {
    return exchange.transport().hasPorts()
        && end.number().isPresent()
        && to.number(end.number().getAsInt());
  }

  private static FieldRegistry<NvmeExchange> nvme() {
    List<String> sets = NameLists.of(CommandSet.values(), CommandSet::label);
    return new FieldRegistry<NvmeExchange>("NVMe commands")
        .add(
            UNSIGNED,
            "queue",
            "queue identifier; 0 is the admin queue",
            (each, to) -> each.queue().isPresent() && to.number(each.queue().getAsInt()))
        .named("set", "set of commands that the opcode is of", sets, each -> each.set().ordinal())
        .add(
            TEXT,
            "operation",
            "name of the command, such as Read",
            FieldReader.ofText(NvmeExchange::operation))
        .values(new LateNames(CommandNames::all))
        .numbered(CommandNames.NUMBERED)
        .add(
            TEXT,
            "status",
            "name of the status, such as Success",
            FieldReader.ofText(NvmeExchange::status))
        .values(new LateNames(StatusNames::all))
        .numbered(new LateNames(StatusNames::numbered))
        .add(
            DURATION,
            "latency_ns",
            "time from the command to its response",
            FieldReader.ofLong(NvmeExchange::latencyNanos))
        .optionalPart(
            "cmd", "submission queue entry", command(), each -> each.command().map(c -> each))
        .optionalPart(
            "cqe", "completion queue entry", completion(), each -> each.response().map(r -> each))
        .optionalPart("data", "data of the command", data(), NvmeExchange::data);
  }

  /** {@return the fields of the queue entries that capsules begin with, named without a layer} */
  public static FieldRegistry<NvmeCapsuleHeader> ofCapsules() {
    FieldRegistry<NvmeExchange> commands = nvme();
    FieldRegistry<NvmeCapsuleHeader> fields = new FieldRegistry<>("capsules");
    for (String name : List.of("queue", "set", "operation")) {
      Field<NvmeExchange> field = commands.find(name).orElseThrow();
      fields.add(field.of(name, List.of(), (h, to) -> field.reader().read(h.exchange(), to)));
    }
    Field<NvmeExchange> status = commands.find("status").orElseThrow();
    return fields
        .add(
            status.of(
                "status",
                List.of(),
                (h, to) -> h.isResponse() && status.reader().read(h.exchange(), to)))
        .optionalPart(
            "cmd",
            "submission queue entry",
            command(),
            h -> h.isResponse() ? Optional.empty() : Optional.of(h.exchange()))
        .optionalPart(
            "cqe",
            "completion queue entry",
            completion(),
            h -> h.isResponse() ? Optional.of(h.exchange()) : Optional.empty());
  }

  private static FieldRegistry<Parameter> parameters() {
    return new FieldRegistry<Parameter>("parameters")
        .add(TEXT, "name", "name, such as FID", (each, to) -> to.text(each.name()))
        .values(new LateNames(Parameters::names))
        .number(
            UNSIGNED,
            "value",
            "value as the command has it; counts from 0, such as NLB, are one less",
            Parameter::value);
  }

  private static List<Parameter> parametersOf(NvmeExchange exchange) {
    return exchange
        .command()
        .map(each -> Parameters.of(each.entry(), exchange.set()))
        .orElse(List.of());
  }

  private static FieldRegistry<NvmeExchange> command() {
    FieldRegistry<NvmeExchange> fields = new FieldRegistry<>("NVMe commands");
    entry(fields, HEX8, "opc", "opcode", SubmissionEntry::opcode);
    entry(fields, UNSIGNED, "fuse", "fused operation: 1 first, 2 second", SubmissionEntry::fuse);
    fields.also("nvme.cmd.fuse_op");
    entry(
        fields,
        UNSIGNED,
        "psdt",
        "use of PRPs or SGLs; 1 over fabrics",
        SubmissionEntry::dataPointers);
    entry(fields, HEX16, "cid", "command identifier", SubmissionEntry::identifier);
    entry(fields, HEX64, "mptr", "metadata pointer", SubmissionEntry::metadata);
    for (int number = FIRST_DWORD; number <= LAST_DWORD; number++) {
      int dword = number;
      entry(
          fields,
          HEX32,
          "dword" + dword,
          "command dword " + dword,
          each -> Integer.toUnsignedLong(each.dword(dword)));
    }
    return fields
        .add(HEX8, "fctype", "type of a Fabrics command", NvmeFields::fabricsType)
        .also("nvme.fabrics.cmd.fctype")
        .add(UNSIGNED, "nsid", "namespace identifier", NvmeFields::namespace)
        .add(
            UNSIGNED,
            "slba",
            "address of the first logical block",
            (each, to) -> blocks(each).isPresent() && to.number(blocks(each).get().start()))
        .add(
            UNSIGNED,
            "nlb",
            "number of logical blocks, 1 or more; NLB of the parameters is one less",
            (each, to) -> blocks(each).isPresent() && to.number(blocks(each).get().count()))
        .optionalPart("sgl1", "where the data is", descriptor(), NvmeFields::descriptorOf)
        .number(
            UNSIGNED,
            "first_frame",
            "first frame of the command",
            each -> each.command().orElseThrow().firstFrame())
        .number(
            UNSIGNED,
            "last_frame",
            "last frame of the command",
            each -> each.command().orElseThrow().lastFrame());
  }

  private static SubmissionEntry entry(NvmeExchange exchange) {
    return exchange.command().orElseThrow().entry();
  }

  private static void entry(
      FieldRegistry<NvmeExchange> fields,
      FieldType type,
      String name,
      String meaning,
      ToLongFunction<SubmissionEntry> value) {
    fields.number(type, name, meaning, each -> value.applyAsLong(entry(each)));
  }

  private static boolean fabricsType(NvmeExchange exchange, ValueVisitor to) {
    return entry(exchange).isFabrics() && to.number(entry(exchange).fabricsType());
  }

  private static boolean namespace(NvmeExchange exchange, ValueVisitor to) {
    return !entry(exchange).isFabrics() && Parts.bits(entry(exchange).namespaceOrType(), to);
  }

  private static Optional<BlockRange> blocks(NvmeExchange exchange) {
    return entry(exchange).blocks(exchange.set());
  }

  private static Optional<SglDescriptor> descriptorOf(NvmeExchange exchange) {
    return Optional.of(entry(exchange).descriptor());
  }

  private static FieldRegistry<SglDescriptor> descriptor() {
    return new FieldRegistry<SglDescriptor>("descriptors")
        .number(HEX8, "type", "type of the descriptor; 4 is keyed", SglDescriptor::type)
        .also("nvme.cmd.sgl.type")
        .number(HEX8, "subtype", "subtype; of a keyed one, 0xf invalidates", SglDescriptor::subtype)
        .also("nvme.cmd.sgl.subtype")
        .number(HEX64, "addr", "address, or offset in the capsule", SglDescriptor::address)
        .number(UNSIGNED, "len", "bytes of data", SglDescriptor::length)
        .in(FieldUnit.BYTES)
        .add(
            HEX32,
            "key",
            "remote key of the memory",
            (each, to) -> each.isKeyed() && Parts.bits(each.key(), to));
  }

  private static FieldRegistry<NvmeExchange> completion() {
    FieldRegistry<NvmeExchange> fields = new FieldRegistry<>("NVMe commands");
    completion(fields, HEX64, "result", "result of the command", CompletionEntry::result);
    completion(fields, HEX32, "dword0", "first dword of the result", each -> each.result() & DWORD);
    completion(
        fields,
        HEX32,
        "dword1",
        "second dword of the result",
        each -> each.result() >>> Integer.SIZE);
    completion(
        fields, UNSIGNED, "sqhd", "head of the submission queue", CompletionEntry::queueHead);
    completion(fields, UNSIGNED, "sqid", "submission queue identifier", CompletionEntry::queue);
    completion(fields, HEX16, "cid", "command identifier", CompletionEntry::identifier);
    return fields
        .optionalPart("status", "status field", status(), each -> Optional.of(completed(each)))
        .optionalPart(
            "connect",
            "what the result of Connect says",
            ConnectFields.registry(),
            NvmeExchange::connectResult)
        .number(
            UNSIGNED,
            "first_frame",
            "first frame of the response",
            each -> each.response().orElseThrow().firstFrame())
        .number(
            UNSIGNED,
            "last_frame",
            "last frame of the response",
            each -> each.response().orElseThrow().lastFrame());
  }

  private static void completion(
      FieldRegistry<NvmeExchange> fields,
      FieldType type,
      String name,
      String meaning,
      ToLongFunction<CompletionEntry> value) {
    fields.number(type, name, meaning, each -> value.applyAsLong(completed(each)));
  }

  private static CompletionEntry completed(NvmeExchange exchange) {
    return exchange.response().orElseThrow().entry();
  }

  private static FieldRegistry<CompletionEntry> status() {
    return new FieldRegistry<CompletionEntry>("statuses")
        .number(HEX8, "sct", "type of the status code", CompletionEntry::codeType)
        .number(HEX8, "sc", "status code", CompletionEntry::code)
        .number(UNSIGNED, "p", "phase; of no use over fabrics", CompletionEntry::phase)
        .number(UNSIGNED, "crd", "code of the retry delay", CompletionEntry::retryDelay)
        .number(BOOLEAN, "m", "a log page tells more", entry -> entry.hasMore() ? 1 : 0)
        .number(BOOLEAN, "dnr", "do not retry", entry -> entry.isFinal() ? 1 : 0);
  }

  private static FieldRegistry<NvmeData> data() {
    List<String> directions = List.of("to_host", "to_controller");
    List<String> ways = List.of("capsule", "read", "write");
    return new FieldRegistry<NvmeData>("data")
        .named("direction", "where the data goes", directions, data -> data.toController() ? 1 : 0)
        .named(
            "moved_by",
            "in the command capsule, or by RDMA Reads or Writes of the controller",
            ways,
            data -> ways.indexOf(data.movedBy()))
        .number(UNSIGNED, "length", "bytes of data", NvmeData::length)
        .in(FieldUnit.BYTES)
        .number(BOOLEAN, "complete", "every byte was captured", d -> d.isComplete() ? 1 : 0)
        .add(
            TEXT,
            "sha256",
            "SHA-256 of the data; in JSON with --digest",
            (data, to) -> data.sha256().isPresent() && to.text(data.sha256().get()))
        .needs(FieldNeed.DIGEST);
  }
}
