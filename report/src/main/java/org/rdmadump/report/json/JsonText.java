package org.rdmadump.report.json;

import java.util.Arrays;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.VisibleText;

/** Strings as JSON has them (RFC 8259 section 7), in UTF-8. */
final class JsonText {
  private static final char FIRST_SURROGATE = 0xd800;
  private static final char LAST_SURROGATE = 0xdfff;
  private static final int TWO_BYTES_FROM = 0x80;
  private static final int THREE_BYTES_FROM = 0x800;
  private static final char DELETE = 0x7f;
  private static final String HEX = "0123456789ABCDEF";
  private static final String LOWER_HEX = "0123456789abcdef";

  private JsonText() {}

  /** {@return a string in quotation marks} */
  static byte[] quoted(String text) {
    AsciiBuffer buffer = new AsciiBuffer();
    put(buffer, text);
    return Arrays.copyOf(buffer.array(), buffer.length());
  }

  /** {@return a comma, and a name of a field in quotation marks with the colon behind it} */
  static byte[] key(String name) {
    AsciiBuffer buffer = new AsciiBuffer();
    buffer.putByte((byte) ',');
    put(buffer, name);
    buffer.putByte((byte) ':');
    return Arrays.copyOf(buffer.array(), buffer.length());
  }

  /**
   * Appends a string in quotation marks. What is beyond the basic plane stands there as two escaped
   * surrogates, so that no half of a pair makes the bytes invalid. What {@link VisibleText} does
   * not take for visible is named by number, such as U+009B, with which a terminal would begin a
   * command: whoever reads JSON has the same text, and a terminal shows it.
   */
  static void put(AsciiBuffer out, String text) {
    out.putByte((byte) '"');
    putInside(out, text);
    out.putByte((byte) '"');
  }

  /** Appends a part of a string. */
  static void putInside(AsciiBuffer out, String text) {
    if (!out.putPlain(text)) {
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (isPlain(c)) {
          out.putByte((byte) c);
        } else {
          putOther(out, c);
        }
      }
    }
  }

  /** {@return whether it is ASCII that stands for itself} */
  static boolean isPlain(int c) {
    return c >= ' ' && c < DELETE && c != '"' && c != '\\';
  }

  private static void putOther(AsciiBuffer out, char c) {
    if (c >= FIRST_SURROGATE && c <= LAST_SURROGATE) {
      putEscaped(out, c, HEX);
    } else if (c >= TWO_BYTES_FROM && !VisibleText.isVisible(c)) {
      putEscaped(out, c, LOWER_HEX);
    } else if (c >= THREE_BYTES_FROM) {
      out.putByte((byte) (0xe0 | (c >> 12)));
      out.putByte((byte) (0x80 | ((c >> 6) & 0x3f)));
      out.putByte((byte) (0x80 | (c & 0x3f)));
    } else if (c >= TWO_BYTES_FROM) {
      out.putByte((byte) (0xc0 | (c >> 6)));
      out.putByte((byte) (0x80 | (c & 0x3f)));
    } else {
      switch (c) {
        case '"', '\\' -> out.put('\\').put(c);
        case '\b' -> out.put("\\b");
        case '\t' -> out.put("\\t");
        case '\n' -> out.put("\\n");
        case '\f' -> out.put("\\f");
        case '\r' -> out.put("\\r");
        default -> putEscaped(out, c, HEX);
      }
    }
  }

  private static void putEscaped(AsciiBuffer out, char c, String digits) {
    out.put("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.put(digits.charAt((c >> shift) & 0xf));
    }
  }
}
