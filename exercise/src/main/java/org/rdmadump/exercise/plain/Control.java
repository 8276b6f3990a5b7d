package org.rdmadump.exercise.plain;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Side;

/**
 * What the two sides tell each other between transfers: a Send of {@value #LENGTH} bytes.
 *
 * @param kind what it says
 * @param of what is exercised
 * @param by who does it
 * @param extra of a {@link Kind#HELLO} what the side can do, of a {@link Kind#COMMAND} the pieces
 *     to use, of a {@link Kind#REPORT} 1 if memory beside was touched; of a {@link Kind#READY}
 *     about memory that is taken away, what came of that before
 * @param step number of the step, from 0 on
 * @param length bytes to move; in a hello, pieces that a Send or a Write may have
 * @param handle of memory for the other side; in a report, what was invalidated; in a hello, pieces
 *     that a Read may have
 * @param immediate data to send; in a report, what was received
 * @param address of that memory
 * @param digest SHA-256 of what is in memory; zeros but in a report
 */
@SuppressWarnings({
  "ArrayRecordComponent", // never compared
  "EnumOrdinal" // both sides are of one version, which Hello compares
})
record Control(
    Kind kind,
    ExerciseCase of,
    Side by,
    int extra,
    int step,
    int length,
    int handle,
    int immediate,
    long address,
    byte[] digest) {
  static final int LENGTH = 64;

  private static final int MAGIC = 0x52445843;
  private static final int DIGEST = 32;
  private static final byte[] NO_DIGEST = new byte[DIGEST];

  /** What it says. */
  enum Kind {
    /** What a side can do. */
    HELLO,
    /** Client: a step begins. */
    COMMAND,
    /** Server: memory is as it should be, or a receive is posted. */
    READY,
    /** Client: its part of the step is done. */
    DONE,
    /** Server: what is in its memory now. */
    REPORT,
    /** Client: that was all. */
    BYE
  }

  static Control hello(Traits traits) {
    return new Control(
        Kind.HELLO,
        ExerciseCase.CONTROL,
        Side.CLIENT,
        Abilities.of(traits),
        0,
        traits.mostSlices(),
        traits.mostReadSlices(),
        0,
        0,
        NO_DIGEST);
  }

  static Control command(Step step, int handle, long address) {
    return new Control(
        Kind.COMMAND,
        step.of(),
        step.by(),
        step.slices(),
        step.number(),
        step.length(),
        handle,
        step.immediate(),
        address,
        NO_DIGEST);
  }

  /** {@return that memory is to be read by a side before it takes it away, and after} */
  static Control invalidation(Side by, int handle, long address) {
    return new Control(
        Kind.COMMAND,
        ExerciseCase.INVALIDATED,
        by,
        0,
        0,
        Closed.MEMORY,
        handle,
        0,
        address,
        NO_DIGEST);
  }

  /** {@return the same with something more} */
  Control with(int more) {
    return new Control(kind, of, by, more, step, length, handle, immediate, address, digest);
  }

  /** {@return the same step, of another kind and about other memory} */
  Control answer(Kind other, int itsHandle, long itsAddress) {
    return new Control(
        other, of, by, extra, step, length, itsHandle, immediate, itsAddress, NO_DIGEST);
  }

  /** {@return what came of the step} */
  Control report(boolean touched, int invalidated, int received, byte[] inMemory) {
    return new Control(
        Kind.REPORT,
        of,
        by,
        touched ? 1 : 0,
        step,
        length,
        invalidated,
        received,
        address,
        inMemory);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(LENGTH)
        .putInt(MAGIC)
        .put((byte) kind.ordinal())
        .put((byte) of.code())
        .put((byte) by.ordinal())
        .put((byte) extra)
        .putInt(step)
        .putInt(length)
        .putInt(handle)
        .putInt(immediate)
        .putLong(address)
        .put(digest)
        .array();
  }

  /** {@return the message; empty if it is something else} */
  static Optional<Control> of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      return Optional.empty();
    }
    ByteBuffer data = ByteBuffer.wrap(bytes);
    Optional<ExerciseCase> what = ExerciseCase.of(Byte.toUnsignedInt(data.get(5)));
    int kind = data.get(4);
    int side = data.get(6);
    if (data.getInt(0) != MAGIC
        || what.isEmpty()
        || kind < 0
        || kind >= Kind.values().length
        || side < 0
        || side >= Side.values().length) {
      return Optional.empty();
    }
    byte[] digest = new byte[DIGEST];
    data.get(LENGTH - DIGEST, digest);
    return Optional.of(
        new Control(
            Kind.values()[kind],
            what.get(),
            Side.values()[side],
            Byte.toUnsignedInt(data.get(7)),
            data.getInt(8),
            data.getInt(12),
            data.getInt(16),
            data.getInt(20),
            data.getLong(24),
            digest));
  }
}
