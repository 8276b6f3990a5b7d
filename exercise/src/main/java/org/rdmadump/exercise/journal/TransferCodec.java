package org.rdmadump.exercise.journal;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.OptionalInt;

/** How transfers are packed. */
final class TransferCodec implements DeflatedList.Codec<Transfer> {
  @Override
  public void write(Transfer transfer, DataOutput to) throws IOException {
    to.writeInt(transfer.connection());
    to.writeByte(transfer.of().code());
    to.writeBoolean(transfer.by() == Side.SERVER);
    to.writeInt(transfer.handle());
    to.writeLong(transfer.address());
    content(transfer.content(), to);
    optional(transfer.immediate(), to);
    optional(transfer.invalidates(), to);
    to.writeBoolean(transfer.inMemory());
  }

  @Override
  public Transfer read(DataInput from) throws IOException {
    return new Transfer(
        from.readInt(),
        ExerciseCase.of(from.readByte()).orElseThrow(),
        from.readBoolean() ? Side.SERVER : Side.CLIENT,
        from.readInt(),
        from.readLong(),
        content(from),
        optional(from),
        optional(from),
        from.readBoolean());
  }

  private static void content(Content content, DataOutput to) throws IOException {
    to.writeInt(content.length());
    if (content instanceof Content.OfPattern pattern) {
      to.writeByte(pattern.pattern().code());
      to.writeLong(pattern.seed());
      to.writeLong(pattern.place());
    } else {
      to.writeByte(-1);
      to.write(content.bytes());
    }
  }

  private static Content content(DataInput from) throws IOException {
    int length = from.readInt();
    int pattern = from.readByte();
    if (pattern >= 0) {
      return Content.of(
          Pattern.of(pattern).orElseThrow(), from.readLong(), from.readLong(), length);
    }
    byte[] bytes = new byte[length];
    from.readFully(bytes);
    return Content.of(bytes);
  }

  private static void optional(OptionalInt value, DataOutput to) throws IOException {
    to.writeBoolean(value.isPresent());
    if (value.isPresent()) {
      to.writeInt(value.getAsInt());
    }
  }

  private static OptionalInt optional(DataInput from) throws IOException {
    return from.readBoolean() ? OptionalInt.of(from.readInt()) : OptionalInt.empty();
  }
}
