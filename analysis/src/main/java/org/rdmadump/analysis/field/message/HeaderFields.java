package org.rdmadump.analysis.field.message;

import static org.rdmadump.analysis.field.FieldType.BOOLEAN;
import static org.rdmadump.analysis.field.FieldType.HEX32;
import static org.rdmadump.analysis.field.FieldType.NAMED;
import static org.rdmadump.analysis.field.FieldType.UNSIGNED;

import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.NumberBlock;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.WriteChunk;

/** What the RPC-over-RDMA header of a message says, its chunk lists among it. */
public final class HeaderFields {
  private static final String SEGMENTS = "segments";
  private static final String OF_CHUNK = "segments of a chunk";

  private static final ValueNames PROCEDURES =
      value -> {
        Optional<RdmaProcedure> procedure = RdmaProcedure.of((int) value);
        return procedure.isPresent() ? procedure.get().name() : Long.toString(value);
      };
  private static final ValueNames ERRORS = value -> new RdmaError((int) value, 0, 0).codeName();

  private HeaderFields() {}

  /** {@return them as fields of messages} */
  static FieldRegistry<RpcMessage> fields() {
    FieldRegistry<RpcMessage> fields =
        new FieldRegistry<RpcMessage>("messages")
            .part(
                "rpcrdma",
                "the RPC-over-RDMA header",
                identity().addAll(fixed()),
                RpcMessage::header,
                "rpcordma");
    return counts(fields.addAll(lists()));
  }

  /** {@return what tells a header from others} */
  public static FieldRegistry<RpcRdmaHeader> identity() {
    return new FieldRegistry<RpcRdmaHeader>("headers")
        .add(HEX32, "xid", "XID of the RPC-over-RDMA header", new Identity().at(0))
        .also("xid");
  }

  private static final class Identity extends NumberBlock<RpcRdmaHeader> {
    @Override
    protected int find(RpcRdmaHeader header, long[] to) {
      to[0] = Integer.toUnsignedLong(header.xid());
      return ALL;
    }
  }

  /** {@return what else is in the fixed part of a header, and what is wrong with it} */
  public static FieldRegistry<RpcRdmaHeader> fixed() {
    NumberBlock<RpcRdmaHeader> of = new Fixed();
    return new FieldRegistry<RpcRdmaHeader>("headers")
        .add(UNSIGNED, "version", "version of RPC-over-RDMA", of.at(0))
        .also("rpcordma.vers")
        .add(UNSIGNED, "credits", "credits requested or granted", of.at(1))
        .also("rpcordma.credits rpcordma.credit")
        .named(
            "procedure",
            "RPC-over-RDMA procedure: how the RPC message travels",
            of.at(2, NameLists.all(PROCEDURES, RdmaProcedure.values().length)))
        .also("rpcordma.procedure rpcordma.proc")
        .add(UNSIGNED, "procedure_code", "number of an unknown procedure", of.at(3))
        .also("rpcordma.procedure_code")
        .add(BOOLEAN, "truncated", "the snap length cut the header", of.at(4))
        .also("rpcordma.truncated")
        .inJson(InJson.BEHIND_LISTS)
        .add(BOOLEAN, "malformed", "the header is malformed", of.at(5))
        .also("rpcordma.malformed")
        .inJson(InJson.IF_TRUE)
        .optionalPart(
            "error", "error in RDMA_ERROR", error(), RpcRdmaHeader::error, "rpcordma.error")
        .inJson("error", InJson.BEHIND_LISTS);
  }

  private static final class Fixed extends NumberBlock<RpcRdmaHeader> {
    @Override
    protected int find(RpcRdmaHeader header, long[] to) {
      to[0] = Integer.toUnsignedLong(header.version());
      to[1] = Integer.toUnsignedLong(header.credits());
      to[2] = header.procedureCode();
      to[3] = Integer.toUnsignedLong(header.procedureCode());
      to[4] = header.truncated() ? 1 : 0;
      to[5] = header.malformed() ? 1 : 0;
      int procedure =
          !header.hasProcedureCode() ? 0 : header.procedure().isPresent() ? 0b000100 : 0b001000;
      return procedure
          | (header.hasVersion() ? 0b000001 : 0)
          | (header.hasCredits() ? 0b000010 : 0)
          | 0b110000;
    }
  }

  private static FieldRegistry<RdmaError> error() {
    NumberBlock<RdmaError> of = new Versions();
    return new FieldRegistry<RdmaError>("errors")
        .add(NAMED, "code", "ERR_VERS or ERR_CHUNK", (error, to) -> to.named(error.code(), ERRORS))
        .also("rpcordma.error.code")
        .values(List.of("ERR_VERS", "ERR_CHUNK"))
        .numbered(List.of(RdmaError.NUMBERED))
        .add(UNSIGNED, "low", "lowest supported version, in ERR_VERS", of.at(0))
        .also("rpcordma.error.low")
        .add(UNSIGNED, "high", "highest supported version, in ERR_VERS", of.at(1))
        .also("rpcordma.error.high");
  }

  private static final class Versions extends NumberBlock<RdmaError> {
    @Override
    protected int find(RdmaError error, long[] to) {
      to[0] = error.low();
      to[1] = error.high();
      return error.code() == RdmaError.ERR_VERS ? ALL : 0;
    }
  }

  // ---- chunk lists

  /** {@return the chunk lists} */
  public static FieldRegistry<RpcMessage> lists() {
    FieldRegistry<RpcMessage> fields = new FieldRegistry<>("messages");
    FieldRegistry<ReadChunk> readChunk =
        new FieldRegistry<ReadChunk>("Read chunks")
            .add(
                UNSIGNED,
                "position",
                "position of a Read chunk in the RPC message",
                new Position().at(0))
            .add(new ListGroup<>(SEGMENTS, Parts.segments(), ReadChunk::segments), OF_CHUNK);
    FieldRegistry<WriteChunk> writeChunk =
        new FieldRegistry<WriteChunk>("chunks")
            .add(new ListGroup<>(SEGMENTS, Parts.segments(), WriteChunk::segments), OF_CHUNK);
    fields
        .add(
            new ListGroup<>("rpcrdma.read_chunks", readChunk, RpcMessage::readChunks),
            "Read chunks, by position")
        .also("rpcordma.reads")
        .add(
            new ListGroup<>("rpcrdma.write_chunks", writeChunk, RpcMessage::writeChunks),
            "Write chunks")
        .also("rpcordma.writes")
        .add(
            new OneGroup<>("rpcrdma.reply_chunk", writeChunk, RpcMessage::replyChunk),
            "the Reply chunk")
        .also("rpcordma.reply");
    return fields;
  }

  private static final class Position extends NumberBlock<ReadChunk> {
    @Override
    protected int find(ReadChunk chunk, long[] to) {
      to[0] = chunk.position();
      return ALL;
    }
  }

  /** What JSON has in the lists themselves. */
  private static FieldRegistry<RpcMessage> counts(FieldRegistry<RpcMessage> fields) {
    fields
        .add(
            new ListGroup<>("rpcrdma.segments", Parts.segments(), RpcMessage::segments),
            "segments of all chunks")
        .inJson(InJson.NEVER);
    count("rpcordma.reads_count", "segments of the Read list", HeaderFields::reads, fields);
    count("rpcordma.writes_count", "Write chunks", each -> each.writeChunks().size(), fields);
    count(
        "rpcordma.reply_count",
        "Reply chunks, 0 or 1",
        message -> message.replyChunk().isPresent() ? 1 : 0,
        fields);
    return fields.add(
        WiresharkRpc.number(
            "rpcordma.segment_count",
            "segments of each Write chunk and of the Reply chunk",
            HeaderFields::segments));
  }

  private static boolean segments(RpcMessage message, ValueVisitor to) {
    for (WriteChunk chunk : message.writeChunks()) {
      if (to.number(chunk.segments().size())) {
        return true;
      }
    }
    return message.replyChunk().isPresent()
        && to.number(message.replyChunk().get().segments().size());
  }

  private static int reads(RpcMessage message) {
    int segments = 0;
    for (ReadChunk chunk : message.readChunks()) {
      segments += chunk.segments().size();
    }
    return segments;
  }

  /** How many there are, which Wireshark has a field for, and we have {@code len()}. */
  private static void count(
      String name,
      String meaning,
      ToIntFunction<RpcMessage> count,
      FieldRegistry<RpcMessage> fields) {
    fields.add(
        WiresharkRpc.number(
            name,
            meaning,
            (message, to) -> hasLists(message) && to.number(count.applyAsInt(message))));
  }

  /** Whether the header has chunk lists, be they empty: RFC 8166, section 4.1. */
  private static boolean hasLists(RpcMessage message) {
    Optional<RdmaProcedure> procedure = message.header().procedure();
    return procedure.isPresent()
        && procedure.get() != RdmaProcedure.RDMA_DONE
        && procedure.get() != RdmaProcedure.RDMA_ERROR;
  }
}
