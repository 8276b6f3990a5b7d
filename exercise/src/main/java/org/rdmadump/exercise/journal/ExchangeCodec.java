package org.rdmadump.exercise.journal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** How exchanges are packed: what both messages follow from. */
final class ExchangeCodec implements DeflatedList.Codec<Exchange> {
  @Override
  public void write(Exchange exchange, DataOutput to) throws IOException {
    RpcCall call = exchange.made();
    to.writeInt(exchange.connection());
    to.writeByte(call.of().code());
    to.writeInt(call.xid());
    to.writeByte(call.version());
    to.writeByte(call.pattern().code());
    to.writeLong(call.seed());
    lengths(call.writes(), to);
    lengths(call.reads(), to);
    to.writeBoolean(call.positionZero());
    to.writeByte(call.readSegments());
    to.writeByte(call.writeSegments());
    to.writeByte(call.replySegments());
    to.writeBoolean(exchange.inMemory());
  }

  @Override
  public Exchange read(DataInput from) throws IOException {
    int connection = from.readInt();
    RpcCall call =
        new RpcCall(
            ExerciseCase.of(from.readByte()).orElseThrow(),
            from.readInt(),
            from.readByte(),
            Pattern.of(from.readByte()).orElseThrow(),
            from.readLong(),
            lengths(from),
            lengths(from),
            from.readBoolean(),
            from.readByte(),
            from.readByte(),
            from.readByte());
    return new Exchange(connection, call, from.readBoolean());
  }

  private static void lengths(List<Integer> lengths, DataOutput to) throws IOException {
    to.writeByte(lengths.size());
    for (int length : lengths) {
      to.writeInt(length);
    }
  }

  private static List<Integer> lengths(DataInput from) throws IOException {
    List<Integer> lengths = new ArrayList<>();
    for (int left = from.readByte(); left > 0; left--) {
      lengths.add(from.readInt());
    }
    return List.copyOf(lengths);
  }
}
