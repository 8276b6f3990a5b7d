package org.rdmadump.report.table;

import org.rdmadump.analysis.VisibleText;

/**
 * How columns stand in a line.
 *
 * @param separator what stands between columns
 * @param hasHeading whether the first line has the names of the columns
 * @param occurrence which values of a field are shown
 * @param aggregator what stands between values of a field
 * @param quote what stands around the values of a field, and is doubled inside; empty for nothing
 * @param ofSpreadsheets whether values are escaped as cells, {@link VisibleText#putCell}, instead
 *     of as text, {@link VisibleText#escape}
 */
public record ColumnFormat(
    char separator,
    boolean hasHeading,
    Occurrence occurrence,
    char aggregator,
    String quote,
    boolean ofSpreadsheets) {
  /** Which values of a field are shown. */
  public enum Occurrence {
    /** All of them, the aggregator between them. */
    ALL,
    /** The first one only. */
    FIRST,
    /** The last one only. */
    LAST
  }

  /** Tabs between columns; values are escaped. */
  public static final ColumnFormat TABS =
      new ColumnFormat('\t', false, Occurrence.ALL, ',', "", false);

  /**
   * Commas between columns, with a heading, as RFC 4180 has it but for lines that end with a feed;
   * values are escaped, and none is a formula.
   */
  public static final ColumnFormat CSV = new ColumnFormat(',', true, Occurrence.ALL, ',', "", true);

  /** Aligned for people, with a heading; values are escaped. */
  public static final ColumnFormat ALIGNED =
      new ColumnFormat(' ', true, Occurrence.ALL, ',', "", false);

  /** {@return the same with another character between columns} */
  public ColumnFormat withSeparator(char other) {
    return new ColumnFormat(other, hasHeading, occurrence, aggregator, quote, ofSpreadsheets);
  }

  /** {@return the same with a heading, or without} */
  public ColumnFormat withHeading(boolean has) {
    return new ColumnFormat(separator, has, occurrence, aggregator, quote, ofSpreadsheets);
  }

  /** {@return the same with other values of each field} */
  public ColumnFormat withOccurrence(Occurrence other) {
    return new ColumnFormat(separator, hasHeading, other, aggregator, quote, ofSpreadsheets);
  }

  /** {@return the same with another character between values of a field} */
  public ColumnFormat withAggregator(char other) {
    return new ColumnFormat(separator, hasHeading, occurrence, other, quote, ofSpreadsheets);
  }

  /** {@return the same with quotation marks around values} */
  public ColumnFormat withQuote(String mark) {
    return new ColumnFormat(separator, hasHeading, occurrence, aggregator, mark, ofSpreadsheets);
  }

  /** Appends a value. */
  void put(String value, StringBuilder line) {
    if (ofSpreadsheets) {
      VisibleText.putCell(value, line);
      return;
    }
    if (quote.isEmpty() || value.isEmpty()) {
      VisibleText.escape(value, line);
      return;
    }
    line.append(quote);
    VisibleText.escape(value.replace(quote, quote + quote), line);
    line.append(quote);
  }
}
