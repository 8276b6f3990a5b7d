package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/**
 * The registry of options: letters, words and arguments that the command line knows, and the verbs
 * that take them. One without a verb is not in this version.
 */
enum CommandOption {
  FILE(
      "r",
      "",
      "FILE",
      "the same as a plain FILE",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE),
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
      Verb.EXTRACT,
      Verb.LIVE,
      Verb.EXERCISE),
  UPPER_PDU("", "upper-pdu", "", "bare RPC messages for Wireshark, a frame each", Verb.EXPORT),
  COUNT(
      "c",
      "",
      "N",
      "stop after N records",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.LIVE),
  FILTER(
      "Y",
      "",
      "EXPR",
      "only what EXPR chooses; rdmadump fields",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.LIVE),
  FILTER_TOO(
      "m",
      "match",
      "EXPR",
      "the same as -Y",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.LIVE),
  START(
      "",
      "start",
      "WHEN",
      "only from that frame or time on",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK),
  END(
      "",
      "end",
      "WHEN",
      "only up to that frame or time",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK),
  CALL("", "call", "", "with a reply that -Y chooses, its call", Verb.DUMP, Verb.EXPORT, Verb.LIVE),
  REPLY(
      "", "reply", "", "with a call that -Y chooses, its reply", Verb.DUMP, Verb.EXPORT, Verb.LIVE),
  EXPECT_MATCH(
      "",
      "expect-match",
      "",
      "status 1 if -Y chose nothing",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.LIVE),
  EXCHANGES(
      "", "exchanges", "", "calls with their replies in place of messages", Verb.DUMP, Verb.LIVE),
  TREE(
      "", "tree", "", "each call drawn with its chunks and reply, over time", Verb.DUMP, Verb.LIVE),
  FRAMES("", "frames", "", "captured frames in place of messages", Verb.DUMP, Verb.LIVE),
  LAYERS("", "layers", "LIST", "frames, with these layers only: ib,rdmap", Verb.DUMP, Verb.LIVE),
  VERBOSE("v", "", "", "a line per layer below each record; -vv every field", Verb.DUMP, Verb.LIVE),
  HEX("x", "", "", "the bytes of messages or frames in hex and ASCII", Verb.DUMP, Verb.LIVE),
  QUIET(
      "q",
      "",
      "",
      "only the counts of the whole run",
      Verb.DUMP,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.LIVE),
  RULES("", "rules", "LIST", "only these, by name; * stands for anything: mpa.*", Verb.CHECK),
  IGNORE("", "ignore", "LIST", "all but these", Verb.CHECK),
  LIST_RULES("", "list-rules", "", "what there are, and what they mean", Verb.CHECK),
  EXPECT_TRAFFIC("", "expect-traffic", "", "status 1 if there is no RPC-over-RDMA", Verb.CHECK),
  FAIL_ON("", "fail-on", "LEVEL", "status 1 from note, warning (unless said) or error", Verb.CHECK),
  STRICT("", "strict", "", "missing packets are a failure, too", Verb.CONFORMANCE),
  FORMAT(
      "T",
      "",
      "FORMAT",
      "text, fields, csv, json (one array) or ndjson",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.DEVICES,
      Verb.LIVE,
      Verb.EXERCISE,
      Verb.PING),
  FIELD("e", "", "FIELD", "a column of -T fields and csv; again for more", Verb.DUMP, Verb.LIVE),
  JSON(
      "",
      "json",
      "",
      "short for -T ndjson",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXTRACT,
      Verb.FIELDS,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.DEVICES,
      Verb.LIVE,
      Verb.EXERCISE,
      Verb.PING),
  DIGEST("", "digest", "", "SHA-256 of every complete message", Verb.DUMP, Verb.LIVE),
  DATA(
      "",
      "data",
      "FORM",
      "bytes of READ, WRITE and such in JSON: hex or base64",
      Verb.DUMP,
      Verb.LIVE),
  TIME(
      "t",
      "",
      "FORMAT",
      "time: a of day, ad with date, d delta, e epoch, r relative",
      Verb.DUMP,
      Verb.LIVE),
  UTC("", "utc", "", "-t a and -t ad in UTC, not local time", Verb.DUMP, Verb.LIVE),
  TIME_ZONE(
      "", "tz", "ZONE", "-t a and -t ad as clocks in Europe/Berlin say", Verb.DUMP, Verb.LIVE),
  STRING_SIZE(
      "", "strsize", "N", "characters of names in a line, 48 unless said", Verb.DUMP, Verb.LIVE),
  NUMERIC("n", "", "", "accepted: names are never resolved", Verb.DUMP, Verb.LIVE),
  LINE("l", "", "", "flush after every record", Verb.DUMP, Verb.EXPORT, Verb.LIVE),
  INTERVAL(
      "",
      "interval",
      "SECONDS",
      "a row for each part of the time, such as 0.5",
      Verb.STATS,
      Verb.PING),
  SLOWEST("", "slowest", "N", "first the N calls that took longest", Verb.STATS),
  FOLLOW("", "follow", "", "go on as FILE grows, and to the next of its rotation", Verb.DUMP),
  COLOR(
      "",
      "color",
      "WHEN",
      "auto, always or never",
      Verb.DUMP,
      Verb.STATS,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.LIVE,
      Verb.EXERCISE),
  PROGRESS(
      "",
      "progress",
      "WHEN",
      "auto, always or never; on standard error",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.LIVE),
  DECODE_AS(
      "",
      "decode-as",
      "RULE",
      "tcp:PORT=iwarp or udp:PORT=roce: look for it on that port",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.LIVE),
  MAX_MEMORY(
      "",
      "max-memory",
      "SIZE",
      "what rebuilding messages may hold, 64M unless said",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.LIVE),
  SYSFS("", "sysfs", "DIR", "read DIR, a copy of /sys, in place of it", Verb.DEVICES, Verb.LIVE),
  DEVICES("D", "", "", "as the first word: the verb devices", Verb.DUMP),
  HELP("h", "help", "", "this text", Verb.DUMP),
  VERSION("", "version", "", "the version", Verb.DUMP),

  DEVICE(
      "i",
      "",
      "DEV",
      "the device to capture; again for more, any for all",
      Verb.LIVE,
      Verb.EXERCISE),
  CAPTURE_FILTER(
      "f",
      "",
      "BPF",
      "only frames that BPF chooses: udp port 4791",
      Verb.DUMP,
      Verb.STATS,
      Verb.EXPORT,
      Verb.EXTRACT,
      Verb.CHECK,
      Verb.CONFORMANCE,
      Verb.LIVE),
  WRITE(
      "w",
      "",
      "FILE",
      "write what is captured as pcapng; - is standard output",
      Verb.LIVE,
      Verb.EXERCISE),
  ROTATE_SIZE("C", "", "SIZE", "go on to another FILE before that size: 100M", Verb.LIVE),
  ROTATE_TIME("G", "", "SECONDS", "go on to another FILE after that time", Verb.LIVE),
  ROTATE_COUNT("W", "", "N", "with -C or -G: keep the last N files only", Verb.LIVE),
  DURATION("", "duration", "SECONDS", "end after that time, such as 0.5", Verb.LIVE),
  SNAP_LENGTH("s", "", "LENGTH", "bytes to capture of each frame, 262144 unless said", Verb.LIVE),
  BUFFER("B", "buffer", "SIZE", "room for packets until they are taken: 64M", Verb.LIVE),
  QUEUE("", "queue", "SIZE", "what may wait to be decoded, 32M unless said", Verb.LIVE),
  NOT_PROMISCUOUS("p", "", "", "not what is for other machines", Verb.LIVE),
  IMMEDIATE("", "immediate", "", "each packet at once, at more cost", Verb.LIVE),
  FALLBACK("", "fallback", "", "the net device of an adapter that cannot sniff", Verb.LIVE),
  BUSY_POLL("", "busy-poll", "", "spin for an adapter's packets, not sleep", Verb.LIVE),

  PORT("p", "port", "PORT", "the server's port", Verb.EXERCISE, Verb.PING),
  ROUNDS("c", "count", "N", "how often", Verb.EXERCISE, Verb.PING),
  PATTERN("", "pattern", "NAME", "random, count, text, zeros or ones", Verb.EXERCISE),
  SEED("", "seed", "N", "what the pattern begins with, 1 unless said", Verb.EXERCISE),
  PROGRAM("", "program", "N", "the RPC program: nfs (unless said) or a number", Verb.PING),
  RPC_VERSION("", "version", "N", "the program's version, 4 of nfs unless said", Verb.PING),
  TIMEOUT("", "timeout", "SECONDS", "how long to wait for an answer", Verb.EXERCISE, Verb.PING);

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

  /** {@return whether every verb takes it, unless it has one of that name for itself} */
  boolean isCommon() {
    return this == HELP || this == VERSION;
  }

  /** {@return whether {@code verb} takes it} */
  boolean belongsTo(Verb verb) {
    // Of an RPC program, --version is another one.
    boolean taken = this == VERSION && verb == Verb.PING;
    return (isCommon() && !taken) || verbs.contains(verb);
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

  /** {@return all its spellings, such as {@code -h, --help}} */
  String spellings() {
    return letter.isEmpty() || word.isEmpty() ? display() : display() + ", --" + word;
  }

  /** {@return the same as a list} */
  List<String> allSpellings() {
    return letter.isEmpty() || word.isEmpty()
        ? List.of(display())
        : List.of(display(), "--" + word);
  }

  /** {@return what its argument is called, empty if it has none} */
  String argument() {
    return argument;
  }

  /** {@return what it does, in a few words} */
  String description() {
    return description;
  }

  /** {@return those that {@code verb} takes, in the order to show them in} */
  static List<CommandOption> of(Verb verb) {
    List<CommandOption> options = new ArrayList<>();
    for (CommandOption option : values()) {
      if (option.belongsTo(verb)) {
        options.add(option);
      }
    }
    return options;
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
