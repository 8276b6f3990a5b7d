package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** The chunk lists of a message. */
final class ChunkGroups {
  private static final String SEGMENTS = "segments";
  private static final String OF_CHUNK = "segments of a chunk";

  private ChunkGroups() {}

  /** Adds them to the fields of messages. */
  static void addTo(FieldRegistry<RpcMessage> messages) {
    FieldRegistry<ReadChunk> readChunk =
        new FieldRegistry<ReadChunk>("Read chunks")
            .add(
                new Field<ReadChunk>(
                    "position",
                    FieldType.UNSIGNED,
                    "place of a Read chunk in the RPC message",
                    (chunk, to) -> to.number(chunk.position())))
            .add(new ListGroup<>(SEGMENTS, segment(), ReadChunk::segments), OF_CHUNK);
    FieldRegistry<WriteChunk> writeChunk =
        new FieldRegistry<WriteChunk>("chunks")
            .add(new ListGroup<>(SEGMENTS, segment(), WriteChunk::segments), OF_CHUNK);
    messages
        .add(
            new ListGroup<>("rpcrdma.read_chunks", readChunk, RpcMessage::readChunks),
            "Read chunks, by position",
            "rpcordma.reads")
        .add(
            new ListGroup<>("rpcrdma.write_chunks", writeChunk, RpcMessage::writeChunks),
            "Write chunks",
            "rpcordma.writes")
        .add(
            new ListGroup<>("rpcrdma.reply_chunk", writeChunk, ChunkGroups::replyChunk),
            "the Reply chunk",
            "rpcordma.reply")
        .add(
            new ListGroup<>("rpcrdma.segments", segment(), ChunkGroups::segments),
            "segments of all chunks")
        .add(count("rpcordma.reads_count", "segments of the Read list", ChunkGroups::reads))
        .add(
            count("rpcordma.writes_count", "Write chunks", message -> message.writeChunks().size()))
        .add(
            count(
                "rpcordma.reply_count",
                "Reply chunks, 0 or 1",
                message -> message.replyChunk().isPresent() ? 1 : 0))
        .add(alias("rpcordma.position", messages, "rpcrdma.read_chunks.position"))
        .add(alias("rpcordma.rdma_handle", messages, "rpcrdma.segments.handle"))
        .add(alias("rpcordma.rdma_length", messages, "rpcrdma.segments.length"))
        .add(alias("rpcordma.rdma_offset", messages, "rpcrdma.segments.offset"));
  }

  private static int reads(RpcMessage message) {
    int segments = 0;
    for (ReadChunk chunk : message.readChunks()) {
      segments += chunk.segments().size();
    }
    return segments;
  }

  /** How many there are, which Wireshark has a field for, and we have {@code len()}. */
  private static Field<RpcMessage> count(
      String name, String meaning, ToIntFunction<RpcMessage> count) {
    return new Field<>(
        name,
        FieldType.UNSIGNED,
        meaning,
        (message, to) ->
            message.header().procedure().isPresent() && to.number(count.applyAsInt(message)));
  }

  private static FieldRegistry<ChunkSegment> segment() {
    FieldRegistry<ChunkSegment> fields = new FieldRegistry<>("segments");
    for (SegmentField each : SegmentField.values()) {
      fields.add(each.field());
    }
    return fields;
  }

  private static Field<RpcMessage> alias(
      String alias, FieldRegistry<RpcMessage> messages, String name) {
    return messages.find(name).orElseThrow().also(alias);
  }

  private static List<WriteChunk> replyChunk(RpcMessage message) {
    return message.replyChunk().isPresent() ? List.of(message.replyChunk().get()) : List.of();
  }

  private static List<ChunkSegment> segments(RpcMessage message) {
    List<ChunkSegment> all = new ArrayList<>();
    for (ReadChunk chunk : message.readChunks()) {
      all.addAll(chunk.segments());
    }
    for (WriteChunk chunk : message.writeChunks()) {
      all.addAll(chunk.segments());
    }
    if (message.replyChunk().isPresent()) {
      all.addAll(message.replyChunk().get().segments());
    }
    return all;
  }
}
