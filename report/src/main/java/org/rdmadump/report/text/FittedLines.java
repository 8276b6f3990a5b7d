package org.rdmadump.report.text;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;

/**
 * Cuts lines at the width of a terminal: what is behind it becomes an ellipsis. Text is UTF-8;
 * colours take no room, wide characters two columns, combining ones none. Other control characters
 * than those of colours become {@code ?}, tabs spaces.
 */
public final class FittedLines extends OutputStream {
  private static final int TAB = 8;
  private static final char ESCAPE = 0x1b;
  private static final int MOST_SEQUENCE = 16;
  private static final byte[] COLOUR_OFF = {ESCAPE, '[', '0', 'm'};

  private final OutputStream out;
  private final int width;
  private final byte[] ellipsis;
  private final int ellipsisWidth;

  /** What stands where the ellipsis will, if there is more of the line than fits. */
  private final StringBuilder held = new StringBuilder();

  /** The bytes of a character, or of a sequence that begins with an escape, so far. */
  private final byte[] partial = new byte[MOST_SEQUENCE];

  private int partialLength;
  private int column;
  private boolean cut;
  private boolean coloured;

  /**
   * Lines to {@code out}, which is not closed.
   *
   * @param width columns of the terminal, from 1 on
   * @param unicode whether it shows an ellipsis as one character
   */
  public FittedLines(OutputStream out, int width, boolean unicode) {
    this.out = out;
    this.width = width;
    String whole = unicode ? "\u2026" : "...";
    String shown = whole.substring(0, Math.min(width, whole.length()));
    this.ellipsis = shown.getBytes(StandardCharsets.UTF_8);
    this.ellipsisWidth = shown.length();
  }

  /**
   * Appends a line of prose, such as a total, which is folded where {@code out} would cut it.
   *
   * @param out where the text goes
   */
  static void putProse(AsciiBuffer text, String prose, OutputStream out) {
    if (out instanceof FittedLines fitted) {
      List<String> lines = new ArrayList<>(2);
      BrokenLine.add(prose, fitted.width, lines);
      lines.forEach(each -> text.put(each).newline());
    } else {
      text.put(prose).newline();
    }
  }

  @Override
  public void write(int b) throws IOException {
    int value = b & 0xff;
    if (partialLength > 0 && continues(value)) {
      return;
    }
    if (value == '\n') {
      endLine();
    } else if (value == ESCAPE || value >= 0xc0) {
      partial[0] = (byte) value;
      partialLength = 1;
    } else if (value == '\t') {
      int spaces = TAB - column % TAB;
      for (int i = 0; i < spaces; i++) {
        character(' ');
      }
    } else {
      character(value < ' ' || value >= 0x7f ? '?' : value);
    }
  }

  /** Adds a byte to what is not whole yet; false if it does not go on with it. */
  private boolean continues(int value) throws IOException {
    if (partial[0] == ESCAPE) {
      boolean ends = partialLength > 1 && value == 'm';
      boolean goesOn =
          partialLength == 1 ? value == '[' : (value >= '0' && value <= '9') || value == ';';
      if ((!ends && !goesOn) || partialLength == MOST_SEQUENCE) {
        partialLength = 0;
        character('?');
        return false;
      }
      partial[partialLength++] = (byte) value;
      if (ends) {
        colour();
      }
      return true;
    }
    if ((value & 0xc0) != 0x80) {
      partialLength = 0;
      character('?');
      return false;
    }
    partial[partialLength++] = (byte) value;
    int first = partial[0] & 0xff;
    if (partialLength == (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2)) {
      String text = new String(partial, 0, partialLength, StandardCharsets.UTF_8);
      partialLength = 0;
      character(text.codePointAt(0));
    }
    return true;
  }

  private void colour() throws IOException {
    String sequence = new String(partial, 0, partialLength, StandardCharsets.US_ASCII);
    partialLength = 0;
    if (cut) {
      return;
    }
    coloured = !sequence.equals("\033[0m") && !sequence.equals("\033[m");
    if (held.length() > 0) {
      held.append(sequence);
    } else {
      out.write(sequence.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private void character(int codePoint) throws IOException {
    if (cut) {
      return;
    }
    boolean shown = !Character.isISOControl(codePoint);
    int columns = shown ? columns(codePoint) : 1;
    int to = column + columns;
    if (to > width) {
      cut();
      return;
    }
    column = to;
    held.appendCodePoint(shown ? codePoint : '?');
    if (to <= width - ellipsisWidth) {
      release();
    }
  }

  private void release() throws IOException {
    if (held.length() > 0) {
      out.write(held.toString().getBytes(StandardCharsets.UTF_8));
      held.setLength(0);
    }
  }

  private void cut() throws IOException {
    cut = true;
    held.setLength(0);
    out.write(ellipsis);
    if (coloured) {
      out.write(COLOUR_OFF);
      coloured = false;
    }
  }

  private void endLine() throws IOException {
    if (partialLength > 0) {
      partialLength = 0;
      character('?');
    }
    release();
    out.write('\n');
    column = 0;
    cut = false;
  }

  /** Passes on whole lines, and what of the last one certainly stays. */
  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** {@return how many columns of a terminal a character takes} */
  static int columns(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> {
        return 0;
      }
      default -> {
        return isWide(codePoint) ? 2 : 1;
      }
    }
  }

  /** Unicode Standard Annex 11, by blocks. */
  private static boolean isWide(int c) {
    return (c >= 0x1100 && c <= 0x115f)
        || (c >= 0x2e80 && c <= 0x303e)
        || (c >= 0x3041 && c <= 0xa4cf)
        || (c >= 0xac00 && c <= 0xd7a3)
        || (c >= 0xf900 && c <= 0xfaff)
        || (c >= 0xfe30 && c <= 0xfe6f)
        || (c >= 0xff00 && c <= 0xff60)
        || (c >= 0xffe0 && c <= 0xffe6)
        || (c >= 0x1f300 && c <= 0x1faff)
        || (c >= 0x20000 && c <= 0x3fffd);
  }
}
