package org.rdmadump.analysis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaTiming;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;

/** A message put together by hand: an NFS version 3 call from a client, unless told otherwise. */
public final class Sample {
  /** 2026-03-01T12:34:56.123456789Z. */
  public static final long TIME = 1_772_368_496_123_456_789L;

  public static final Endpoint CLIENT =
      new Endpoint(IpAddress.ofIpv4(0xc0a84d02), OptionalInt.of(17));
  public static final Endpoint SERVER =
      new Endpoint(IpAddress.ofIpv4(0xc0a84d01), OptionalInt.of(18));

  public static final Finding NOTE =
      new Finding(new Rule("rpc.note", Severity.NOTE, "RFC 5531"), 0, -1, "worth knowing");
  public static final Finding WARNING =
      new Finding(
          new Rule("bth.psn-gap", Severity.WARNING, "IBTA 9.7"), 14, 42, "1 \"PSN\" missing");

  public static final Finding ERROR =
      new Finding(new Rule("rpc.error", Severity.ERROR, "RFC 5531"), 0, -1, "wrong");

  public static final RdmaTiming TIMING = new RdmaTiming(100_000, 812_000, 88_000);

  private static final int NFS = 100003;

  private long number = 1;
  private long nanos = TIME;
  private OptionalLong begun = OptionalLong.empty();
  private Transport transport = Transport.ROCEV2;
  private Endpoint client = CLIENT;
  private Endpoint server = SERVER;
  private final boolean call;
  private int connection = 1;
  private boolean backchannel;
  private int version = 1;
  private int procedureCode;
  private Optional<RdmaError> error = Optional.empty();
  private Lane lane = Lane.USUAL;
  private boolean truncated;
  private int headerLength = 28;
  private boolean malformed;
  private boolean delivered = true;
  private OptionalInt invalidated = OptionalInt.empty();
  private List<ReadChunk> readChunks = List.of();
  private List<WriteChunk> writeChunks = List.of();
  private Optional<WriteChunk> replyChunk = Optional.empty();
  private List<RdmaTransfer> transfers = List.of();
  private boolean rpc = true;
  private OptionalInt program = OptionalInt.of(NFS);
  private int procedure = 7;
  private final Optional<String> auth;
  private Optional<String> status;
  private OptionalLong callNumber = OptionalLong.empty();
  private OptionalLong latency = OptionalLong.empty();
  private Optional<RdmaTiming> timing = Optional.empty();
  private OptionalLong repeatOf = OptionalLong.empty();
  private long length = 164;
  private Optional<String> sha256 = Optional.empty();
  private List<MissingRange> missing = List.of();
  private Rope stream = Rope.empty();
  private StreamLayout layout = StreamLayout.INLINE;
  private List<Finding> findings = List.of();

  private Sample(boolean call) {
    this.call = call;
    this.auth = call ? Optional.of("AUTH_SYS") : Optional.empty();
    this.status = call ? Optional.empty() : Optional.of("SUCCESS");
  }

  /** A WRITE call, everything inline. */
  public static Sample call() {
    return new Sample(true);
  }

  /** Its reply, a millisecond later. */
  public static Sample reply() {
    Sample reply = new Sample(false).number(2).after(1_000_000);
    reply.callNumber = OptionalLong.of(1);
    reply.latency = OptionalLong.of(1_000_000);
    return reply;
  }

  /** A call of 1 MiB that four Read segments carried in 1024 packets. */
  public static Sample chunkedCall() {
    Sample sample = call().length(1_048_740);
    sample.readChunks =
        List.of(
            new ReadChunk(
                128, List.of(segment(0x11), segment(0x12), segment(0x13), segment(0x14))));
    sample.transfers =
        List.of(
            transfer(RdmaTransfer.Kind.READ, 0x11, 100),
            transfer(RdmaTransfer.Kind.READ, 0x12, 356),
            transfer(RdmaTransfer.Kind.READ, 0x13, 612),
            transfer(RdmaTransfer.Kind.READ, 0x14, 868));
    return sample;
  }

  public static ChunkSegment segment(int handle) {
    return segment(handle, 262_144, OptionalLong.of(262_144));
  }

  public static ChunkSegment segment(int handle, long length, OptionalLong transferred) {
    return new ChunkSegment(handle, length, 0x676090a200001000L, transferred);
  }

  public static RdmaTransfer transfer(RdmaTransfer.Kind kind, int handle, int firstPsn) {
    long start = TIME + 1000L * firstPsn;
    return new RdmaTransfer(
        kind,
        handle,
        0x676090a200001000L,
        262_144,
        262_144,
        256,
        firstPsn,
        firstPsn + 255,
        20,
        275,
        start,
        start + 44_000,
        Optional.empty(),
        List.of());
  }

  public Sample number(long number) {
    this.number = number;
    return this;
  }

  public Sample after(long nanos) {
    this.nanos = TIME + nanos;
    return this;
  }

  /** A copy of its Send was there before. */
  public Sample sentBefore(long nanos) {
    begun = OptionalLong.of(TIME + nanos);
    return this;
  }

  public Sample connection(int index) {
    connection = index;
    return this;
  }

  /** Part of a call from the server to the client. */
  public Sample backchannel() {
    backchannel = true;
    return this;
  }

  public Sample transport(Transport transport) {
    this.transport = transport;
    return this;
  }

  public Sample ends(Endpoint client, Endpoint server) {
    this.client = client;
    this.server = server;
    return this;
  }

  public Sample header(int version, int procedureCode) {
    this.version = version;
    this.procedureCode = procedureCode;
    return this;
  }

  public Sample error(RdmaError error) {
    this.error = Optional.of(error);
    return header(version, 4).withoutRpc();
  }

  public Sample truncatedHeader() {
    truncated = true;
    return this;
  }

  public Sample lane(Lane marked) {
    lane = marked;
    return this;
  }

  /** The snap length cut the header behind so many bytes; what would follow was read as 0. */
  public Sample headerCutAt(int length) {
    headerLength = length;
    return truncatedHeader();
  }

  public Sample malformedHeader() {
    malformed = true;
    return this;
  }

  public Sample undelivered() {
    delivered = false;
    return this;
  }

  public Sample invalidates(int handle) {
    invalidated = OptionalInt.of(handle);
    return this;
  }

  public Sample readChunks(ReadChunk... chunks) {
    readChunks = List.of(chunks);
    return this;
  }

  public Sample writeChunks(WriteChunk... chunks) {
    writeChunks = List.of(chunks);
    return this;
  }

  public Sample replyChunk(WriteChunk chunk) {
    replyChunk = Optional.of(chunk);
    return this;
  }

  public Sample transfers(RdmaTransfer... all) {
    transfers = List.of(all);
    return this;
  }

  public Sample withoutRpc() {
    rpc = false;
    return this;
  }

  public Sample withoutCall() {
    program = OptionalInt.empty();
    callNumber = OptionalLong.empty();
    latency = OptionalLong.empty();
    return this;
  }

  public Sample withoutProgram() {
    program = OptionalInt.empty();
    return this;
  }

  public Sample program(int program, int procedure) {
    this.program = OptionalInt.of(program);
    this.procedure = procedure;
    return this;
  }

  public Sample status(String status) {
    this.status = Optional.of(status);
    return this;
  }

  public Sample timing(RdmaTiming timing) {
    this.timing = Optional.of(timing);
    return this;
  }

  public Sample repeatOf(long number) {
    repeatOf = OptionalLong.of(number);
    return this;
  }

  public Sample length(long length) {
    this.length = length;
    return this;
  }

  public Sample sha256(String digest) {
    sha256 = Optional.of(digest);
    return this;
  }

  public Sample missing(long offset, long length, Absence reason) {
    missing = List.of(new MissingRange(offset, length, reason));
    return this;
  }

  public Sample missing(MissingRange... ranges) {
    missing = List.of(ranges);
    return this;
  }

  public Sample stream(Rope stream) {
    this.stream = stream;
    return this;
  }

  public Sample layout(StreamLayout layout) {
    this.layout = layout;
    return this;
  }

  public Sample findings(Finding... all) {
    findings = List.of(all);
    return this;
  }

  public RpcMessage message() {
    boolean forward = call != backchannel;
    Optional<RpcSummary> summary = rpc ? Optional.of(summary()) : Optional.empty();
    return new RpcMessage(
        new MessageOutline(
            number,
            10,
            20,
            12,
            begun.orElse(nanos),
            nanos,
            nanos,
            new MessageRoute(
                TIME,
                transport,
                lane,
                connection,
                Recognition.CM,
                forward ? Direction.FORWARD : Direction.BACKWARD,
                forward ? client : server,
                forward ? server : client),
            new RpcRdmaHeader(
                0x676090a2, version, 32, procedureCode, error, headerLength, truncated, malformed),
            delivered,
            SettledBy.EVIDENCE,
            1,
            192,
            invalidated,
            summary,
            layout),
        readChunks,
        writeChunks,
        replyChunk,
        List.of(),
        transfers,
        Optional.empty(),
        stream,
        findings,
        new MessageContent(
            new RpcDecoder(),
            stream,
            summary.flatMap(RpcSummary::callHeader),
            Optional.empty(),
            Optional.empty()));
  }

  private RpcSummary summary() {
    return new RpcSummary(
        call,
        0x676090a2,
        Optional.empty(),
        program,
        program.isPresent() ? OptionalInt.of(3) : OptionalInt.empty(),
        program.isPresent() ? OptionalInt.of(procedure) : OptionalInt.empty(),
        auth,
        status,
        Optional.empty(),
        callNumber,
        latency,
        timing,
        repeatOf,
        OptionalLong.of(length),
        sha256,
        missing.isEmpty(),
        missing);
  }

  public static RpcExchange exchange(Optional<Sample> call, Optional<Sample> reply) {
    return new RpcExchange(
        0x676090a2,
        1,
        call.map(Sample::message),
        reply.map(Sample::message),
        call.isPresent() && reply.isPresent() ? Optional.of(TIMING) : Optional.empty(),
        call.isPresent() ? call.get().transfers : List.of(),
        List.of());
  }
}
