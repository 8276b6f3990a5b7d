package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.rdmadump.analysis.AsciiBuffer;

/** Rows whose columns stand below each other: words to the left, numbers to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  /** Before what did not fit into the line above. */
  private static final String CONTINUED = "    ";

  /** Cells that tell nothing. */
  private static final Set<String> NOTHING = Set.of("0", "-", "0.00", "");

  /** Heads a column whose cells tell most at their ends. */
  private static final String PATH = "path";

  /** Heads a column of words whose beginnings tell most. */
  private static final String ABOUT = "about";

  /** Ends the heads of columns that tell least. */
  private static final String MEAN = "mean";

  /** Heads of other columns that tell little: they name a call that its number names already. */
  private static final Set<String> NAMES = Set.of("reply", "XID");

  /** Columns of a text that still tells something. */
  private static final int LEAST_TEXT = 12;

  private static final String CUT = "\u2026";

  private final String title;
  private final List<String> heads = new ArrayList<>();
  private final List<Boolean> numbers = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();

  /** What is said of columns that do not fit; empty if all do. */
  private final List<String> leftOut = new ArrayList<>();

  /** Columns that a row may have before it goes on in the next line. */
  private int mostColumns = Integer.MAX_VALUE;

  /**
   * A column that may be left out.
   *
   * @param column its place among all
   * @param name what it is called
   */
  record Spare(int column, String name) {}

  private record Row(boolean strikes, List<String> cells) {}

  /** A table without columns. */
  public TextTable(String title) {
    this.title = title;
  }

  /** Adds a column of words. */
  public TextTable words(String head) {
    heads.add(head);
    numbers.add(false);
    return this;
  }

  /** Adds a column of numbers. */
  public TextTable number(String head) {
    heads.add(head);
    numbers.add(true);
    return this;
  }

  /**
   * Adds a row.
   *
   * @param strikes whether it tells of something that went wrong
   * @param cells one for each column
   */
  public void row(boolean strikes, List<String> cells) {
    rows.add(new Row(strikes, new ArrayList<>(cells)));
  }

  /** Whether there is no row. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /**
   * Leaves out columns without a value but 0; if the rest does not fit, means and other names of a
   * call, and then those to the right.
   *
   * @param width columns of the terminal
   */
  void fit(int width) {
    for (int i = heads.size() - 1; i > 0; i--) {
      if (isEmpty(i)) {
        remove(i);
      }
    }
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < heads.size() && isWiderThan(width); ) {
      if (heads.get(i).endsWith(MEAN) || NAMES.contains(heads.get(i))) {
        rest.add(heads.get(i));
        remove(i);
      } else {
        i++;
      }
    }
    cut(width, rest);
    if (!rest.isEmpty()) {
      FoldedLine.add("  also, with --wide: " + String.join(", ", rest), width, leftOut);
    }
  }

  /**
   * Leaves out columns until the rest fits; if it never does, rows go on in the next line.
   *
   * @param width columns of the terminal
   * @param spare what may be left out, what tells least first
   */
  void fit(int width, List<Spare> spare) {
    List<Spare> gone = new ArrayList<>();
    for (int i = 0; i < spare.size() && isWiderThan(width); i++) {
      Spare next = spare.get(i);
      long before = gone.stream().filter(each -> each.column() < next.column()).count();
      remove(next.column() - (int) before);
      gone.add(next);
    }
    mostColumns = width;
    if (!gone.isEmpty()) {
      List<String> names = gone.stream().map(Spare::name).toList();
      FoldedLine.add("  also, with --wide: " + String.join(", ", names), width, leftOut);
    }
  }

  private boolean isWiderThan(int width) {
    return Arrays.stream(widths()).sum() + heads.size() * GAP.length() > width;
  }

  /** Leaves out the columns to the right that do not fit, and adds their heads to {@code rest}. */
  private void cut(int width, List<String> rest) {
    int[] widths = widths();
    int used = 0;
    for (int i = 0; i < widths.length; i++) {
      used += GAP.length() + widths[i];
      if (used > width && i > 0) {
        if (i == widths.length - 1 && shorten(i, width - used + widths[i])) {
          return;
        }
        rest.addAll(heads.subList(i, heads.size()));
        while (heads.size() > i) {
          remove(i);
        }
        return;
      }
    }
  }

  /**
   * Cuts texts that do not fit, paths at their beginnings; false if these are none, or there is no
   * room for them.
   */
  private boolean shorten(int column, int room) {
    boolean isPath = heads.get(column).equals(PATH);
    if ((!isPath && !heads.get(column).equals(ABOUT)) || room < LEAST_TEXT) {
      return false;
    }
    for (Row row : rows) {
      String cell = row.cells().get(column);
      if (cell.length() > room) {
        int kept = room - CUT.length();
        String shown =
            isPath ? CUT + cell.substring(cell.length() - kept) : cell.substring(0, kept) + CUT;
        row.cells().set(column, shown);
      }
    }
    return true;
  }

  private boolean isEmpty(int column) {
    for (Row row : rows) {
      if (!NOTHING.contains(row.cells().get(column))) {
        return false;
      }
    }
    return true;
  }

  private void remove(int column) {
    heads.remove(column);
    numbers.remove(column);
    for (Row row : rows) {
      row.cells().remove(column);
    }
  }

  /** Appends it without colour, as {@link #put(AsciiBuffer, Palette)} does. */
  public void put(AsciiBuffer text) {
    put(text, new Palette(false));
  }

  /** Appends it in colour or without, as {@link #put(AsciiBuffer, Palette)} does. */
  public void put(AsciiBuffer text, boolean colour) {
    put(text, new Palette(colour));
  }

  /** Appends title, heads and rows, and an empty line before them if something is there already. */
  void put(AsciiBuffer text, Palette palette) {
    if (text.length() > 0) {
      text.newline();
    }
    palette.put(text, Palette.Ink.NAME, title);
    text.newline();
    int[] widths = widths();
    line(text, heads, widths, palette, Palette.Ink.NAME);
    for (Row row : rows) {
      Palette.Ink ink = row.strikes() ? Palette.Ink.NAME : Palette.Ink.USUAL;
      line(text, row.cells(), widths, palette, ink);
    }
    leftOut.forEach(each -> text.put(each).newline());
  }

  private int[] widths() {
    int[] widths = new int[heads.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = heads.get(i).length();
      for (Row row : rows) {
        widths[i] = Math.max(widths[i], row.cells().get(i).length());
      }
    }
    return widths;
  }

  private void line(
      AsciiBuffer text, List<String> cells, int[] widths, Palette palette, Palette.Ink ink) {
    palette.on(text, ink);
    int column = 0;
    for (int i = 0; i < cells.size(); i++) {
      int to = column + GAP.length() + widths[i];
      if (to > mostColumns && column > 0) {
        text.trimEnd();
        text.newline().put(CONTINUED);
        to = CONTINUED.length() + GAP.length() + widths[i];
      }
      column = to;
      int room = widths[i] - cells.get(i).length();
      text.put(GAP);
      if (numbers.get(i)) {
        text.spaces(room);
      }
      text.putSymbols(cells.get(i));
      if (!numbers.get(i) && i + 1 < cells.size()) {
        text.spaces(room);
      }
    }
    text.trimEnd();
    palette.off(text, ink);
    text.newline();
  }
}
