package org.rdmadump.nfs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** XDR values written one after the other (RFC 4506). */
final class Words {
  private static final int UNIT = 4;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Appends unsigned integers, given as longs of the same low bits; also enums and bools. */
  Words u32(long... values) {
    for (long value : values) {
      for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.write((int) (value >>> shift));
      }
    }
    return this;
  }

  /** Appends hypers. */
  Words u64(long... values) {
    for (long value : values) {
      u32(value >>> 32, value);
    }
    return this;
  }

  /** Appends an opaque of fixed length that is {@code length} times the byte {@code value}. */
  Words fixed(int length, int value) {
    byte[] all = new byte[length];
    Arrays.fill(all, (byte) value);
    bytes.writeBytes(all);
    return pad(length);
  }

  /** Appends an opaque that is {@code length} times the byte {@code value}, with its length. */
  Words opaque(int length, int value) {
    return u32(length).fixed(length, value);
  }

  /** Appends a string. */
  Words string(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    u32(text.length);
    bytes.writeBytes(text);
    return pad(text.length);
  }

  /** Appends an opaque that is other values. */
  Words opaque(Words value) {
    u32(value.bytes.size());
    return add(value);
  }

  /** Appends other values. */
  Words add(Words other) {
    bytes.writeBytes(other.bytes.toByteArray());
    return this;
  }

  /** Appends a stateid: its sequence number, and 12 times the byte {@code other}. */
  Words stateid(int seqid, int other) {
    return u32(seqid).fixed(12, other);
  }

  /** Appends a bitmap with the given bits. */
  Words bitmap(int... bits) {
    int words = Arrays.stream(bits).map(bit -> bit / Integer.SIZE + 1).max().orElse(0);
    int[] all = new int[words];
    for (int bit : bits) {
      all[bit / Integer.SIZE] |= 1 << bit % Integer.SIZE;
    }
    u32(words);
    for (int word : all) {
      u32(word);
    }
    return this;
  }

  /** {@return the bytes so far} */
  Rope rope() {
    return Rope.of(bytes.toByteArray());
  }

  /** The beginning, as a snap length leaves it. */
  Rope cutTo(int length) {
    Rope whole = rope();
    return Rope.builder()
        .add(whole, 0, length)
        .addHole(whole.length() - length, Absence.TRUNCATED)
        .build();
  }

  /** {@return the number of bytes so far} */
  int length() {
    return bytes.size();
  }

  private Words pad(int length) {
    bytes.writeBytes(new byte[-length & (UNIT - 1)]);
    return this;
  }
}
