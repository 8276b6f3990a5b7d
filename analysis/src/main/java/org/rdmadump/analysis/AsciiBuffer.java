package org.rdmadump.analysis;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A growing line of text, ASCII for the most part.
 *
 * <p>What is not printable ASCII becomes {@code ?}, but in {@link #putText}, so nothing from a
 * capture can steer a terminal. Numbers are written without an object in between.
 */
public final class AsciiBuffer {
  private static final int FIRST_CAPACITY = 512;
  private static final byte[] DIGITS = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };
  private static final int DECIMALS = 20;

  /** 2 to the power of the shift, divided by 100 and rounded up: right for all of 31 bits. */
  private static final long HUNDREDTH = 0x1_47AE_147BL;

  private static final int HUNDREDTH_SHIFT = 39;

  /** Both digits of the numbers from 0 to 99. */
  private static final byte[] PAIRS = pairs(10);

  private static final byte[] HEX_PAIRS = pairs(16);

  private static final int MOST_DIGITS = 19;

  /** The greatest power of ten that an {@code int} holds, and how many digits are below it. */
  private static final long BILLION = 1_000_000_000L;

  private static final int DIGITS_OF_BILLION = 9;
  private static final String LOWEST = "-9223372036854775808";

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;
  private int invisible;

  /** Empties the buffer. */
  public void clear() {
    length = 0;
    invisible = 0;
  }

  /** {@return number of bytes} */
  public int length() {
    return length;
  }

  /** {@return number of bytes that take room on a terminal} */
  public int column() {
    return length - invisible;
  }

  /**
   * {@return the bytes, of which the first {@link #length()} count; the next change may replace it}
   */
  public byte[] array() {
    return bytes;
  }

  /** Writes the bytes to {@code out}. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  /** Writes the bytes to {@code out}, and empties the buffer. */
  public void moveTo(OutputStream out) throws IOException {
    writeTo(out);
    clear();
  }

  /** Appends one character. */
  public AsciiBuffer put(char c) {
    reserve(1);
    bytes[length++] = printable(c);
    return this;
  }

  /** Appends text. */
  public AsciiBuffer put(String text) {
    int count = text.length();
    reserve(count);
    byte[] to = bytes;
    int at = length;
    for (int i = 0; i < count; i++) {
      to[at++] = printable(text.charAt(i));
    }
    length = at;
    return this;
  }

  /** Appends text that is known to be printable ASCII: if it is not short, in less time. */
  @SuppressWarnings("deprecation") // What it cannot copy is beyond ASCII.
  public AsciiBuffer putAscii(String text) {
    int count = text.length();
    reserve(count);
    text.getBytes(0, count, bytes, length);
    length += count;
    return this;
  }

  /**
   * Appends text that somebody chose, at most {@code most} characters of it: in quotation marks
   * unless it is a plain word, so that it cannot be taken for anything else. What is not printable
   * is shown as its number, {@code \\u202e}; what is beyond ASCII and printable stands in UTF-8.
   */
  public AsciiBuffer putText(String text, int most) {
    boolean plain = isPlain(text);
    int end = text.length() > most ? text.offsetByCodePoints(0, shown(text, most)) : text.length();
    if (plain) {
      putAscii(end < text.length() ? text.substring(0, end) : text);
    } else {
      put('"');
      for (int i = 0; i < end; i += Character.charCount(text.codePointAt(i))) {
        putCodePoint(text.codePointAt(i));
      }
      put('"');
    }
    return end < text.length() ? put("...") : this;
  }

  /**
   * Appends text as {@link #put(String)} does, but printable characters beyond ASCII as they are.
   */
  public AsciiBuffer putSymbols(String text) {
    for (int i = 0; i < text.length(); i = text.offsetByCodePoints(i, 1)) {
      int c = text.codePointAt(i);
      if (c > 0x7f && isPrintable(c)) {
        putSymbol(Character.toString(c).getBytes(StandardCharsets.UTF_8));
      } else {
        put((char) c);
      }
    }
    return this;
  }

  private static int shown(String text, int most) {
    return Math.min(most, text.codePointCount(0, text.length()));
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '"' || c == '\\') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private void putCodePoint(int c) {
    if (c == '"' || c == '\\') {
      put('\\').put((char) c);
    } else if (c >= ' ' && c < 0x7f) {
      put((char) c);
    } else if (isPrintable(c)) {
      putSymbol(Character.toString(c).getBytes(StandardCharsets.UTF_8));
    } else if (c <= Character.MAX_VALUE) {
      put("\\u").putHexDigits(c, 4);
    } else {
      put("\\U").putHexDigits(c, 8);
    }
  }

  /** Whether a terminal shows it in columns of its own, and does nothing else. */
  private static boolean isPrintable(int c) {
    return VisibleText.isVisible(c)
        && switch (Character.getType(c)) {
          case Character.PRIVATE_USE,
              Character.UNASSIGNED,
              Character.NON_SPACING_MARK,
              Character.ENCLOSING_MARK ->
              false;
          default -> true;
        };
  }

  /** Appends a character beyond ASCII, of one column, in UTF-8 as it is. */
  public AsciiBuffer putSymbol(byte[] utf8) {
    putInvisible(utf8);
    invisible--;
    return this;
  }

  /** Appends a line feed. */
  public AsciiBuffer newline() {
    return putByte((byte) '\n');
  }

  /** Appends a byte as it is. */
  public AsciiBuffer putByte(byte each) {
    reserve(1);
    bytes[length++] = each;
    return this;
  }

  /** Appends the first {@code count} bytes of {@code from} as they are. */
  public AsciiBuffer putBytes(byte[] from, int count) {
    return putBytes(from, 0, count);
  }

  /** Appends {@code count} bytes of {@code from} as they are. */
  public AsciiBuffer putBytes(byte[] from, int offset, int count) {
    reserve(count);
    System.arraycopy(from, offset, bytes, length, count);
    length += count;
    return this;
  }

  /**
   * Appends text that is printable ASCII without quotation marks and backslashes.
   *
   * @return false if it is not; nothing was appended then
   */
  public boolean putPlain(String text) {
    int count = text.length();
    reserve(count);
    byte[] to = bytes;
    int at = length;
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        return false;
      }
      to[at++] = (byte) c;
    }
    length = at;
    return true;
  }

  /** Appends bytes as they are that take no room on a terminal, such as the start of a colour. */
  public AsciiBuffer putInvisible(byte[] sequence) {
    invisible += sequence.length;
    return putBytes(sequence, sequence.length);
  }

  /** Appends {@code count} spaces; none if it is not positive. */
  public AsciiBuffer spaces(int count) {
    if (count > 0) {
      reserve(count);
      Arrays.fill(bytes, length, length + count, (byte) ' ');
      length += count;
    }
    return this;
  }

  /** Takes the last {@code count} bytes away, which take room on a terminal. */
  public AsciiBuffer cut(int count) {
    length -= count;
    return this;
  }

  /** Takes spaces away from the end. */
  public AsciiBuffer trimEnd() {
    while (length > 0 && bytes[length - 1] == ' ') {
      length--;
    }
    return this;
  }

  /** Appends spaces until {@link #column()} is at least {@code column}. */
  public AsciiBuffer padTo(int column) {
    return spaces(column - column());
  }

  /** Appends a signed decimal number. */
  public AsciiBuffer putDecimal(long value) {
    if (value >= 0 && value < 10) {
      return putByte((byte) ('0' + value));
    }
    if (value == Long.MIN_VALUE) {
      return put(LOWEST);
    }
    reserve(DECIMALS);
    long rest = value;
    if (rest < 0) {
      bytes[length++] = '-';
      rest = -rest;
    }
    int count = digits(rest);
    putDigits(rest, count);
    length += count;
    return this;
  }

  /** Appends a decimal number, right-aligned in {@code width} columns, longer if it needs more. */
  public AsciiBuffer putDecimal(long value, int width) {
    int from = length;
    putDecimal(value);
    return alignRight(from, width);
  }

  /** Appends a number from 0 on with leading zeros; only the last {@code count} digits of it. */
  public AsciiBuffer putPadded(long value, int count) {
    reserve(count);
    putDigits(value, count);
    length += count;
    return this;
  }

  /** Puts the last digits of a number, from 0 on, behind what is there. */
  private void putDigits(long value, int count) {
    int end = length + count;
    long rest = value;
    // To divide a long number, the compiler of short runs calls a subroutine.
    while (rest > Integer.MAX_VALUE && end > length) {
      long high = rest / BILLION;
      int from = Math.max(length, end - DIGITS_OF_BILLION);
      putDigits((int) (rest - high * BILLION), from, end);
      end = from;
      rest = high;
    }
    putDigits((int) rest, length, end);
  }

  private void putDigits(int value, int from, int end) {
    byte[] to = bytes;
    int few = value;
    int at = end;
    while (at > from) {
      // By multiplication: the compiler of short runs divides, which takes far longer.
      int hundredth = (int) ((few * HUNDREDTH) >>> HUNDREDTH_SHIFT);
      int pair = 2 * (few - 100 * hundredth);
      to[--at] = PAIRS[pair + 1];
      if (at > from) {
        to[--at] = PAIRS[pair];
      }
      few = hundredth;
    }
  }

  private static byte[] pairs(int base) {
    byte[] pairs = new byte[2 * base * base];
    for (int i = 0; i < base * base; i++) {
      pairs[2 * i] = DIGITS[i / base];
      pairs[2 * i + 1] = DIGITS[i % base];
    }
    return pairs;
  }

  /** Appends {@code 0x} and eight hexadecimal digits. */
  public AsciiBuffer putHex(int value) {
    return put("0x").putHexDigits(Integer.toUnsignedLong(value), 8);
  }

  /** Appends {@code 0x} and sixteen hexadecimal digits. */
  public AsciiBuffer putHex(long value) {
    return put("0x").putHexDigits(value, 16);
  }

  /** Appends the last {@code count} hexadecimal digits of a number. */
  public AsciiBuffer putHexDigits(long value, int count) {
    reserve(count);
    byte[] to = bytes;
    long rest = value;
    for (int at = length + count; at > length; rest >>>= Byte.SIZE) {
      int pair = 2 * ((int) rest & 0xff);
      to[--at] = HEX_PAIRS[pair + 1];
      if (at > length) {
        to[--at] = HEX_PAIRS[pair];
      }
    }
    length += count;
    return this;
  }

  /** Appends a number from 0 to 2<sup>64</sup>-1 in decimal. */
  public AsciiBuffer putUnsigned(long value) {
    return value < 0 ? put(Long.toUnsignedString(value)) : putDecimal(value);
  }

  /** Appends a number without a sign in octal, without leading zeros. */
  public AsciiBuffer putOctal(long value) {
    int count = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 2) / 3);
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length + i] = DIGITS[(int) (value >>> (3 * (count - 1 - i))) & 7];
    }
    length += count;
    return this;
  }

  /** Appends two hexadecimal digits for each of the first {@code count} bytes. */
  public AsciiBuffer putHexDigits(byte[] value, int count) {
    reserve(2 * count);
    byte[] to = bytes;
    int at = length;
    for (int i = 0; i < count; i++) {
      int pair = 2 * (value[i] & 0xff);
      to[at++] = HEX_PAIRS[pair];
      to[at++] = HEX_PAIRS[pair + 1];
    }
    length = at;
    return this;
  }

  /** Moves what was appended since {@code from} to the right end of {@code width} columns. */
  public AsciiBuffer alignRight(int from, int width) {
    int shift = width - (length - from);
    if (shift > 0) {
      reserve(shift);
      System.arraycopy(bytes, from, bytes, from + shift, length - from);
      Arrays.fill(bytes, from, from + shift, (byte) ' ');
      length += shift;
    }
    return this;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static byte printable(char c) {
    return c >= ' ' && c < 0x7f ? (byte) c : (byte) '?';
  }

  private static int digits(long value) {
    if (value >= BILLION * BILLION) {
      return MOST_DIGITS;
    }
    int count = 1;
    for (long power = 10; power <= value && count < MOST_DIGITS; power *= 10) {
      count++;
    }
    return count;
  }

  private void reserve(int more) {
    if (length > bytes.length - more) {
      grow(more);
    }
  }

  /** Apart, so that the compiler of short runs puts the comparison where it is needed. */
  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
  }
}
