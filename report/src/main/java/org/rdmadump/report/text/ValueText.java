package org.rdmadump.report.text;

import java.util.Optional;
import java.util.StringJoiner;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.bytes.Rope;
import org.rdmadump.report.KeptTexts;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/** Prints single values as people read them. */
final class ValueText {
  private static final int FULL_TEXT = 1024;
  private static final int BRIEF_BYTES = 16;
  private static final int FULL_BYTES = 128;
  private static final int BRIEF_NAMES = 6;
  private static final int FULL_NAMES = Integer.MAX_VALUE;
  private static final int STATE_ID_LENGTH = 16;
  private static final String HANDLE = "fh";

  private final Palette palette;
  private final int textSize;
  private final KeptTexts<String> flags = new KeptTexts<>();

  /**
   * Texts in colours.
   *
   * @param textSize characters of what people chose that are shown where space is short
   */
  ValueText(Palette palette, int textSize) {
    this.palette = palette;
    this.textSize = textSize;
  }

  /** Appends {@code fh:0x12345678}, the hash of a handle's bytes. */
  void putHandle(AsciiBuffer line, String label, Rope rope, long start, long length) {
    palette.on(line, Palette.Ink.HANDLE);
    line.put(label).put(label.isEmpty() ? "" : ":");
    if (rope.has(start, length)) {
      line.putHex((int) OpaqueText.crc(rope, start, length));
    } else {
      line.put('?');
    }
    palette.off(line, Palette.Ink.HANDLE);
  }

  /** Appends all bytes of a handle, and the hash by which lines name it. */
  void putWholeHandle(AsciiBuffer line, Rope rope, long start, long length) {
    putSome(line, rope, start, length, FULL_BYTES);
    line.put("  ");
    putHandle(line, HANDLE, rope, start, length);
  }

  /** Appends a number in the form of its place: name, flags, octal, hexadecimal, decimal. */
  void putNumber(AsciiBuffer line, XdrField field, long value, boolean brief) {
    XdrForm form = field.form();
    XdrNames names = field.names().orElse(null);
    if (field.isUnset(value)) {
      line.put(XdrTime.UNSET);
    } else if (names != null && form == XdrForm.FLAGS) {
      line.putAscii(flags(names, value));
    } else if (names != null && brief && form == XdrForm.NAMED) {
      line.putAscii(without(names.sharedPrefix(), names.label(value)));
    } else if (names != null && brief && names.has(value)) {
      line.putAscii(names.brief(value));
    } else if (isDecimal(field, value)) {
      line.putDecimal(value);
    } else if (form == XdrForm.MODE) {
      line.put('0').putOctal(value);
    } else {
      line.put(field.text(value));
    }
  }

  private static boolean isDecimal(XdrField field, long value) {
    return field.form() == XdrForm.PLAIN
        && switch (field.type().kind()) {
          case INT, UNSIGNED_INT, HYPER -> true;
          case UNSIGNED_HYPER -> value >= 0;
          default -> false;
        };
  }

  /** Appends an opaque or string that is neither bulk data nor a file handle. */
  void putBytes(
      AsciiBuffer line, XdrField field, Rope rope, long start, long length, boolean brief) {
    if (!rope.has(start, length)) {
      Quantities.putCount(line, length, "byte");
      return;
    }
    if (field.form() == XdrForm.TEXT || field.type().kind() == XdrType.Kind.STRING) {
      Optional<String> text =
          length <= FULL_BYTES * FULL_TEXT
              ? OpaqueText.text(rope, start, length)
              : Optional.empty();
      if (text.isPresent()) {
        palette.on(line, Palette.Ink.NAME);
        line.putText(text.get(), brief ? textSize : FULL_TEXT);
        palette.off(line, Palette.Ink.NAME);
        return;
      }
    }
    putSome(line, rope, start, length, brief ? BRIEF_BYTES : FULL_BYTES);
  }

  /** Appends bytes in hexadecimal, the first ones if there are many. */
  private static void putSome(AsciiBuffer line, Rope rope, long start, long length, int most) {
    if (length == 0) {
      line.put("empty");
      return;
    }
    long shown = Math.min(length, most);
    line.put(OpaqueText.hex(rope, start, shown));
    if (shown < length) {
      line.put("... (");
      Quantities.putCount(line, length, "byte");
      line.put(')');
    }
  }

  /** Appends the names of the bits of a bitmap; where they cannot be read, a question mark. */
  void putBitmap(AsciiBuffer line, XdrField field, Rope rope, long start, boolean brief) {
    int most = brief ? BRIEF_NAMES : FULL_NAMES;
    int count = 0;
    XdrNames names = field.names().isPresent() ? field.names().get() : null;
    String prefix = names == null ? "" : names.sharedPrefix();
    long words = rope.has(start - Integer.BYTES, Integer.BYTES) ? 0 : -1;
    if (words < 0 || names == null) {
      line.put('?');
      return;
    }
    words = Integer.toUnsignedLong(rope.getInt(start - Integer.BYTES));
    for (long word = 0; word < words; word++) {
      long at = start + Integer.BYTES * word;
      if (!rope.has(at, Integer.BYTES)) {
        line.put('?');
        return;
      }
      for (int bits = rope.getInt(at); bits != 0; bits &= bits - 1) {
        long number = word * Integer.SIZE + Integer.numberOfTrailingZeros(bits);
        if (count < most) {
          line.put(count == 0 ? "" : "|").put(without(prefix, names.label(number)));
        }
        count++;
      }
    }
    if (count == 0) {
      line.put("none");
    } else if (count > most) {
      line.put("|+").putDecimal(count - most);
    }
  }

  /** Appends the sequence number of an NFS version 4 stateid and a hash of the rest. */
  void putStateId(AsciiBuffer line, XdrStruct struct) {
    putStateId(line, struct.rope(), struct.start());
  }

  /** Appends the stateid that begins at a position. */
  void putStateId(AsciiBuffer line, Rope rope, long at) {
    if (!rope.has(at, STATE_ID_LENGTH)) {
      line.put('?');
      return;
    }
    int sequence = rope.getInt(at);
    int other = rope.getInt(at + 4);
    boolean same = other == rope.getInt(at + 8) && other == rope.getInt(at + 12);
    // Those that have a meaning of their own: RFC 8881 section 8.2.3.
    if (same && other == 0 && sequence == 0) {
      line.put("anonymous");
    } else if (same && other == -1 && sequence == -1) {
      line.put("bypass");
    } else if (same && other == 0 && sequence == 1) {
      line.put("current");
    } else if (same && other == 0 && sequence == -1) {
      line.put("invalid");
    } else {
      line.putDecimal(Integer.toUnsignedLong(sequence)).put(':');
      line.putHex((int) OpaqueText.crc(rope, at + Integer.BYTES, STATE_ID_LENGTH - Integer.BYTES));
    }
  }

  /** Appends both members of a stateid, and what lines show of it. */
  void putWholeStateId(AsciiBuffer line, Rope rope, long at) {
    if (!rope.has(at, STATE_ID_LENGTH)) {
      line.put('?');
      return;
    }
    line.put("seqid ").putDecimal(Integer.toUnsignedLong(rope.getInt(at)));
    line.put(" other ");
    line.put(OpaqueText.hex(rope, at + Integer.BYTES, STATE_ID_LENGTH - Integer.BYTES));
    line.put("  stateid ");
    putStateId(line, rope, at);
  }

  /** Appends a time; the structure that has it begins at {@code at}. */
  void putTime(AsciiBuffer line, XdrField field, Rope rope, long at) {
    if (!XdrTime.put(line, field, rope, at)) {
      line.put('?');
    }
  }

  /** The names of bits with bars between them, without their prefix. */
  private String flags(XdrNames names, long value) {
    String known = flags.find(names, value);
    if (known == null) {
      known = withoutPrefixes(names.flags(value), names.sharedPrefix());
      flags.keep(names, value, known);
    }
    return known;
  }

  private static String withoutPrefixes(String flags, String prefix) {
    StringJoiner text = new StringJoiner("|");
    int from = 0;
    while (from <= flags.length()) {
      int bar = flags.indexOf('|', from);
      int to = bar < 0 ? flags.length() : bar;
      text.add(without(prefix, flags.substring(from, to)));
      from = to + 1;
    }
    return text.toString();
  }

  private static String without(String prefix, String name) {
    return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
  }
}
