package org.rdmadump.cli;

import java.util.List;
import java.util.Map;

/** The text of {@code --help}: examples first, options from the registry, one screen. */
final class Help {
  private static final int COLUMNS = 79;
  private static final int LINES = 40;
  private static final String INDENT = "  ";

  private Help() {}

  /** {@return the help of a verb; ASCII, 80 columns and 40 lines at most} */
  static String of(Verb verb) {
    String all = text(verb, false);
    return lines(all) <= LINES ? all : text(verb, true);
  }

  private static String text(Verb verb, boolean brief) {
    StringBuilder text = new StringBuilder(4096);
    text.append(Template.filled("help/" + verb.word() + ".txt", Map.of()));
    if (verb == Verb.DUMP) {
      otherVerbs(text);
    }
    options(verb, brief, text);
    statuses(verb, text);
    return text.toString();
  }

  private static void otherVerbs(StringBuilder text) {
    StringBuilder line = new StringBuilder("       rdmadump ");
    int indent = line.length();
    for (Verb verb : Verb.values()) {
      if (verb == Verb.DUMP) {
        continue;
      }
      if (line.length() > indent) {
        line.append('|');
      }
      if (line.length() + verb.word().length() + "| -h".length() > COLUMNS) {
        text.append(line).append('\n');
        line.setLength(0);
        line.append(" ".repeat(indent));
      }
      line.append(verb.word());
    }
    text.append(line).append(" -h\n\n");
  }

  private static int lines(String text) {
    return (int) text.lines().count();
  }

  private static void options(Verb verb, boolean brief, StringBuilder text) {
    List<CommandOption> options = CommandOption.of(verb);
    int width = 0;
    for (CommandOption option : options) {
      if (!brief || !isRare(option, verb)) {
        width = Math.max(width, option.synopsis(verb).length());
      }
    }
    if (verb.readsCaptures()) {
      option("FILE", "pcap or pcapng; - is standard input; several are merged", width, text);
    }
    for (CommandOption option : options) {
      if (!brief || !isRare(option, verb)) {
        String synopsis = option.synopsis(verb);
        option(synopsis, option.description(verb), width, text);
      }
    }
    if (brief) {
      StringBuilder line = new StringBuilder("  Also (see rdmadump man):");
      String separator = "";
      for (CommandOption option : options) {
        if (isRare(option, verb)) {
          line.append(separator);
          word(text, line, option.synopsis(verb));
          separator = ",";
        }
      }
      text.append(line).append('\n');
    }
  }

  /** Whether an option is told by name only where there are too many for a screen. */
  private static boolean isRare(CommandOption option, Verb verb) {
    return switch (option) {
      case START,
          END,
          DETAILS,
          COLUMN_STYLE,
          STATISTIC,
          WITH_SETUP,
          COLUMNS,
          WIDE,
          CALL,
          REPLY,
          EXPECT_MATCH,
          EXPECT_NO_MATCH,
          CONNECTIONS,
          LAYERS,
          QUEUE,
          DIGEST,
          DATA,
          UTC,
          TIME_ZONE,
          STRING_SIZE,
          NUMERIC,
          LINE,
          COLOR,
          PROGRESS,
          DECODE_AS,
          MAX_MEMORY,
          DEVICES,
          NOT_PROMISCUOUS,
          IMMEDIATE,
          BUSY_POLL,
          HELP,
          VERSION ->
          true;
      case CAPTURE_FILTER -> verb != Verb.LIVE;
      case FORCE, FILTER_TOO -> verb == Verb.DUMP || verb == Verb.LIVE;
      case INCOMPLETE,
          TREE,
          HEX,
          FIELD,
          TIME,
          SYSFS,
          INTERVAL,
          SNAP_LENGTH,
          WRITE_CHOSEN,
          BUFFER,
          DURATION ->
          verb == Verb.LIVE;
      default -> false;
    };
  }

  private static void option(String synopsis, String description, int width, StringBuilder text) {
    text.append(INDENT).append(synopsis);
    for (int i = synopsis.length(); i < width; i++) {
      text.append(' ');
    }
    text.append(INDENT).append(description).append('\n');
  }

  private static void statuses(Verb verb, StringBuilder text) {
    text.append("\nExit status: 0 done, ");
    if (!verb.failure().isEmpty()) {
      text.append("1 ").append(verb.failure()).append(", ");
    }
    text.append("2 usage");
    if (verb.readsCaptures()) {
      text.append(",\n  3 input not whole, 130 interrupted");
    } else if (verb == Verb.LIVE) {
      text.append(",\n  3 a device failed, 74 FILE cannot be written, 130 interrupted");
    } else if (verb == Verb.EXTCAP) {
      text.append(", 3 the capture failed, 74 a link or the\n  pipe cannot be written");
    } else if (verb == Verb.EXERCISE) {
      text.append(",\n  3 no connection, or not all was captured, 74 FILE cannot be written,\n");
      text.append("  130 interrupted");
    } else if (verb == Verb.HCA_SELFTEST) {
      text.append(
          ",\n  3 the adapter cannot be sniffed, or no connection, 74 OUT cannot be written,\n");
      text.append("  130 interrupted");
    } else if (verb == Verb.PING) {
      text.append(", 3 no connection,\n  130 interrupted");
    } else if (verb == Verb.DEVICES) {
      text.append(", 3 a file of /sys not parsed");
    }
    text.append(".\n");
  }

  private static void word(StringBuilder text, StringBuilder line, String word) {
    if (line.length() + 1 + word.length() > COLUMNS) {
      text.append(line).append('\n');
      line.setLength(0);
      line.append(' ');
    }
    line.append(' ').append(word);
  }
}
