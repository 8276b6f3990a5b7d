package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.WriteChunk;

/** Writes the {@code rpcrdma} object of a message. */
final class RpcRdmaJson {
  private static final SerializedString RPCRDMA = new SerializedString("rpcrdma");
  private static final SerializedString XID = new SerializedString("xid");
  private static final SerializedString VERSION = new SerializedString("version");
  private static final SerializedString CREDITS = new SerializedString("credits");
  private static final SerializedString PROCEDURE = new SerializedString("procedure");
  private static final SerializedString PROCEDURE_CODE = new SerializedString("procedure_code");
  private static final SerializedString READ_CHUNKS = new SerializedString("read_chunks");
  private static final SerializedString POSITION = new SerializedString("position");
  private static final SerializedString WRITE_CHUNKS = new SerializedString("write_chunks");
  private static final SerializedString REPLY_CHUNK = new SerializedString("reply_chunk");
  private static final SerializedString SEGMENTS = new SerializedString("segments");
  private static final SerializedString HANDLE = new SerializedString("handle");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString TRANSFERRED = new SerializedString("transferred");
  private static final SerializedString TRUNCATED = new SerializedString("truncated");
  private static final SerializedString MALFORMED = new SerializedString("malformed");
  private static final SerializedString ERROR = new SerializedString("error");
  private static final SerializedString CODE = new SerializedString("code");
  private static final SerializedString LOW = new SerializedString("low");
  private static final SerializedString HIGH = new SerializedString("high");

  private final JsonGenerator out;
  private final JsonFields fields;

  RpcRdmaJson(JsonGenerator out, JsonFields fields) {
    this.out = out;
    this.fields = fields;
  }

  void write(RpcMessage message) throws IOException {
    RpcRdmaHeader header = message.header();
    out.writeFieldName(RPCRDMA);
    out.writeStartObject();
    fields.hex(XID, header.xid());
    if (header.hasVersion()) {
      fields.unsigned(VERSION, header.version());
    }
    if (header.hasCredits()) {
      fields.unsigned(CREDITS, header.credits());
    }
    if (header.hasProcedureCode()) {
      procedure(header);
    }
    readChunks(message.readChunks());
    writeChunks(message.writeChunks());
    if (message.replyChunk().isPresent()) {
      out.writeFieldName(REPLY_CHUNK);
      out.writeStartObject();
      segments(message.replyChunk().get().segments());
      out.writeEndObject();
    }
    fields.bool(TRUNCATED, header.truncated());
    if (header.malformed()) {
      fields.bool(MALFORMED, true);
    }
    if (header.error().isPresent()) {
      error(header.error().get());
    }
    out.writeEndObject();
  }

  private void procedure(RpcRdmaHeader header) throws IOException {
    Optional<RdmaProcedure> procedure = header.procedure();
    if (procedure.isPresent()) {
      fields.label(PROCEDURE, procedure.get().name());
    } else {
      fields.unsigned(PROCEDURE_CODE, header.procedureCode());
    }
  }

  private void readChunks(List<ReadChunk> chunks) throws IOException {
    out.writeFieldName(READ_CHUNKS);
    out.writeStartArray();
    for (int i = 0; i < chunks.size(); i++) {
      ReadChunk chunk = chunks.get(i);
      out.writeStartObject();
      fields.number(POSITION, chunk.position());
      segments(chunk.segments());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void writeChunks(List<WriteChunk> chunks) throws IOException {
    out.writeFieldName(WRITE_CHUNKS);
    out.writeStartArray();
    for (int i = 0; i < chunks.size(); i++) {
      out.writeStartObject();
      segments(chunks.get(i).segments());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void segments(List<ChunkSegment> segments) throws IOException {
    out.writeFieldName(SEGMENTS);
    out.writeStartArray();
    for (int i = 0; i < segments.size(); i++) {
      ChunkSegment segment = segments.get(i);
      out.writeStartObject();
      fields.hex(HANDLE, segment.handle());
      fields.number(LENGTH, segment.length());
      fields.hex(OFFSET, segment.offset());
      fields.number(TRANSFERRED, segment.transferred());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void error(RdmaError error) throws IOException {
    out.writeFieldName(ERROR);
    out.writeStartObject();
    fields.string(CODE, error.codeName());
    if (error.code() == RdmaError.ERR_VERS) {
      fields.number(LOW, error.low());
      fields.number(HIGH, error.high());
    }
    out.writeEndObject();
  }
}
