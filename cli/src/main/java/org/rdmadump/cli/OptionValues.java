package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.ends.EndsKind;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.analysis.rule.RuleCatalogue;

/**
 * What the argument of an option can be, for shells that complete it.
 *
 * @param kind what it is
 * @param words all that it can be, of kind {@link Kind#WORD}
 * @param isList whether it can be several, with commas between them
 */
record OptionValues(Kind kind, List<String> words, boolean isList) {
  private OptionValues(Kind kind, List<String> words) {
    this(kind, words, false);
  }

  /** Stands for all kinds of difference. */
  static final String ANY = "any";

  /** Stands for no difference, and for no severity. */
  static final String NONE = "none";

  /** What an argument is. */
  enum Kind {
    /** One of some words. */
    WORD,
    /** The name of a file. */
    FILE,
    /** The name of a folder. */
    FOLDER,
    /** The name of a field, as the verb {@code fields} prints it. */
    FIELD,
    /** The name of a device that can be captured. */
    DEVICE,
    /** Something that nobody else knows. */
    OTHER
  }

  /** {@return what the argument of an option that has one can be} */
  static OptionValues of(CommandOption option, Verb verb) {
    return switch (option) {
      case FORMAT -> formats(verb);
      case TABLES -> words("parquet");
      case PATTERN -> words("random", "count", "text", "zeros", "ones");
      case PROGRAM -> words("nfs");
      case EXTCAP_INTERFACE -> new OptionValues(Kind.WORD, ExtcapInterface.words());
      case TIME -> words("a", "ad", "d", "e", "r", "u", "ud");
      case DEVICE, EXTCAP_DEVICE -> new OptionValues(Kind.DEVICE, List.of());
      case STATISTIC -> new OptionValues(Kind.WORD, TsharkStatistic.names());
      case COLUMN_STYLE -> new OptionValues(Kind.WORD, ColumnStyle.words());
      case DATA -> words("hex", "base64");
      case RULES, IGNORE -> list(Kind.WORD, new RuleCatalogue().names());
      case START, END -> new OptionValues(Kind.OTHER, List.of());
      case FIELD -> new OptionValues(Kind.FIELD, List.of());
      case COLUMNS -> list(Kind.FIELD, List.of());
      case LAYERS -> list(Kind.WORD, LayerChoice.names());
      default ->
          switch (option.argument(verb)) {
            case "WHEN" -> words("auto", "always", "never");
            case "LEVEL" -> words("note", "warning", "error", NONE);
            case "KINDS" -> list(Kind.WORD, kinds());
            case "FILE", "OUT", "PIPE" -> new OptionValues(Kind.FILE, List.of());
            case "DIR" -> new OptionValues(Kind.FOLDER, List.of());
            default -> new OptionValues(Kind.OTHER, List.of());
          };
    };
  }

  private static OptionValues list(Kind kind, List<String> words) {
    return new OptionValues(kind, words, true);
  }

  private static List<String> kinds() {
    List<String> kinds = new ArrayList<>(List.of(ANY, NONE));
    for (CompareKind each : CompareKind.values()) {
      if (each.canFail()) {
        kinds.add(each.label());
      }
    }
    for (EndsKind each : EndsKind.values()) {
      kinds.add(each.label());
    }
    return kinds;
  }

  private static OptionValues formats(Verb verb) {
    return switch (verb) {
      case DUMP, LIVE -> words("text", "fields", "csv", "json", "ndjson");
      case CHECK -> words("text", "json", "ndjson", "sarif", "junit");
      case COMPARE, CONFORMANCE -> words("text", "json", "ndjson", "junit");
      case STATS -> words("text", "csv", "json", "ndjson");
      default -> words("text", "json", "ndjson");
    };
  }

  private static OptionValues words(String... words) {
    return new OptionValues(Kind.WORD, List.of(words));
  }
}
