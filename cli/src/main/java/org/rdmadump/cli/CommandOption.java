package org.rdmadump.cli;

import java.util.Set;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/**
 * The registry of options: letters, words and arguments that the command line knows, and the verbs
 * that take them. One without a verb is not in this version.
 */
enum CommandOption {
  FILE("r", "", "FILE", "the same as a plain FILE", Verb.DUMP, Verb.EXPORT, Verb.EXTRACT),
  OUTPUT(
      "o",
      "output",
      "OUT",
      "export: a file, - is standard output; extract: a folder",
      Verb.EXPORT,
      Verb.EXTRACT),
  FORCE(
      "",
      "force",
      "",
      "write over what is there, but never over an input",
      Verb.EXPORT,
      Verb.EXTRACT),
  UPPER_PDU("", "upper-pdu", "", "bare RPC messages for Wireshark, a frame each", Verb.EXPORT),
  COUNT("c", "", "N", "stop after N records", Verb.DUMP, Verb.EXPORT, Verb.EXTRACT),
  FILTER("Y", "", "EXPR", "only what EXPR chooses; rdmadump fields", Verb.DUMP, Verb.EXPORT),
  FILTER_TOO("m", "match", "EXPR", "the same as -Y", Verb.DUMP, Verb.EXPORT),
  START("", "start", "WHEN", "only from that frame or time on", Verb.DUMP, Verb.EXPORT),
  END("", "end", "WHEN", "only up to that frame or time", Verb.DUMP, Verb.EXPORT),
  CALL("", "call", "", "with a reply that -Y chooses, its call", Verb.DUMP, Verb.EXPORT),
  REPLY("", "reply", "", "with a call that -Y chooses, its reply", Verb.DUMP, Verb.EXPORT),
  EXPECT_MATCH("", "expect-match", "", "status 1 if -Y chose nothing", Verb.DUMP, Verb.EXPORT),
  EXCHANGES("", "exchanges", "", "calls with their replies in place of messages", Verb.DUMP),
  FRAMES("", "frames", "", "captured frames in place of messages", Verb.DUMP),
  LAYERS("", "layers", "LIST", "frames, with these layers only: ib,rdmap", Verb.DUMP),
  VERBOSE("v", "", "", "a line per layer below each record; -vv every field", Verb.DUMP),
  HEX("x", "", "", "the bytes of messages or frames in hex and ASCII", Verb.DUMP),
  QUIET("q", "", "", "only the counts of the whole run", Verb.DUMP, Verb.EXTRACT),
  FORMAT(
      "T", "", "FORMAT", "text, json, ndjson; dump: fields or csv, too", Verb.DUMP, Verb.EXTRACT),
  FIELD("e", "", "FIELD", "a column of -T fields and csv; again for more", Verb.DUMP),
  JSON("", "json", "", "short for -T ndjson", Verb.DUMP, Verb.EXTRACT, Verb.FIELDS),
  DIGEST("", "digest", "", "SHA-256 of every complete message", Verb.DUMP),
  DATA("", "data", "FORM", "bytes of READ, WRITE and such in JSON: hex or base64", Verb.DUMP),
  TIME("t", "", "FORMAT", "time: a of day, ad with date, d delta, e epoch, r relative", Verb.DUMP),
  UTC("", "utc", "", "-t a and -t ad in UTC, not local time", Verb.DUMP),
  NUMERIC("n", "", "", "accepted: names are never resolved", Verb.DUMP),
  LINE("l", "", "", "flush after every record", Verb.DUMP, Verb.EXPORT),
  FOLLOW("", "follow", "", "go on as FILE grows, and to the next of its rotation", Verb.DUMP),
  COLOR("", "color", "WHEN", "auto, always or never", Verb.DUMP),
  PROGRESS(
      "",
      "progress",
      "WHEN",
      "auto, always or never; on standard error",
      Verb.DUMP,
      Verb.EXPORT,
      Verb.EXTRACT),
  DECODE_AS(
      "",
      "decode-as",
      "RULE",
      "tcp:PORT=iwarp or udp:PORT=roce: look for it on that port",
      Verb.DUMP,
      Verb.EXPORT,
      Verb.EXTRACT),
  MAX_MEMORY(
      "",
      "max-memory",
      "SIZE",
      "what rebuilding messages may hold, 64M unless said",
      Verb.DUMP,
      Verb.EXPORT,
      Verb.EXTRACT),
  HELP("h", "help", "", "this text", Verb.DUMP, Verb.EXPORT, Verb.EXTRACT, Verb.FIELDS),
  VERSION("", "version", "", "the version", Verb.DUMP, Verb.EXPORT, Verb.EXTRACT, Verb.FIELDS),

  DEVICES("D", "", "", "list devices"),
  TREE("", "tree", "", "an exchange drawn as a tree"),
  DEVICE("i", "", "DEV", "device to capture from"),
  CAPTURE_FILTER("f", "", "BPF", "capture filter"),
  SNAP_LENGTH("s", "", "LENGTH", "bytes to capture of each frame"),
  WRITE("w", "", "FILE", "write a capture"),
  TIME_ZONE("", "tz", "ZONE", "time zone to print times in"),
  STRING_SIZE("", "strsize", "N", "longest string to print");

  private final String letter;
  private final String word;
  private final String argument;
  private final String description;

  /** Made by {@link Set#of}. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<Verb> verbs;

  CommandOption(String letter, String word, String argument, String description, Verb... verbs) {
    this.letter = letter;
    this.word = word;
    this.argument = argument;
    this.description = description;
    this.verbs = Set.of(verbs);
  }

  /** {@return whether this version can do it} */
  boolean built() {
    return !verbs.isEmpty();
  }

  /** {@return whether {@code verb} takes it} */
  boolean belongsTo(Verb verb) {
    return verbs.contains(verb);
  }

  /** {@return what Commons CLI knows it by} */
  String key() {
    return letter.isEmpty() ? word : letter;
  }

  /** {@return such as {@code -c} or {@code --json}} */
  String display() {
    return letter.isEmpty() ? "--" + word : "-" + letter;
  }

  /** {@return the option's long name, empty if it has none} */
  String word() {
    return word;
  }

  /** {@return all its spellings and its argument, such as {@code -h, --help} or {@code -c N}} */
  String synopsis() {
    String spellings = letter.isEmpty() || word.isEmpty() ? display() : display() + ", --" + word;
    return argument.isEmpty() ? spellings : spellings + " " + argument;
  }

  /** {@return what it does, in a few words} */
  String description() {
    return description;
  }

  /** {@return those of {@code verb} and those that are not in this version, for the parser} */
  static Options options(Verb verb) {
    Options options = new Options();
    for (CommandOption option : values()) {
      if (option.belongsTo(verb) || !option.built()) {
        options.addOption(option.option());
      }
    }
    return options;
  }

  /** {@return the option that Commons CLI knows by {@code key} once it reads for {@code verb}} */
  static CommandOption of(Verb verb, String key) {
    for (CommandOption option : values()) {
      if (option.key().equals(key) && (option.belongsTo(verb) || !option.built())) {
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
