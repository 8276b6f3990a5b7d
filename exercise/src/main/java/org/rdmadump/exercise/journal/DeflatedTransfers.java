package org.rdmadump.exercise.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Transfers that are kept deflated, since those of a long run would not fit otherwise. */
final class DeflatedTransfers {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Optional<DataOutputStream> open =
      Optional.of(new DataOutputStream(new DeflaterOutputStream(bytes)));
  private int count;

  /** Adds one, before {@link #all} is called for the first time. */
  void add(Transfer transfer) {
    try {
      write(transfer, open.orElseThrow(() -> new IllegalStateException("the list is finished")));
      count++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says that there will be no more: what packs them is given back. */
  void finish() {
    if (open.isPresent()) {
      try {
        open.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      open = Optional.empty();
    }
  }

  /** All of them, unpacked anew each time. */
  List<Transfer> all() {
    finish();
    List<Transfer> all = new ArrayList<>(count);
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(new ByteArrayInputStream(bytes.toByteArray())))) {
      for (int i = 0; i < count; i++) {
        all.add(read(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Collections.unmodifiableList(all);
  }

  private static void write(Transfer transfer, DataOutput to) throws IOException {
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

  private static Transfer read(DataInput from) throws IOException {
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
