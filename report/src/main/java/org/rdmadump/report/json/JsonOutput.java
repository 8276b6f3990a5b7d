package org.rdmadump.report.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.RecentSecond;

/**
 * Writes records as JSON objects, one on a line, or all in one array. It keeps them in one buffer,
 * which it passes on between records.
 *
 * <p>A value follows its name, or stands in an array; commas are put where they belong. Fields
 * whose value is an absent Optional are left out.
 *
 * <pre>{@code
 * JsonOutput out = new JsonOutput(System.out, false);
 * out.beginRecord("summary");
 * out.put("frames", 12);
 * out.endRecord();
 * }</pre>
 */
public final class JsonOutput {
  /**
   * The version of the format of all records. It grows when a field changes its type or meaning, or
   * goes; a field that is added leaves it as it is.
   */
  public static final int FORMAT = 2;

  /** Bytes from which on the buffer is passed on. */
  private static final int FULL = 64 << 10;

  private static final int KIND_BITS = 4;

  private static final byte[] RECORD = JsonText.key("record");
  private static final byte[] FORMAT_KEY = JsonText.key("format");
  private static final byte[] HEX = {'"', '0', 'x'};
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

  private final OutputStream target;
  private final boolean array;
  private final AsciiBuffer text = new AsciiBuffer();
  private final KeptStrings kept = new KeptStrings();
  private final RecentSecond second = new RecentSecond();
  private final RecentNumber number = new RecentNumber();
  private final KnownFields kinds = new KnownFields(this, KIND_BITS);
  private boolean hasRecords;

  /** Whether a comma separates what comes next from what is before it. */
  private boolean follows;

  /**
   * Output to {@code target}, which is flushed but not closed.
   *
   * @param array put brackets around all records and commas between them
   */
  public JsonOutput(OutputStream target, boolean array) {
    this.target = target;
    this.array = array;
  }

  // ---- records

  /** Begins the output: opens the array, if there is to be one. */
  public void begin() {
    if (array) {
      text.put('[').newline();
    }
  }

  /** Begins a record with its first two fields: what it is, and the version of its format. */
  public void beginRecord(String kind) {
    if (array && hasRecords) {
      text.put(',').newline();
    }
    hasRecords = true;
    follows = false;
    beginObject();
    kind(kind);
  }

  /** Writes what kind of record the open object is, and the version of its format. */
  void kind(String kind) {
    if (!kinds.again(kind, 0)) {
      putLabel(RECORD, kind);
      key(FORMAT_KEY);
      number(FORMAT);
      kinds.keep();
    }
  }

  /** Ends a record, and its line if it has one of its own. */
  public void endRecord() throws IOException {
    endObject();
    if (!array) {
      text.newline();
    }
    passOnIfFull();
  }

  /** Passes on what was written so far if it is a lot. */
  void passOnIfFull() throws IOException {
    if (text.length() >= FULL) {
      text.moveTo(target);
    }
  }

  /** Passes on what was written so far. */
  public void flush() throws IOException {
    text.moveTo(target);
    target.flush();
  }

  /** Ends the output, closes the array if there is one, and flushes. */
  public void end() throws IOException {
    if (array && hasRecords) {
      text.newline();
    }
    if (array) {
      text.put(']').newline();
    }
    flush();
  }

  // ---- objects and arrays

  /** Begins an object as the value of the name before, or in an array. */
  public void beginObject() {
    open('{');
  }

  /** Begins an object as a field of the one that is open. */
  public void beginObject(String name) {
    name(name);
    open('{');
  }

  /** Begins an object as a field whose name {@link JsonText#key} made. */
  void beginObject(byte[] key) {
    key(key);
    open('{');
  }

  /** Ends an object. */
  public void endObject() {
    close('}');
  }

  /** Begins an array as the value of the name before, or in an array. */
  public void beginArray() {
    open('[');
  }

  /** Begins an array as a field of the object that is open. */
  public void beginArray(String name) {
    name(name);
    open('[');
  }

  /** Begins an array as a field whose name {@link JsonText#key} made. */
  void beginArray(byte[] key) {
    key(key);
    open('[');
  }

  /** Ends an array. */
  public void endArray() {
    close(']');
  }

  private void open(char bracket) {
    separate();
    text.putByte((byte) bracket);
    follows = false;
  }

  private void close(char bracket) {
    text.putByte((byte) bracket);
    follows = true;
  }

  /** Begins a new line, between values. */
  void newline() {
    text.newline();
  }

  private void separate() {
    if (follows) {
      text.putByte((byte) ',');
    }
    follows = true;
  }

  // ---- names and values

  /** Writes the name of a field, of which the value comes next. */
  public void name(String name) {
    separate();
    kept.put(text, name);
    text.putByte((byte) ':');
    follows = false;
  }

  /** Writes the name of a field as {@link JsonText#key} made it. */
  void key(byte[] key) {
    int from = follows ? 0 : 1;
    text.putBytes(key, from, key.length - from);
    follows = false;
  }

  /** Writes a number. */
  public void number(long value) {
    separate();
    text.putDecimal(value);
  }

  /** Writes a number from 0 to 2<sup>64</sup>-1. */
  void unsigned(long value) {
    separate();
    text.putUnsigned(value);
  }

  /** Writes a number from 0 to 2<sup>64</sup>-1 as a string of digits. */
  void unsignedString(long value) {
    quote();
    text.putUnsigned(value);
    endQuote();
  }

  /** Writes a number as a string of digits. */
  void decimalString(long value) {
    quote();
    number.putDecimal(text, value);
    endQuote();
  }

  /** Writes true or false. */
  public void bool(boolean value) {
    separate();
    text.putBytes(value ? TRUE : FALSE, value ? TRUE.length : FALSE.length);
  }

  /** Writes a string. */
  public void string(String value) {
    separate();
    JsonText.put(text, value);
  }

  /** Writes a string that begins with another one. */
  void string(String start, String rest) {
    quote();
    JsonText.putInside(text, start);
    JsonText.putInside(text, rest);
    endQuote();
  }

  /** Writes a string that is one of few, such as a name or an address. */
  void label(String value) {
    separate();
    kept.put(text, value);
  }

  /** Writes a field whose value is such a string. */
  void putLabel(String name, String value) {
    name(name);
    label(value);
  }

  /** The same, by a name that {@link JsonText#key} made. */
  void putLabel(byte[] key, String value) {
    key(key);
    label(value);
  }

  /** Writes a string as {@link JsonText#quoted} made it. */
  void quoted(byte[] value) {
    separate();
    text.putBytes(value, value.length);
  }

  /** Writes nanoseconds as a number of microseconds, with three decimals. */
  void micros(long nanos) {
    separate();
    if (nanos < 0) {
      text.put('-');
    }
    long amount = Math.abs(nanos);
    text.putDecimal(amount / 1000).put('.').putPadded(amount % 1000, 3);
  }

  /** Writes the last {@code digits} digits of a number in hexadecimal, as a string. */
  public void hex(long value, int digits) {
    separate();
    text.putBytes(HEX, HEX.length).putHexDigits(value, digits).putByte((byte) '"');
  }

  /** Writes bytes in hexadecimal, as a string with {@code prefix}. */
  void hex(String prefix, byte[] bytes, int count) {
    quote();
    text.put(prefix).putHexDigits(bytes, count);
    endQuote();
  }

  /** Writes a time in nanoseconds since 1970 as RFC 3339 has it. */
  public void time(long epochNanos) {
    time(second, epochNanos);
  }

  /** The same, where the times before were in other seconds. */
  void time(RecentSecond recent, long epochNanos) {
    quote();
    recent.putRfc3339(text, epochNanos);
    endQuote();
  }

  /** Writes a number from 0 on as a string of octal digits behind a 0. */
  void octal(long value) {
    quote();
    text.put('0').putOctal(value);
    endQuote();
  }

  /** {@return number of bytes that are in the buffer} */
  int length() {
    return text.length();
  }

  /** {@return a copy of the bytes in the buffer from one on} */
  byte[] since(int from) {
    return Arrays.copyOfRange(text.array(), from, text.length());
  }

  /** Copies the bytes in the buffer from one on. */
  void since(int from, byte[] to) {
    System.arraycopy(text.array(), from, to, 0, text.length() - from);
  }

  /** Writes fields again, as {@link #since} has them; of none, another one has to be before. */
  void again(byte[] fields, int length) {
    text.putBytes(fields, length);
    follows = true;
  }

  /** Writes ASCII that needs no escapes as a string. */
  void plain(byte[] ascii, int count) {
    quote();
    text.putBytes(ascii, count);
    endQuote();
  }

  private void quote() {
    separate();
    text.putByte((byte) '"');
  }

  private void endQuote() {
    text.putByte((byte) '"');
  }

  // ---- fields

  /** Writes a field. */
  public void put(String name, String value) {
    name(name);
    string(value);
  }

  /** Writes a field, unless its value is absent. */
  public void put(String name, Optional<String> value) {
    if (value.isPresent()) {
      put(name, value.get());
    }
  }

  /** Writes a field. */
  public void put(String name, long value) {
    name(name);
    number(value);
  }

  /** Writes a field whose value is finite. */
  void put(String name, double value) {
    name(name);
    separate();
    text.put(Double.toString(value));
  }

  /** Writes a field, unless its value is absent. */
  public void put(String name, OptionalInt value) {
    if (value.isPresent()) {
      put(name, value.getAsInt());
    }
  }

  /** Writes a field, unless its value is absent. */
  public void put(String name, OptionalLong value) {
    if (value.isPresent()) {
      put(name, value.getAsLong());
    }
  }

  /** Writes a field. */
  public void put(String name, boolean value) {
    name(name);
    bool(value);
  }

  /** Writes an array of strings. */
  public void put(String name, List<String> values) {
    beginArray(name);
    for (String value : values) {
      string(value);
    }
    endArray();
  }

  /** Writes an object of counts. */
  void put(String name, Map<String, ? extends Number> counts) {
    beginObject(name);
    for (Map.Entry<String, ? extends Number> each : counts.entrySet()) {
      put(each.getKey(), each.getValue().longValue());
    }
    endObject();
  }

  /** Writes a field of 32 bits that name something: {@code 0x0f85c64e}. */
  public void putHex(String name, int value) {
    name(name);
    hex(value, 2 * Integer.BYTES);
  }

  /** Writes a field of 32 bits that name something, unless it is absent. */
  public void putHex(String name, OptionalInt value) {
    if (value.isPresent()) {
      putHex(name, value.getAsInt());
    }
  }

  /** Writes a field of 64 bits that name something. */
  public void putHex(String name, long value) {
    name(name);
    hex(value, 2 * Long.BYTES);
  }
}
