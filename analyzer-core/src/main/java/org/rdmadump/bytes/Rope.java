package org.rdmadump.bytes;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

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
 * Rope bytes = message.stream();
 * OptionalInt first =
 *     bytes.has(0, 1) ? OptionalInt.of(bytes.unsignedByteAt(0)) : OptionalInt.empty();
 * }</pre>
 */
public final class Rope {
  private static final Rope EMPTY = new Rope(RopePieces.NONE);

  /** What holds it, if it is one piece and no hole, as most are; then there are no other pieces. */
  private final byte @Nullable [] only;

  /** Where in that it starts. */
  private final int onlyOffset;

  private final long length;
  private final RopePieces pieces;

  private Rope(byte[] only, int offset, long length) {
    this.only = only;
    this.onlyOffset = offset;
    this.length = length;
    this.pieces = RopePieces.NONE;
  }

  private Rope(RopePieces pieces) {
    this.only = null;
    this.onlyOffset = 0;
    this.length = pieces.starts[pieces.sources.length];
    this.pieces = pieces;
  }

  /** {@return the rope without bytes} */
  public static Rope empty() {
    return EMPTY;
  }

  /** {@return a rope of the whole array, which is not copied} */
  public static Rope of(byte[] array) {
    return array.length == 0 ? EMPTY : new Rope(array, 0, array.length);
  }

  /** {@return a rope of a slice of an array, which is not copied} */
  public static Rope of(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    return length == 0 ? EMPTY : new Rope(array, offset, length);
  }

  /** {@return a builder without bytes} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return number of bytes, those in holes included} */
  public long length() {
    return length;
  }

  /** {@return number of bytes that are not in holes} */
  public long present() {
    return only != null ? length : pieces.present;
  }

  /** {@return whether there are no holes} */
  public boolean isComplete() {
    return only != null || pieces.present == length;
  }

  /**
   * {@return whether {@code count} bytes from {@code at} on are inside of the rope and in no hole}
   */
  public boolean has(long at, long count) {
    if (at < 0 || count < 0 || at > length - count) {
      return false;
    }
    if (count == 0 || isComplete()) {
      return true;
    }
    long end = at + count;
    for (int i = pieceAt(at); i < pieces.sources.length && pieces.starts[i] < end; i++) {
      if (isHole(i)) {
        return false;
      }
    }
    return true;
  }

  /** {@return whether all holes that begin before a position are there for one reason} */
  public boolean lacksOnly(Absence why, long before) {
    for (int i = 0; i < pieces.sources.length && pieces.starts[i] < before; i++) {
      if (pieces.sources[i] instanceof Absence other && other != why) {
        return false;
      }
    }
    return true;
  }

  /** {@return the holes, in order; neighbours of the same reason are one hole} */
  public List<Hole> holes() {
    List<Hole> holes = new ArrayList<>();
    for (int i = 0; i < pieces.sources.length; i++) {
      if (pieces.sources[i] instanceof Absence why) {
        holes.add(new Hole(pieces.starts[i], pieces.starts[i + 1] - pieces.starts[i], why));
      }
    }
    return holes;
  }

  /** {@return the byte at a position} */
  public byte byteAt(long at) {
    if (only != null) {
      return only[onlyIndex(at, 1)];
    }
    int i = presentPieceAt(at);
    return array(i)[indexOf(i, at)];
  }

  /** {@return the byte at a position, 0 to 255} */
  public int unsignedByteAt(long at) {
    return byteAt(at) & 0xff;
  }

  /** {@return the four bytes from a position on, in network byte order} */
  public int getInt(long at) {
    // In steps that are short enough to be inlined.
    return only != null ? NetworkOrder.intAt(only, onlyIndex(at, Integer.BYTES)) : intOfPieces(at);
  }

  private int intOfPieces(long at) {
    int i = presentPieceAt(at);
    if (pieces.starts[i + 1] - at >= Integer.BYTES) {
      return NetworkOrder.intAt(array(i), indexOf(i, at));
    }
    Objects.checkFromIndexSize(at, Integer.BYTES, length);
    int value = 0;
    for (int n = 0; n < Integer.BYTES; n++) {
      value = (value << Byte.SIZE) | unsignedByteAt(at + n);
    }
    return value;
  }

  /** {@return the eight bytes from a position on, in network byte order} */
  public long getLong(long at) {
    return only != null
        ? NetworkOrder.longAt(only, onlyIndex(at, Long.BYTES))
        : (long) getInt(at) << Integer.SIZE | Integer.toUnsignedLong(getInt(at + Integer.BYTES));
  }

  /** Where in the only piece so many bytes are. */
  private int onlyIndex(long at, int count) {
    // Either is negative where they are not; in one comparison, to be short enough to be inlined.
    if ((at | (length - count - at)) < 0) {
      refuse(at, count);
    }
    return onlyOffset + (int) at;
  }

  private void refuse(long at, int count) {
    Objects.checkFromIndexSize(at, count, length);
  }

  /** Copies {@code count} bytes from {@code at} on into {@code target}. */
  public void copyTo(long at, byte[] target, int offset, int count) {
    Objects.checkFromIndexSize(at, count, length);
    Objects.checkFromIndexSize(offset, count, target.length);
    if (!has(at, count)) {
      throw new IllegalStateException("hole between " + at + " and " + (at + count));
    }
    int copied = 0;
    for (int i = pieceAt(at); copied < count; i++) {
      long from = at + copied;
      int part = (int) Math.min(start(i + 1) - from, count - copied);
      System.arraycopy(array(i), indexOf(i, from), target, offset + copied, part);
      copied += part;
    }
  }

  /** {@return a copy of {@code [from, to)}, which is shorter than 2 GiB} */
  public byte[] toArray(long from, long to) {
    Objects.checkFromToIndex(from, to, length);
    byte[] copy = new byte[Math.toIntExact(to - from)];
    copyTo(from, copy, 0, copy.length);
    return copy;
  }

  /** {@return the bytes and holes of {@code [from, to)}, nothing copied} */
  public Rope slice(long from, long to) {
    Objects.checkFromToIndex(from, to, length);
    if (from == 0 && to == length) {
      return this;
    }
    if (only != null) {
      return of(only, onlyOffset + (int) from, (int) (to - from));
    }
    Builder slice = new Builder();
    slice.add(this, from, to);
    return slice.build();
  }

  /** {@return as many bytes, all of them absent; {@code why} of those that are not absent here} */
  public Rope withoutBytes(Absence why) {
    Builder blank = new Builder();
    for (int i = 0; i < count(); i++) {
      blank.addHole(start(i + 1) - start(i), source(i) instanceof Absence known ? known : why);
    }
    return blank.build();
  }

  /** Shows every piece, in order. */
  public void forEachPiece(PieceVisitor visitor) {
    for (int i = 0; i < count(); i++) {
      long part = start(i + 1) - start(i);
      if (source(i) instanceof Absence why) {
        visitor.hole(part, why);
      } else {
        visitor.bytes(array(i), offset(i), (int) part);
      }
    }
  }

  /** {@return the CRC-32 of all bytes in {@code [from, to)}, of which none is absent} */
  public int crc(long from, long to) {
    Objects.checkFromToIndex(from, to, length);
    CRC32 crc = new CRC32();
    long at = from;
    while (at < to) {
      int piece = presentPieceAt(at);
      int part = (int) (Math.min(start(piece + 1), to) - at);
      crc.update(array(piece), indexOf(piece, at), part);
      at += part;
    }
    return (int) crc.getValue();
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
    for (int i = 0; i < count(); i++) {
      digest.update(array(i), offset(i), (int) (start(i + 1) - start(i)));
    }
  }

  /** Says how many bytes, and how many of them are absent; not the bytes. */
  @Override
  public String toString() {
    return "Rope[" + length + " bytes, " + (length - present()) + " absent]";
  }

  private int count() {
    return only != null ? 1 : pieces.sources.length;
  }

  private Object source(int piece) {
    return only != null ? only : pieces.sources[piece];
  }

  private boolean isHole(int piece) {
    return only == null && pieces.sources[piece] instanceof Absence;
  }

  /** Of a piece that is no hole. */
  byte[] array(int piece) {
    return only != null ? only : (byte[]) pieces.sources[piece];
  }

  /** Position of a piece's first byte; of the piece behind the last one, the rope's length. */
  long start(int piece) {
    if (only != null) {
      return piece == 0 ? 0 : length;
    }
    return pieces.starts[piece];
  }

  /** Index in its array of a piece's first byte. */
  int offset(int piece) {
    return only != null ? onlyOffset : pieces.offsets[piece];
  }

  /** Index of the byte at a position in the array of its piece. */
  int indexOf(int piece, long at) {
    return offset(piece) + (int) (at - start(piece));
  }

  /** The piece that holds {@code at}, or the number of pieces if that is the end of the rope. */
  int pieceAt(long at) {
    if (at >= 0 && at < length && (only != null || at < pieces.starts[1])) {
      return 0;
    }
    if (only != null) {
      return at < 0 ? -1 : 1;
    }
    int found = Arrays.binarySearch(pieces.starts, at);
    return found >= 0 ? found : -found - 2;
  }

  private int presentPieceAt(long at) {
    Objects.checkIndex(at, length);
    int piece = pieceAt(at);
    if (isHole(piece)) {
      throw new IllegalStateException("hole at " + at);
    }
    return piece;
  }

  /** Puts a rope together from front to back. */
  public static final class Builder {
    private static final int FIRST_CAPACITY = 4;

    // All pieces but the last one.
    private long[] starts = RopePieces.NONE.starts;
    private Object[] sources = RopePieces.NONE.sources;
    private int[] offsets = RopePieces.NONE.offsets;
    private int before;

    /** The last piece: as in the rope; null if there is none. */
    private @Nullable Object last;

    private int lastOffset;
    private long lastStart;
    private long length;
    private long present;

    private Builder() {}

    /** {@return number of bytes so far, those in holes included} */
    public long length() {
      return length;
    }

    /** Begins anew, for who builds one rope after the other. */
    public void clear() {
      Arrays.fill(sources, 0, before, null);
      before = 0;
      last = null;
      length = 0;
      present = 0;
    }

    /** Appends a whole array, which is not copied. */
    public Builder add(byte[] array) {
      return add(array, 0, array.length);
    }

    /** Appends a slice of an array, which is not copied. */
    public Builder add(byte[] array, int offset, int count) {
      Objects.checkFromIndexSize(offset, count, array.length);
      if (count == 0) {
        return this;
      }
      present += count;
      if (last == array && lastOffset + (length - lastStart) == offset) {
        length += count;
      } else {
        append(array, offset, count);
      }
      return this;
    }

    /** Appends {@code count} absent bytes. */
    public Builder addHole(long count, Absence why) {
      if (count < 0) {
        throw new IllegalArgumentException("hole of " + count + " bytes");
      }
      if (count == 0) {
        return this;
      }
      if (last == why) {
        length = Math.addExact(length, count);
      } else {
        append(why, 0, count);
      }
      return this;
    }

    /** Appends the pieces of another rope. */
    public Builder add(Rope rope) {
      return add(rope, 0, rope.length());
    }

    /** Appends {@code [from, to)} of another rope, its holes included. */
    public Builder add(Rope rope, long from, long to) {
      Objects.checkFromToIndex(from, to, rope.length);
      long at = from;
      for (int i = rope.pieceAt(from); at < to; i++) {
        long part = Math.min(rope.start(i + 1), to) - at;
        if (rope.source(i) instanceof Absence why) {
          addHole(part, why);
        } else {
          add(rope.array(i), rope.indexOf(i, at), (int) part);
        }
        at += part;
      }
      return this;
    }

    /** {@return what was appended so far; more can be appended without changing it} */
    public Rope build() {
      if (last == null) {
        return EMPTY;
      }
      if (before == 0 && last instanceof byte[] array) {
        return new Rope(array, lastOffset, length);
      }
      long[] allStarts = Arrays.copyOf(starts, before + 2);
      allStarts[before] = lastStart;
      allStarts[before + 1] = length;
      Object[] allSources = new Object[before + 1];
      System.arraycopy(sources, 0, allSources, 0, before);
      allSources[before] = last;
      int[] allOffsets = Arrays.copyOf(offsets, before + 1);
      allOffsets[before] = lastOffset;
      return new Rope(new RopePieces(allStarts, allSources, allOffsets, present));
    }

    private void append(Object source, int offset, long count) {
      long end = Math.addExact(length, count);
      if (last != null) {
        if (before == sources.length) {
          int room = Math.max(FIRST_CAPACITY, 2 * before);
          starts = Arrays.copyOf(starts, room);
          sources = Arrays.copyOf(sources, room);
          offsets = Arrays.copyOf(offsets, room);
        }
        starts[before] = lastStart;
        sources[before] = last;
        offsets[before] = lastOffset;
        before++;
      }
      last = source;
      lastOffset = offset;
      lastStart = length;
      length = end;
    }
  }
}
