package org.rdmadump.analysis.filter;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The escapes of Wireshark in a text between double quotation marks. */
final class Escapes {
  private static final Pattern ESCAPE =
      Pattern.compile("x(\\p{XDigit}{1,2})|([0-7]{1,3})|u(\\p{XDigit}{4})|([\\\\\"'abfnrtv])");

  private static final int HEX = 1;
  private static final int OCTAL = 2;
  private static final int UNICODE = 3;
  private static final int LETTER = 4;

  private static final String LETTERS = "abfnrtv";
  private static final String MEANT = "\u0007\b\f\n\r\t\u000b";
  private static final int MOST_BYTE = 0xff;

  private Escapes() {}

  /**
   * {@return the text that is meant}
   *
   * @param in reads the expression
   * @param start where the text begins in it
   * @throws FilterException if something else is behind a backslash, or the result is no text
   */
  static String of(String written, Lexer in, int start) throws FilterException {
    if (written.indexOf('\\') < 0) {
      return written;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(written);
    int at = 0;
    while (at < written.length()) {
      int end = written.indexOf('\\', at);
      end = end < 0 ? written.length() : end;
      bytes.writeBytes(written.substring(at, end).getBytes(StandardCharsets.UTF_8));
      at = end;
      if (at < written.length()) {
        if (!escape.region(at + 1, written.length()).lookingAt() || !put(escape, bytes)) {
          String wrong =
              FilterTexts.shown(written.substring(at, Math.min(at + 2, written.length())));
          throw in.error(
              wrong + " stands for nothing: a backslash is written \\\\, or the text r\"...\"",
              start + at,
              start + at + 2);
        }
        at = escape.end();
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw in.error("no text in UTF-8; bytes are written 0x00ff", start, start + written.length());
    }
  }

  /** Puts what is meant; false if a number is too large. */
  private static boolean put(Matcher escape, ByteArrayOutputStream bytes) {
    if (escape.group(UNICODE) != null) {
      char meant = (char) Integer.parseInt(escape.group(UNICODE), 16);
      bytes.writeBytes(String.valueOf(meant).getBytes(StandardCharsets.UTF_8));
      return true;
    }
    if (escape.group(LETTER) != null) {
      int letter = LETTERS.indexOf(escape.group(LETTER));
      bytes.write(letter < 0 ? escape.group(LETTER).charAt(0) : MEANT.charAt(letter));
      return true;
    }
    int value =
        escape.group(HEX) != null
            ? Integer.parseInt(escape.group(HEX), 16)
            : Integer.parseInt(escape.group(OCTAL), 8);
    bytes.write(value);
    return value <= MOST_BYTE;
  }

  /**
   * {@return the pattern that is meant} A backslash before a backslash or a quotation mark is not
   * part of it. All others are, so {@code "^a\.b"} needs no more; {@code \t}, {@code \x41} and the
   * like mean the same there.
   */
  static String ofPattern(String written) {
    return written.replaceAll("\\\\([\\\\\"])", "$1");
  }
}
