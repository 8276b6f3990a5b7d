package org.rdmadump.cli;

import static org.rdmadump.cli.Verb.CHECK;
import static org.rdmadump.cli.Verb.COMPARE;
import static org.rdmadump.cli.Verb.CONFORMANCE;
import static org.rdmadump.cli.Verb.DUMP;
import static org.rdmadump.cli.Verb.EXERCISE;
import static org.rdmadump.cli.Verb.EXPORT;
import static org.rdmadump.cli.Verb.EXTCAP;
import static org.rdmadump.cli.Verb.EXTRACT;
import static org.rdmadump.cli.Verb.FIELDS;
import static org.rdmadump.cli.Verb.HCA_SELFTEST;
import static org.rdmadump.cli.Verb.LIVE;
import static org.rdmadump.cli.Verb.PING;
import static org.rdmadump.cli.Verb.REPORT;
import static org.rdmadump.cli.Verb.STATS;
import static org.rdmadump.cli.Verb.SUMMARY;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;

/**
 * The registry of options: how each is spelt, what its argument is called, what it does, and the
 * verbs that take it. Parsing, help, the manual page and completion are made from it. Several verbs
 * have the same letters for things of their own. It is long because it is the one list of all
 * options.
 */
enum CommandOption {
  FILE("-r FILE", "same as a plain FILE", Verbs.READING),
  OUTPUT(
      "-o, --output OUT",
      Map.of(
          EXPORT,
          "the capture to write; - is standard output; or a folder",
          REPORT,
          "the HTML file to write; - is standard output",
          EXTRACT,
          "the folder to write to; created if missing",
          HCA_SELFTEST,
          "the report to write (default hca-selftest.txt)")),
  FORCE(
      "--force",
      "overwrite FILE, but never an input",
      Map.of(
          EXPORT,
          "overwrite OUT, but never an input",
          REPORT,
          "overwrite OUT, but never an input",
          EXTRACT,
          "write to a non-empty folder, but never over an input",
          EXERCISE,
          "overwrite FILE",
          EXTCAP,
          "with --install: replace files of others",
          COMPARE,
          "overwrite FILE, but never an input",
          HCA_SELFTEST,
          "overwrite OUT"),
      DUMP,
      LIVE),
  TABLES("--format FORMAT", "write tables to the folder OUT instead: parquet", EXPORT),
  UPPER_PDU("--upper-pdu", "write bare RPC messages for Wireshark, one per frame", EXPORT),
  INCOMPLETE(
      "--incomplete",
      "also write messages with missing bytes, as far as they go",
      Map.of(
          LIVE,
          "with --export: also write messages with missing bytes",
          EXTCAP,
          "also messages with missing bytes"),
      EXPORT),
  COUNT(
      "-c N",
      "stop after N records",
      Map.of(
          STATS,
          "stop after N calls with their replies",
          EXTRACT,
          "stop after N calls with their replies",
          EXPORT,
          "stop after writing N messages",
          LIVE,
          "stop after N records"),
      DUMP),
  FILTER(
      "-Y EXPR",
      "only records that match EXPR; see rdmadump fields",
      Map.of(
          STATS,
          "only calls with their replies that match EXPR",
          SUMMARY,
          "only calls with their replies that match EXPR",
          REPORT,
          "only calls with their replies that match EXPR",
          EXTRACT,
          "only data of calls that match EXPR",
          COMPARE,
          "only calls with their replies that match EXPR",
          CHECK,
          "only findings that match EXPR"),
      DUMP,
      EXPORT,
      LIVE),
  FILTER_TOO(
      "-m, --match EXPR",
      "same as -Y",
      Map.of(EXTCAP, "only messages that match EXPR"),
      DUMP,
      SUMMARY,
      REPORT,
      STATS,
      EXPORT,
      EXTRACT,
      CHECK,
      COMPARE,
      LIVE),
  START(
      "--start WHEN",
      "only from that frame or time on",
      DUMP,
      SUMMARY,
      REPORT,
      STATS,
      EXPORT,
      EXTRACT,
      CHECK),
  END(
      "--end WHEN",
      "only up to that frame or time",
      DUMP,
      SUMMARY,
      REPORT,
      STATS,
      EXPORT,
      EXTRACT,
      CHECK),
  CALL("--call", "with each reply that matches -Y, its call", DUMP, EXPORT, LIVE),
  REPLY("--reply", "with each call that matches -Y, its reply", DUMP, EXPORT, LIVE),
  EXPECT_MATCH(
      "--expect-match",
      "exit with status 1 if nothing matches -Y",
      DUMP,
      SUMMARY,
      REPORT,
      STATS,
      EXPORT,
      EXTRACT,
      LIVE),
  EXPECT_NO_MATCH(
      "--expect-no-match",
      "exit with status 1 if something matches -Y",
      DUMP,
      SUMMARY,
      REPORT,
      STATS,
      EXPORT,
      EXTRACT,
      LIVE),
  EXCHANGES("--exchanges", "print calls with their replies instead of messages", DUMP, LIVE),
  TREE("--tree", "draw each call with its chunks and reply, over time", DUMP, LIVE),
  FRAMES("--frames", "print captured frames instead of messages", DUMP, LIVE),
  CONNECTIONS("--connections", "print connections without RPC instead of messages", DUMP),
  LAYERS("--layers LIST", "print frames with these layers only: ib,rdmap", DUMP, LIVE),
  VERBOSE("-v", "add a line per layer to each record; -vv every field", DUMP, LIVE),
  DETAILS("-V", "print every field of each record, as -vv", DUMP, LIVE),
  HEX("-x", "print bytes of messages or frames in hex and ASCII", DUMP, LIVE),
  QUIET(
      "-q",
      "print only the counts of the whole run",
      Map.of(
          EXTRACT,
          "print only the counts",
          EXPORT,
          "print errors only",
          CHECK,
          "print a count for each rule",
          COMPARE,
          "print only what differs"),
      DUMP,
      LIVE),
  ENDS("--ends", "A and B show the same traffic, from two places", COMPARE),
  RUNS("--runs", "A and B are two runs, even if they show the same traffic", COMPARE),
  RULES("--rules LIST", "only these rules; * matches anything: mpa.*", CHECK, COMPARE),
  IGNORE("--ignore LIST", "leave out these rules", CHECK, COMPARE),
  LIST_RULES("--list-rules", "list the rules and what they mean", CHECK),
  EXACT("--exact", "any difference of calls, statuses, bytes or chunks counts", COMPARE),
  EXPECT_TRAFFIC(
      "--expect-traffic", "exit with status 1 if there is no RPC-over-RDMA", CHECK, COMPARE),
  FAIL_ON(
      "--fail-on LEVEL",
      Map.of(
          CHECK,
          "severity for status 1: note, warning (default), error, none",
          COMPARE,
          "kinds for status 1, such as latency; any (default) or none")),
  STRICT("--strict", "fail on undecided cases, too", CONFORMANCE),
  FORMAT(
      "-T FORMAT",
      "text, json (one array) or ndjson (a line each)",
      Map.of(
          DUMP,
          "text, fields, csv, json (one array) or ndjson",
          LIVE,
          "text, fields, csv, json (one array) or ndjson",
          STATS,
          "text, csv, json (an array) or ndjson",
          EXTRACT,
          "list files as text, json (an array) or ndjson (a line each)",
          CHECK,
          "text, json, ndjson, sarif or junit",
          COMPARE,
          "text, json, ndjson or junit",
          CONFORMANCE,
          "text, json, ndjson or junit"),
      SUMMARY,
      CONFORMANCE,
      Verb.DEVICES,
      EXERCISE,
      PING),
  FIELD("-e FIELD", "add a column to -T fields and csv; repeat for more", DUMP, LIVE),
  COLUMNS("--columns LIST", "print columns of these fields: number,nfs.op,failed", DUMP, LIVE),
  WIDE(
      "--wide",
      "print whole lines, not cut at the terminal's width",
      DUMP,
      STATS,
      CHECK,
      CONFORMANCE,
      COMPARE,
      EXTRACT,
      LIVE),
  COLUMN_STYLE("-E NAME=VALUE", "format of -T fields: header=y, separator=;", DUMP, LIVE),
  JSON(
      "--json",
      "short for -T ndjson",
      Map.of(FIELDS, "print a JSON object per line"),
      DUMP,
      SUMMARY,
      STATS,
      EXTRACT,
      CHECK,
      CONFORMANCE,
      COMPARE,
      Verb.DEVICES,
      LIVE,
      EXERCISE,
      PING),
  DIGEST("--digest", "add the SHA-256 of every complete message", DUMP, LIVE),
  DATA("--data FORM", "add bulk data to JSON: hex or base64", DUMP, LIVE),
  TIME("-t FORMAT", "time: a of day, ad date, d delta, e epoch, r start; -tttt", DUMP, LIVE),
  UTC("--utc", "print -t a and -t ad in UTC instead of local time", DUMP, LIVE),
  TIME_ZONE("--tz ZONE", "print -t a and -t ad in a zone such as Europe/Berlin", DUMP, LIVE),
  STRING_SIZE("--strsize N", "cut names in lines at N characters (default 48)", DUMP, LIVE),
  NUMERIC("-n", "accepted: names are never resolved", DUMP, LIVE),
  LINE("-l", "flush after every record", Map.of(EXPORT, "flush after every message"), DUMP, LIVE),
  RATES("--rates", "print refreshing rates by operation, not records", LIVE),
  METRICS_FILE("--metrics-file FILE", "write metrics for Prometheus every 10 s", LIVE),
  METRICS_LISTEN("--metrics-listen ADDRESS", "serve them: ADDR:PORT, or PORT for 127.0.0.1", LIVE),
  INTERVAL(
      "--interval SECONDS",
      Map.of(
          LIVE,
          "time from one print or file to the next",
          STATS,
          "add a row for each interval, such as 0.5",
          PING,
          "time from one call to the next (default 1)")),
  SLOWEST(
      "--slowest N",
      "list the N slowest calls and commands first",
      Map.of(REPORT, "draw the N slowest calls, and N with findings (default 50)"),
      STATS),
  PAGE("--report FILE", "also write the comparison as an HTML file", COMPARE),
  TRACE("--trace FILE", "also write the calls as a trace for Perfetto", REPORT),
  NO_NAMES("--no-names", "write pseudonyms for hosts, paths and owners", REPORT),
  STATISTIC("-z NAME", "statistic of tshark, such as io,stat,1", DUMP),
  FOLLOW("--follow", "follow FILE as it grows, then the next of its rotation", DUMP),
  COLOR(
      "--color WHEN",
      "use of colour: auto, always or never",
      DUMP,
      SUMMARY,
      STATS,
      CHECK,
      CONFORMANCE,
      COMPARE,
      LIVE,
      EXERCISE),
  PROGRESS("--progress WHEN", "progress on standard error: auto, always or never", Verbs.DECODING),
  DECODE_AS(
      "--decode-as RULE",
      "tcp:PORT=iwarp, udp:PORT=roce or service:PORT=nfs",
      Map.of(EXTCAP, "protocol of a port, such as udp:4792=roce"),
      Verbs.DECODING),
  MAX_MEMORY(
      "--max-memory SIZE",
      "memory for reassembly (default 64M)",
      Map.of(EXTCAP, "memory for reassembly (default 64M)"),
      Verbs.DECODING),
  SYSFS(
      "--sysfs DIR",
      "read DIR, a copy of /sys, instead of /sys",
      Verb.DEVICES,
      LIVE,
      EXERCISE,
      HCA_SELFTEST),
  DEVICES("-D", "as the first word: same as the verb devices", DUMP),
  HELP("-h, --help", "print this text", Verb.values()),
  VERSION("--version", "print the version", Verbs.NOT_PING),

  DEVICE(
      "-i DEV",
      "capture this device; repeat for more, any for all",
      Map.of(EXERCISE, "client: capture DEV instead of the device to HOST"),
      LIVE),
  CAPTURE_FILTER(
      "-f BPF",
      "only frames that match BPF, such as udp port 4791",
      Map.of(EXERCISE, "client: capture this; default RDMA with HOST; '' for all"),
      Verbs.DECODING),
  WRITE(
      "-w FILE",
      "write the packets as pcapng; - is standard output",
      Map.of(
          EXERCISE,
          "client: keep the capture, as pcapng",
          DUMP,
          "write the frames of chosen records, as pcapng"),
      LIVE),
  WRITE_CHOSEN("--write-chosen FILE", "also write the frames of chosen messages", LIVE),
  EXPORT_LIVE("--export OUT", "write messages as TCP, for Wireshark, not as lines", LIVE),
  WITH_SETUP("--with-setup", "with -w: also write frames that set up connections", DUMP),
  ROTATE_SIZE("-C SIZE", "start another FILE before that size: 100M", LIVE),
  ROTATE_TIME("-G SECONDS", "start another FILE after that time", LIVE),
  ROTATE_COUNT("-W N", "with -C or -G: keep the last N files only", LIVE),
  DURATION(
      "--duration SECONDS",
      "end after that time, such as 0.5",
      Map.of(HCA_SELFTEST, "how long to load the link (default 10)"),
      LIVE),
  SNAP_LENGTH("-s LENGTH", "bytes to capture of each frame (default 262144)", LIVE),
  BUFFER("-B, --buffer SIZE", "capture buffer of each device, such as 64M", LIVE),
  QUEUE("--queue SIZE", "memory for packets not decoded yet (default 32M)", LIVE),
  NOT_PROMISCUOUS("-p", "no promiscuous mode", LIVE),
  IMMEDIATE("--immediate", "deliver each packet at once, at a higher cost", LIVE),
  FALLBACK(
      "--fallback",
      "capture the net device if the adapter cannot sniff",
      Map.of(EXTCAP, "the net device, if the adapter cannot sniff"),
      LIVE),
  BUSY_POLL("--busy-poll", "poll adapters without sleeping", LIVE),

  INSTALL("--install", "make it known to this user's Wireshark", EXTCAP),
  UNINSTALL("--uninstall", "undo --install", EXTCAP),
  EXTCAP_INTERFACES("--extcap-interfaces", "Wireshark asks: list the interfaces", EXTCAP),
  EXTCAP_VERSION("--extcap-version V", "Wireshark says: its version", EXTCAP),
  EXTCAP_DLTS("--extcap-dlts", "Wireshark asks: the link type", EXTCAP),
  EXTCAP_CONFIG("--extcap-config", "Wireshark asks: options of an interface", EXTCAP),
  EXTCAP_INTERFACE("--extcap-interface NAME", "rdmadump or rdmadump-live", EXTCAP),
  EXTCAP_FILTER("--extcap-capture-filter BPF", "only frames that match BPF", EXTCAP),
  EXTCAP_CAPTURE("--capture", "Wireshark asks: begin to write", EXTCAP),
  EXTCAP_FIFO("--fifo PIPE", "the pipe to write to", EXTCAP),
  EXTCAP_FILE("--file FILE", "of rdmadump: the capture to rebuild", EXTCAP),
  EXTCAP_DEVICE("--device DEV", "of rdmadump-live: the device to capture", EXTCAP),

  PORT(
      "-p, --port PORT",
      Map.of(
          EXERCISE,
          "port of the server (default 7471)",
          HCA_SELFTEST,
          "port of the server (default 7471)",
          PING,
          "port of the server (default 20049)")),
  ROUNDS(
      "-c, --count N",
      Map.of(
          EXERCISE,
          "client: N rounds (default 1); server: N clients",
          PING,
          "stop after N calls (default: run until Ctrl-C)")),
  PATTERN("--pattern NAME", "random, count, text, zeros or ones", EXERCISE),
  SEED("--seed N", "start value of the pattern (default 1)", EXERCISE),
  ALLOW_CHANGES("--allow-changes", "also reset the adapter, and make a soft device", HCA_SELFTEST),
  PROGRAM("--program N", "RPC program: nfs (default) or a number", PING),
  RPC_VERSION("--version N", "version of the program (default 4 for nfs)", PING),
  TIMEOUT(
      "--timeout SECONDS",
      Map.of(
          EXERCISE,
          "how long to wait for the other side (default 30)",
          HCA_SELFTEST,
          "how long to wait for the other side (default 30)",
          PING,
          "how long to wait for an answer (default 5)"));

  /** Verbs that take an option for the same reason. */
  private static final class Verbs {
    /** Those that read captures. */
    static final Verb[] READING = {
      DUMP, SUMMARY, REPORT, STATS, EXPORT, EXTRACT, CHECK, CONFORMANCE
    };

    /** Those that decode packets. */
    static final Verb[] DECODING = {
      DUMP, SUMMARY, REPORT, STATS, EXPORT, EXTRACT, CHECK, CONFORMANCE, COMPARE, LIVE
    };

    /** All but that for which {@code --version} is the version of an RPC program. */
    static final Verb[] NOT_PING = EnumSet.complementOf(EnumSet.of(PING)).toArray(new Verb[0]);

    private Verbs() {}
  }

  private static final String SEPARATOR = ", ";

  /** What names of files, folders and devices are called. */
  private static final Set<String> NAMES = Set.of("FILE", "OUT", "DIR", "DEV");

  /** Unmodifiable. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> spellings;

  private final String key;
  private final String word;
  private final String argument;

  /** What it does with the most verbs, in a few words. */
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // Nobody changes it.
  private final Verb[] verbs;

  /** What it does with each verb for which it is something else; unmodifiable. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<Verb, String> own;

  /** An option that is the same thing to all of its verbs. */
  CommandOption(String synopsis, String description, Verb... verbs) {
    this(synopsis, description, Map.of(), verbs);
  }

  /** An option that is something else to each of its verbs. */
  CommandOption(String synopsis, Map<Verb, String> own) {
    this(synopsis, "", own);
  }

  /**
   * An option.
   *
   * @param synopsis its spellings, and what its argument is called if it has one
   * @param description what it does with {@code verbs}
   * @param own what it does with others
   */
  CommandOption(String synopsis, String description, Map<Verb, String> own, Verb... verbs) {
    int end = synopsis.lastIndexOf(' ');
    boolean takesValue = end > 0 && synopsis.charAt(end + 1) != '-';
    this.argument = takesValue ? synopsis.substring(end + 1) : "";
    String spelled = takesValue ? synopsis.substring(0, end) : synopsis;
    int comma = spelled.indexOf(SEPARATOR);
    this.spellings =
        comma < 0
            ? List.of(spelled)
            : List.of(spelled.substring(0, comma), spelled.substring(comma + SEPARATOR.length()));
    this.key = withoutDashes(display());
    String last = spellings.get(spellings.size() - 1);
    this.word = last.startsWith("--") ? withoutDashes(last) : "";
    this.description = description;
    this.verbs = verbs;
    this.own = own;
  }

  /** {@return whether every verb takes it, unless it has one of that name for itself} */
  boolean isCommon() {
    return this == HELP || this == VERSION;
  }

  /** {@return whether {@code verb} takes it} */
  boolean belongsTo(Verb verb) {
    return isOfMost(verb) || own.containsKey(verb);
  }

  private boolean isOfMost(Verb verb) {
    for (Verb each : verbs) {
      if (each == verb) {
        return true;
      }
    }
    return false;
  }

  /** {@return what Commons CLI knows it by} */
  String key() {
    return key;
  }

  /** {@return such as {@code -c} or {@code --json}} */
  String display() {
    return spellings.get(0);
  }

  /** {@return the option's long name, empty if it has none} */
  String word() {
    return word;
  }

  /** {@return all its spellings, such as {@code -h} and {@code --help}} */
  List<String> spellings() {
    return spellings;
  }

  /** {@return what its argument is called, empty if it has none} */
  String argument() {
    return argument;
  }

  /**
   * {@return whether its argument names a file, a folder or a device, so that it is not empty; that
   * there is no input of that name is said of all inputs alike}
   */
  boolean takesName() {
    return this != FILE && NAMES.contains(argument);
  }

  /** {@return what {@code verb} calls its argument, empty if it has none} */
  String argument(Verb verb) {
    if (this == OUTPUT && verb == EXTRACT) {
      return "DIR";
    }
    return this == FAIL_ON && verb == COMPARE ? "KINDS" : argument;
  }

  /** {@return all its spellings and its argument, such as {@code -h, --help} or {@code -c N}} */
  String synopsis(Verb verb) {
    String spelled = String.join(SEPARATOR, spellings);
    return argument.isEmpty() ? spelled : spelled + " " + argument(verb);
  }

  /** {@return what it does with {@code verb}, in a few words} */
  String description(Verb verb) {
    return own.getOrDefault(verb, isOfMost(verb) ? description : "");
  }

  /** {@return the options of a verb that people type: not those that Wireshark gives to extcap} */
  static List<CommandOption> typed(Verb verb) {
    return of(verb).stream()
        .filter(each -> verb != EXTCAP || each == INSTALL || each == UNINSTALL || each.isCommon())
        .toList();
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

  /** {@return those of {@code verb}, for the parser} */
  static Options options(Verb verb) {
    Options options = new Options();
    for (CommandOption option : of(verb)) {
      options.addOption(option.option());
    }
    return options;
  }

  /** {@return the option that Commons CLI knows by {@code key} once it reads for {@code verb}} */
  static CommandOption of(Verb verb, String key) {
    for (CommandOption option : of(verb)) {
      if (option.key().equals(key)) {
        return option;
      }
    }
    throw new IllegalArgumentException(key);
  }

  private Option option() {
    Option.Builder builder = display().startsWith("--") ? Option.builder() : Option.builder(key());
    if (!word().isEmpty()) {
      builder.longOpt(word());
    }
    return builder.hasArg(!argument.isEmpty()).build();
  }

  /** {@return an option's name as it is without the dashes before it} */
  static String withoutDashes(String spelling) {
    int start = 0;
    while (start < spelling.length() && spelling.charAt(start) == '-') {
      start++;
    }
    return spelling.substring(start);
  }
}
