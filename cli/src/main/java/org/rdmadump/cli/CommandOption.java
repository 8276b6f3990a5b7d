package org.rdmadump.cli;

import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/** The registry of options: letters, words and arguments that the command line knows. */
enum CommandOption {
  FILE("r", "", "FILE", "read FILE, as if it stood without -r", true),
  COUNT("c", "", "N", "stop after N records", true),
  FORMAT("T", "", "FORMAT", "print as text, json (an array) or ndjson", true),
  JSON("", "json", "", "short for -T ndjson", true),
  VERBOSE("v", "", "", "a line per layer below each record; -vv every field", true),
  HEX("x", "", "", "the bytes of rebuilt messages in hex and ASCII", true),
  QUIET("q", "", "", "only the counts of the whole run", true),
  EXCHANGES("", "exchanges", "", "a record per call with its reply", true),
  DIGEST("", "digest", "", "SHA-256 of every complete message", true),
  TIME(
      "t",
      "",
      "FORMAT",
      "time of day (a), with date (ad), delta (d), epoch (e), relative (r)",
      true),
  UTC("", "utc", "", "print -t a and -t ad in UTC", true),
  NUMERIC("n", "", "", "accepted: names are never resolved", true),
  LINE("l", "", "", "flush after every record", true),
  COLOR("", "color", "WHEN", "auto, always or never", true),
  PROGRESS("", "progress", "WHEN", "auto, always or never", true),
  DECODE_AS("", "decode-as", "RULE", "tcp:PORT=iwarp: look for iWARP on that port", true),
  MAX_MEMORY("", "max-memory", "SIZE", "what rebuilding may hold, such as 64M", true),
  HELP("h", "help", "", "this help", true),
  VERSION("", "version", "", "the version", true),

  DEVICES("D", "", "", "list devices", false),
  FILTER("Y", "", "EXPR", "filter", false),
  FILTER_TOO("m", "", "EXPR", "filter", false),
  FIELD("e", "", "FIELD", "field to print", false),
  FRAMES("", "frames", "", "a record per frame", false),
  TREE("", "tree", "", "an exchange drawn as a tree", false),
  LAYERS("", "layers", "LIST", "layers to print", false),
  FOLLOW("", "follow", "", "wait for a growing file", false),
  DATA("", "data", "FORM", "print data bytes", false),
  EXPECT_MATCH("", "expect-match", "", "fail if a filter matches nothing", false),
  DEVICE("i", "", "DEV", "device to capture from", false),
  CAPTURE_FILTER("f", "", "BPF", "capture filter", false),
  SNAP_LENGTH("s", "", "LENGTH", "bytes to capture of each frame", false),
  WRITE("w", "", "FILE", "write a capture", false),
  START("", "start", "WHEN", "first time or frame", false),
  END("", "end", "WHEN", "last time or frame", false),
  CALL("", "call", "", "print the calls of matching replies", false),
  REPLY("", "reply", "", "print the replies of matching calls", false),
  TIME_ZONE("", "tz", "ZONE", "time zone to print times in", false),
  STRING_SIZE("", "strsize", "N", "longest string to print", false);

  private final String letter;
  private final String word;
  private final String argument;
  private final String description;
  private final boolean built;

  CommandOption(String letter, String word, String argument, String description, boolean built) {
    this.letter = letter;
    this.word = word;
    this.argument = argument;
    this.description = description;
    this.built = built;
  }

  /** {@return whether this version can do it} */
  boolean built() {
    return built;
  }

  /** {@return what Commons CLI knows it by} */
  String key() {
    return letter.isEmpty() ? word : letter;
  }

  /** {@return such as {@code -c} or {@code --json}} */
  String display() {
    return letter.isEmpty() ? "--" + word : "-" + letter;
  }

  /** {@return all of them, for the parser} */
  static Options options() {
    Options options = new Options();
    for (CommandOption option : values()) {
      options.addOption(option.option());
    }
    return options;
  }

  /** {@return the option that Commons CLI knows by {@code key}} */
  static CommandOption of(String key) {
    for (CommandOption option : values()) {
      if (option.key().equals(key)) {
        return option;
      }
    }
    throw new IllegalArgumentException(key);
  }

  private Option option() {
    Option.Builder builder = letter.isEmpty() ? Option.builder() : Option.builder(letter);
    if (!word.isEmpty()) {
      builder.longOpt(word);
    }
    if (!argument.isEmpty()) {
      builder.hasArg().argName(argument);
    }
    return builder.desc(description).get();
  }
}
