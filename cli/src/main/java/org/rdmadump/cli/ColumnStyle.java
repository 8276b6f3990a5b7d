package org.rdmadump.cli;

import java.util.List;
import org.rdmadump.report.table.ColumnFormat;
import org.rdmadump.report.table.ColumnFormat.Occurrence;

/** What {@code -E} says of the lines of {@code -T fields}, in the words of tshark. */
final class ColumnStyle {
  private static final List<String> WORDS =
      List.of(
          "header=y",
          "header=n",
          "separator=/t",
          "separator=/s",
          "separator=,",
          "separator=;",
          "quote=d",
          "quote=s",
          "quote=n",
          "occurrence=a",
          "occurrence=f",
          "occurrence=l",
          "aggregator=,",
          "aggregator=/s",
          "escape=y",
          "bom=n");

  private ColumnStyle() {}

  /** {@return what can be said; the separators are a choice of many} */
  static List<String> words() {
    return WORDS;
  }

  /**
   * {@return how columns stand in a line}
   *
   * @throws CommandFailure if {@code -E} is wrong, or there are no lines of fields
   */
  static ColumnFormat of(Arguments arguments, OutputFormat format) throws CommandFailure {
    List<String> settings = arguments.values(CommandOption.COLUMN_STYLE);
    if (!settings.isEmpty() && format != OutputFormat.FIELDS) {
      throw CommandFailure.usage("-E needs -T fields; -T csv follows RFC 4180");
    }
    ColumnFormat style = format == OutputFormat.CSV ? ColumnFormat.CSV : ColumnFormat.TABS;
    for (String setting : settings) {
      style = with(style, setting);
    }
    return style;
  }

  private static ColumnFormat with(ColumnFormat style, String setting) throws CommandFailure {
    int end = setting.indexOf('=');
    String name = setting.substring(0, Math.max(end, 0));
    String value = setting.substring(end + 1);
    if (name.equals("separator") && isCharacter(value)) {
      return style.withSeparator(character(value));
    }
    if (name.equals("aggregator") && isCharacter(value)) {
      return style.withAggregator(character(value));
    }
    if (!WORDS.contains(setting)) {
      throw CommandFailure.usage("-E " + setting + ": " + wrong(name, value));
    }
    return switch (name) {
      case "header" -> style.withHeading(value.equals("y"));
      case "quote" -> style.withQuote(value.equals("d") ? "\"" : value.equals("s") ? "'" : "");
      case "occurrence" ->
          style.withOccurrence(
              switch (value) {
                case "f" -> Occurrence.FIRST;
                case "l" -> Occurrence.LAST;
                default -> Occurrence.ALL;
              });
      default -> style;
    };
  }

  private static String wrong(String name, String value) {
    return switch (name) {
      case "escape" -> "values are always escaped";
      case "bom" -> "output has no byte order mark";
      case "separator", "aggregator" -> "not one character, /t for a tab or /s for a space";
      case "header" -> value + " is neither y nor n";
      case "quote" -> "not d (double), s (single) or n (none)";
      case "occurrence" -> "not a (all), f (first) or l (last)";
      default -> "not one of header, separator, quote, occurrence, aggregator";
    };
  }

  /** One character that is not part of a longer one, or how tshark spells a space or tab. */
  private static boolean isCharacter(String value) {
    return value.equals("/t")
        || value.equals("/s")
        || (value.length() == 1 && value.charAt(0) >= ' ' && value.charAt(0) < 0x7f);
  }

  private static char character(String value) {
    return value.equals("/t") ? '\t' : value.equals("/s") ? ' ' : value.charAt(0);
  }
}
