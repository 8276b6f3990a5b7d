package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.rdmadump.analysis.text.TimeFormat;
import org.rdmadump.rpcrdma.CaptureOptions;

/** Reads a command line. */
final class Arguments {
  private static final String DUMP = "dump";
  private static final List<String> LATER_VERBS =
      List.of(
          "stats",
          "check",
          "conformance",
          "extract",
          "export",
          "live",
          "devices",
          "exercise",
          "ping",
          "fields");
  private static final List<String> LATER_FORMATS = List.of("fields", "csv");
  private static final int MOST_VERBOSE = 2;
  private static final String DECODE_AS_TCP = "tcp:";
  private static final String DECODE_AS_IWARP = "=iwarp";
  private static final int MOST_PORT = 65535;
  private static final long LEAST_MEMORY = 1 << 20;

  private final CommandLine line;

  private Arguments(CommandLine line) {
    this.line = line;
  }

  /** {@return verbs of the contract that are not in this version} */
  static List<String> laterVerbs() {
    return LATER_VERBS;
  }

  /**
   * Reads a command line.
   *
   * @throws UsageException if it has a mistake, or asks for what is not in this version
   */
  static Request read(String[] arguments) throws UsageException {
    String[] rest = arguments;
    if (arguments.length > 0) {
      String verb = arguments[0];
      if (LATER_VERBS.contains(verb)) {
        throw new UsageException(verb + " is not in this version");
      }
      if (verb.equals(DUMP)) {
        rest = new String[arguments.length - 1];
        System.arraycopy(arguments, 1, rest, 0, rest.length);
      }
    }
    return new Arguments(parse(rest)).request();
  }

  private static CommandLine parse(String[] arguments) throws UsageException {
    DefaultParser parser = DefaultParser.builder().setAllowPartialMatching(false).get();
    try {
      return parser.parse(CommandOption.options(), arguments);
    } catch (UnrecognizedOptionException e) {
      throw new UsageException("unknown option " + e.getOption() + ", try --help");
    } catch (MissingArgumentException e) {
      CommandOption option = CommandOption.of(key(e.getOption()));
      throw new UsageException("option " + option.display() + " needs a value, try --help");
    } catch (ParseException e) {
      throw new UsageException(e.getMessage() + ", try --help");
    }
  }

  private Request request() throws UsageException {
    if (has(CommandOption.HELP)) {
      return new Request.Help();
    }
    if (has(CommandOption.VERSION)) {
      return new Request.Version();
    }
    for (Option option : line.getOptions()) {
      CommandOption known = CommandOption.of(key(option));
      if (!known.built()) {
        throw new UsageException(known.display() + " is not in this version");
      }
    }
    return new Request.Dump(
        new DumpSettings(
            files(),
            limit(),
            format(),
            verbosity(),
            has(CommandOption.HEX),
            has(CommandOption.QUIET),
            has(CommandOption.EXCHANGES),
            has(CommandOption.DIGEST),
            time(),
            has(CommandOption.UTC),
            has(CommandOption.LINE),
            when(CommandOption.COLOR),
            when(CommandOption.PROGRESS),
            memory(),
            iwarpPorts()));
  }

  /** The ports of every {@code --decode-as tcp:PORT=iwarp}. */
  private List<Integer> iwarpPorts() throws UsageException {
    List<Integer> ports = new ArrayList<>(0);
    String[] rules = line.getOptionValues(CommandOption.DECODE_AS.key());
    if (rules != null) {
      for (String rule : rules) {
        int from = DECODE_AS_TCP.length();
        int to = rule.length() - DECODE_AS_IWARP.length();
        boolean fits =
            rule.startsWith(DECODE_AS_TCP) && rule.endsWith(DECODE_AS_IWARP) && from < to;
        long port = fits ? decimal(rule, from, to) : -1;
        if (port < 1 || port > MOST_PORT) {
          throw new UsageException(
              "--decode-as " + rule + ": not tcp:PORT=iwarp with a port from 1 to " + MOST_PORT);
        }
        ports.add((int) port);
      }
    }
    return ports;
  }

  private List<String> files() throws UsageException {
    List<String> files = new ArrayList<>();
    String[] named = line.getOptionValues(CommandOption.FILE.key());
    if (named != null) {
      files.addAll(List.of(named));
    }
    files.addAll(line.getArgList());
    if (files.isEmpty()) {
      throw new UsageException("no capture file, try --help");
    }
    if (files.indexOf(Inputs.STANDARD_INPUT) != files.lastIndexOf(Inputs.STANDARD_INPUT)) {
      throw new UsageException("standard input can be read only once");
    }
    return List.copyOf(files);
  }

  private long limit() throws UsageException {
    Optional<String> count = value(CommandOption.COUNT);
    if (count.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long limit = decimal(count.get(), 0, count.get().length());
    if (limit <= 0) {
      throw new UsageException("option -c needs a number from 1 on, not " + count.get());
    }
    return limit;
  }

  private OutputFormat format() throws UsageException {
    Optional<String> name = value(CommandOption.FORMAT);
    if (name.isEmpty()) {
      return has(CommandOption.JSON) ? OutputFormat.NDJSON : OutputFormat.TEXT;
    }
    if (LATER_FORMATS.contains(name.get())) {
      throw new UsageException("-T " + name.get() + " is not in this version");
    }
    OutputFormat format =
        switch (name.get()) {
          case "text" -> OutputFormat.TEXT;
          case "json" -> OutputFormat.JSON;
          case "ndjson" -> OutputFormat.NDJSON;
          default ->
              throw new UsageException("-T " + name.get() + ": not one of text, json, ndjson");
        };
    if (has(CommandOption.JSON) && format != OutputFormat.NDJSON) {
      throw new UsageException("--json and -T " + name.get() + " contradict each other");
    }
    return format;
  }

  private int verbosity() {
    int count = 0;
    for (Option option : line.getOptions()) {
      if (key(option).equals(CommandOption.VERBOSE.key())) {
        count++;
      }
    }
    return Math.min(count, MOST_VERBOSE);
  }

  private TimeFormat time() throws UsageException {
    Optional<String> letters = value(CommandOption.TIME);
    if (letters.isEmpty()) {
      return TimeFormat.RELATIVE;
    }
    Optional<TimeFormat> format = TimeFormat.of(letters.get());
    if (format.isEmpty()) {
      throw new UsageException("-t " + letters.get() + ": not one of a, ad, d, e, r");
    }
    return format.get();
  }

  private When when(CommandOption option) throws UsageException {
    String value = value(option).orElse("auto");
    return switch (value) {
      case "auto" -> When.AUTO;
      case "always" -> When.ALWAYS;
      case "never" -> When.NEVER;
      default ->
          throw new UsageException(
              option.display() + " " + value + ": not one of auto, always, never");
    };
  }

  /** The value of {@code --max-memory}: a number and K, M, G or T, perhaps followed by B or iB. */
  private long memory() throws UsageException {
    Optional<String> size = value(CommandOption.MAX_MEMORY);
    if (size.isEmpty()) {
      return CaptureOptions.DEFAULT.maxMemory();
    }
    String text = size.get();
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    int shift =
        switch (text.substring(digits)) {
          case "", "B" -> 0;
          case "K", "k", "KB", "KiB" -> 10;
          case "M", "m", "MB", "MiB" -> 20;
          case "G", "g", "GB", "GiB" -> 30;
          case "T", "t", "TB", "TiB" -> 40;
          default -> -1;
        };
    long number = decimal(text, 0, digits);
    if (shift < 0 || number < 0 || number > Long.MAX_VALUE >> shift) {
      throw new UsageException("--max-memory " + text + ": not a size such as 64M or 2G");
    }
    if (number << shift < LEAST_MEMORY) {
      throw new UsageException("--max-memory " + text + ": less than 1M");
    }
    return number << shift;
  }

  /** The decimal number in {@code [from, to)}, -1 if there is none or it is above 10^17. */
  private static long decimal(String text, int from, int to) {
    if (from == to || to - from > 17) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      value = 10 * value + (digit - '0');
    }
    return value;
  }

  private boolean has(CommandOption option) {
    return line.hasOption(option.key());
  }

  /** The value of an option; the last one if it was given again. */
  private Optional<String> value(CommandOption option) {
    String[] values = line.getOptionValues(option.key());
    return values == null ? Optional.empty() : Optional.of(values[values.length - 1]);
  }

  private static String key(Option option) {
    String letter = option.getOpt();
    return letter != null ? letter : option.getLongOpt();
  }
}
