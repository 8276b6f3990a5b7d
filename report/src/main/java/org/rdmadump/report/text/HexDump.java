package org.rdmadump.report.text;

import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.PieceVisitor;
import org.rdmadump.bytes.Rope;

/**
 * Prints bytes in hexadecimal and ASCII, sixteen a row. Bytes that are not there have no value: a
 * row leaves their place empty, and a line says how many they are and why.
 */
final class HexDump implements PieceVisitor {
  private static final int ROW = 16;
  private static final int OFFSET_DIGITS = 8;
  private static final int INDENT = 8;
  private static final int HEX_COLUMN = INDENT + OFFSET_DIGITS + 2;
  private static final int TEXT_COLUMN = HEX_COLUMN + 3 * ROW + 2;
  private static final int MIDDLE = 8;

  private final byte[] row = new byte[ROW];
  private AsciiBuffer out;
  private long position;
  private int rowFrom;
  private int rowTo;

  HexDump(AsciiBuffer out) {
    this.out = out;
  }

  /** Appends the dump of a rope; every line ends with a line feed. */
  void put(AsciiBuffer to, Rope rope) {
    out = to;
    position = 0;
    rowFrom = 0;
    rowTo = 0;
    rope.forEachPiece(this);
    endRow();
  }

  @Override
  public void bytes(byte[] array, int offset, int length) {
    for (int i = 0; i < length; i++) {
      row[rowTo++] = array[offset + i];
      position++;
      if (rowTo == ROW) {
        endRow();
      }
    }
  }

  @Override
  public void hole(long length, Absence why) {
    endRow();
    putOffset(position);
    out.put("-- ");
    Quantities.putCount(out, length, "byte");
    out.put(' ').put(why.text());
    out.newline();
    position += length;
    rowFrom = (int) (position % ROW);
    rowTo = rowFrom;
  }

  private void endRow() {
    if (rowTo > rowFrom) {
      int start = out.length();
      putOffset(position - rowTo);
      for (int i = rowFrom; i < rowTo; i++) {
        out.spaces(start + HEX_COLUMN + 3 * i + (i < MIDDLE ? 0 : 1) - out.length());
        out.putHexDigits(row[i], 2);
      }
      out.spaces(start + TEXT_COLUMN + rowFrom - out.length());
      for (int i = rowFrom; i < rowTo; i++) {
        out.put(row[i] >= ' ' && row[i] < 0x7f ? (char) row[i] : '.');
      }
      out.newline();
    }
    rowFrom = rowTo % ROW;
    rowTo = rowFrom;
  }

  private void putOffset(long offset) {
    out.spaces(INDENT).putHexDigits(offset, OFFSET_DIGITS).put("  ");
  }
}
