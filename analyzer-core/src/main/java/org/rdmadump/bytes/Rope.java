package org.rdmadump.bytes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * An immutable sequence of bytes made of slices of arrays and of holes, as a message is rebuilt
 * from what several packets carried.
 *
 * <p>Arrays are shared, not copied: whoever gives one away does not change it any more. A hole is a
 * run of bytes whose number is known but not their values. No value is invented for them: reading
 * one is a mistake of the caller, who asks {@link #has} first.
 *
 * <p>Positions count from 0; a range is {@code [from, to)}. A position outside of the rope throws
 * {@link IndexOutOfBoundsException}, a read that touches a hole {@link IllegalStateException}.
 *
 * <pre>{@code
 * boolean whole = message.stream().isComplete();
 * byte first = message.stream().byteAt(0);
 * }</pre>
 */
public final class Rope {
  private static final Rope EMPTY = new Builder().build();

  /** Where each piece starts, and behind the last one where the rope ends. */
  private final long[] starts;

  /** Of each piece the {@code byte[]} that holds it, of a hole its {@link Absence}. */
  private final Object[] sources;

  /** Where in its array each piece starts. */
  private final int[] offsets;

  private final int pieces;
  private final long present;

  private Rope(long[] starts, Object[] sources, int[] offsets, int pieces, long present) {
    this.starts = starts;
    this.sources = sources;
    this.offsets = offsets;
    this.pieces = pieces;
    this.present = present;
  }

  /** {@return the rope without bytes} */
  public static Rope empty() {
    return EMPTY;
  }

  /** {@return a rope of the whole array, which is not copied} */
  public static Rope of(byte[] array) {
    return of(array, 0, array.length);
  }

  /** {@return a rope of a slice of an array, which is not copied} */
  public static Rope of(byte[] array, int offset, int length) {
    return new Builder().add(array, offset, length).build();
  }

  /** {@return a builder without bytes} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return number of bytes, those in holes included} */
  public long length() {
    return starts[pieces];
  }

  /** {@return number of bytes that are not in holes} */
  public long present() {
    return present;
  }

  /** {@return whether there are no holes} */
  public boolean isComplete() {
    return present == length();
  }

  /**
   * {@return whether {@code count} bytes from {@code at} on are inside of the rope and in no hole}
   */
  public boolean has(long at, long count) {
    if (at < 0 || count < 0 || at > length() - count) {
      return false;
    }
    if (count == 0 || isComplete()) {
      return true;
    }
    long end = at + count;
    for (int i = pieceAt(at); i < pieces && starts[i] < end; i++) {
      if (isHole(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@return the holes, in order; neighbours of the same reason are one hole} */
  public List<Hole> holes() {
    List<Hole> holes = new ArrayList<>();
    for (int i = 0; i < pieces; i++) {
      if (sources[i] instanceof Absence why) {
        holes.add(new Hole(starts[i], starts[i + 1] - starts[i], why));
      }
    }
    return holes;
  }

  /** {@return the byte at a position} */
  public byte byteAt(long at) {
    int i = presentPieceAt(at);
    return array(i)[indexOf(i, at)];
  }

  /** {@return the byte at a position, 0 to 255} */
  public int unsignedByteAt(long at) {
    return byteAt(at) & 0xff;
  }

  /** {@return the four bytes from a position on, in network byte order} */
  public int getInt(long at) {
    int i = presentPieceAt(at);
    if (starts[i + 1] - at >= Integer.BYTES) {
      return intAt(array(i), indexOf(i, at));
    }
    Objects.checkFromIndexSize(at, Integer.BYTES, length());
    int value = 0;
    for (int n = 0; n < Integer.BYTES; n++) {
      value = (value << Byte.SIZE) | unsignedByteAt(at + n);
    }
    return value;
  }

  /** {@return the eight bytes from a position on, in network byte order} */
  public long getLong(long at) {
    int i = presentPieceAt(at);
    if (starts[i + 1] - at >= Long.BYTES) {
      byte[] array = array(i);
      int index = indexOf(i, at);
      return ((long) intAt(array, index) << Integer.SIZE)
          | Integer.toUnsignedLong(intAt(array, index + Integer.BYTES));
    }
    return ((long) getInt(at) << Integer.SIZE) | Integer.toUnsignedLong(getInt(at + Integer.BYTES));
  }

  // The compiler makes one load of it; a VarHandle would cost every start 10 ms.
  private static int intAt(byte[] array, int index) {
    return array[index] << 24
        | (array[index + 1] & 0xff) << 16
        | (array[index + 2] & 0xff) << 8
        | (array[index + 3] & 0xff);
  }

  /** Copies {@code count} bytes from {@code at} on into {@code target}. */
  public void copyTo(long at, byte[] target, int offset, int count) {
    Objects.checkFromIndexSize(at, count, length());
    Objects.checkFromIndexSize(offset, count, target.length);
    if (!has(at, count)) {
      throw new IllegalStateException("hole between " + at + " and " + (at + count));
    }
    int copied = 0;
    for (int i = pieceAt(at); copied < count; i++) {
      long from = at + copied;
      int length = (int) Math.min(starts[i + 1] - from, count - copied);
      System.arraycopy(array(i), indexOf(i, from), target, offset + copied, length);
      copied += length;
    }
  }

  /** {@return a copy of {@code [from, to)}, which is shorter than 2 GiB} */
  public byte[] toArray(long from, long to) {
    Objects.checkFromToIndex(from, to, length());
    byte[] copy = new byte[Math.toIntExact(to - from)];
    copyTo(from, copy, 0, copy.length);
    return copy;
  }

  /** {@return the bytes and holes of {@code [from, to)}, nothing copied} */
  public Rope slice(long from, long to) {
    Objects.checkFromToIndex(from, to, length());
    if (from == 0 && to == length()) {
      return this;
    }
    Builder slice = new Builder();
    slice.add(this, from, to);
    return slice.build();
  }

  /** {@return as many bytes, all of them absent; {@code why} of those that are not absent here} */
  public Rope withoutBytes(Absence why) {
    Builder blank = new Builder();
    for (int i = 0; i < pieces; i++) {
      blank.addHole(starts[i + 1] - starts[i], sources[i] instanceof Absence known ? known : why);
    }
    return blank.build();
  }

  /** Shows every piece, in order. */
  public void forEachPiece(PieceVisitor visitor) {
    for (int i = 0; i < pieces; i++) {
      long length = starts[i + 1] - starts[i];
      if (sources[i] instanceof Absence why) {
        visitor.hole(length, why);
      } else {
        visitor.bytes(array(i), offsets[i], (int) length);
      }
    }
  }

  /** {@return the SHA-256 of all bytes in lower-case hex; the rope is complete} */
  public String sha256() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      update(digest);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Feeds every byte to {@code digest}; the rope is complete. */
  public void update(MessageDigest digest) {
    if (!isComplete()) {
      throw new IllegalStateException("a digest of a rope with holes");
    }
    for (int i = 0; i < pieces; i++) {
      digest.update(array(i), offsets[i], (int) (starts[i + 1] - starts[i]));
    }
  }

  /** Says how many bytes, and how many of them are absent; not the bytes. */
  @Override
  public String toString() {
    return isComplete()
        ? "Rope[" + length() + " bytes]"
        : "Rope[" + length() + " bytes, " + (length() - present) + " absent]";
  }

  private boolean isHole(int piece) {
    return sources[piece] instanceof Absence;
  }

  /** Of a piece that is no hole. */
  byte[] array(int piece) {
    return (byte[]) sources[piece];
  }

  /** Position of a piece's first byte; of the piece behind the last one, the rope's length. */
  long start(int piece) {
    return starts[piece];
  }

  /** Index in its array of a piece's first byte. */
  int offset(int piece) {
    return offsets[piece];
  }

  private int indexOf(int piece, long at) {
    return offsets[piece] + (int) (at - starts[piece]);
  }

  /** The piece that holds {@code at}, or the number of pieces if that is the end of the rope. */
  int pieceAt(long at) {
    if (pieces > 0 && at >= 0 && at < starts[1]) {
      return 0;
    }
    int found = Arrays.binarySearch(starts, 0, pieces + 1, at);
    return found >= 0 ? found : -found - 2;
  }

  private int presentPieceAt(long at) {
    Objects.checkIndex(at, length());
    int piece = pieceAt(at);
    if (isHole(piece)) {
      throw new IllegalStateException("hole at " + at);
    }
    return piece;
  }

  /** Puts a rope together from front to back. */
  public static final class Builder {
    private static final int FIRST_CAPACITY = 4;

    private long[] starts = new long[FIRST_CAPACITY + 1];
    private Object[] sources = new Object[FIRST_CAPACITY];
    private int[] offsets = new int[FIRST_CAPACITY];
    private int pieces;
    private long present;

    private Builder() {}

    /** {@return number of bytes so far, those in holes included} */
    public long length() {
      return starts[pieces];
    }

    /** Appends a whole array, which is not copied. */
    public Builder add(byte[] array) {
      return add(array, 0, array.length);
    }

    /** Appends a slice of an array, which is not copied. */
    public Builder add(byte[] array, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, array.length);
      if (length == 0) {
        return this;
      }
      present += length;
      if (pieces > 0 && sources[pieces - 1] == array && endOfLast() == offset) {
        starts[pieces] += length;
      } else {
        append(array, offset, length);
      }
      return this;
    }

    /** Appends {@code length} absent bytes. */
    public Builder addHole(long length, Absence why) {
      if (length < 0) {
        throw new IllegalArgumentException("hole of " + length + " bytes");
      }
      if (length == 0) {
        return this;
      }
      if (pieces > 0 && sources[pieces - 1] == why) {
        starts[pieces] = Math.addExact(starts[pieces], length);
      } else {
        append(why, 0, length);
      }
      return this;
    }

    /** Appends the pieces of another rope. */
    public Builder add(Rope rope) {
      return add(rope, 0, rope.length());
    }

    /** Appends {@code [from, to)} of another rope, its holes included. */
    public Builder add(Rope rope, long from, long to) {
      Objects.checkFromToIndex(from, to, rope.length());
      long at = from;
      for (int i = rope.pieceAt(from); at < to; i++) {
        long length = Math.min(rope.starts[i + 1], to) - at;
        if (rope.sources[i] instanceof Absence why) {
          addHole(length, why);
        } else {
          add(rope.array(i), rope.indexOf(i, at), (int) length);
        }
        at += length;
      }
      return this;
    }

    /** {@return what was appended so far; more can be appended without changing it} */
    public Rope build() {
      return new Rope(
          Arrays.copyOf(starts, pieces + 1),
          Arrays.copyOf(sources, pieces),
          Arrays.copyOf(offsets, pieces),
          pieces,
          present);
    }

    private long endOfLast() {
      return offsets[pieces - 1] + (starts[pieces] - starts[pieces - 1]);
    }

    private void append(Object source, int offset, long length) {
      long end = Math.addExact(starts[pieces], length);
      if (pieces == sources.length) {
        starts = Arrays.copyOf(starts, 2 * pieces + 1);
        sources = Arrays.copyOf(sources, 2 * pieces);
        offsets = Arrays.copyOf(offsets, 2 * pieces);
      }
      sources[pieces] = source;
      offsets[pieces] = offset;
      pieces++;
      starts[pieces] = end;
    }
  }
}
