package org.rdmadump.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.DecodeAs;

/** A command line: its verb, its options, its words, and values that several verbs read. */
final class Arguments {
  private static final long LEAST_MEMORY = 1 << 20;
  private static final String DECODE_AS_TCP = "tcp:";
  private static final String DECODE_AS_IWARP = "=iwarp";
  private static final String DECODE_AS_UDP = "udp:";
  private static final String DECODE_AS_ROCE = "=roce";
  private static final int MOST_PORT = 65535;

  private final Verb verb;
  private final boolean named;
  private final CommandLine line;

  private Arguments(Verb verb, boolean named, CommandLine line) {
    this.verb = verb;
    this.named = named;
    this.line = line;
  }

  /**
   * Reads a command line, but no values yet.
   *
   * @throws UsageException if it has an unknown option, begins with a misspelt verb, or asks for
   *     one that is not in this version
   */
  static Arguments read(String[] words) throws UsageException {
    Optional<Verb> named = words.length > 0 ? named(words[0]) : Optional.empty();
    if (named.isEmpty()) {
      if (words.length > 0 && Verb.canBe(words[0])) {
        MistakenVerb.refuse(words[0], /* first= */ true);
      }
      return new Arguments(Verb.DUMP, /* named= */ false, parse(Verb.DUMP, words));
    }
    Verb verb = named.get();
    if (!verb.built()) {
      throw new UsageException(verb.word() + " is not in this version");
    }
    String[] rest = Arrays.copyOfRange(words, 1, words.length);
    return new Arguments(verb, /* named= */ true, parse(verb, rest));
  }

  private static Optional<Verb> named(String word) {
    return word.equals(CommandOption.DEVICES.display()) ? Optional.of(Verb.DEVICES) : Verb.of(word);
  }

  private static CommandLine parse(Verb verb, String[] words) throws UsageException {
    DefaultParser parser = DefaultParser.builder().setAllowPartialMatching(false).get();
    try {
      return parser.parse(CommandOption.options(verb), words);
    } catch (UnrecognizedOptionException e) {
      throw new UsageException(UnknownOption.message(verb, e.getOption()));
    } catch (MissingArgumentException e) {
      CommandOption option = CommandOption.of(verb, key(e.getOption()));
      throw new UsageException("option " + option.display() + " needs a value, " + verb.advice());
    } catch (ParseException e) {
      throw new UsageException(e.getMessage() + ", " + verb.advice());
    }
  }

  /** {@return what is to be done} */
  Verb verb() {
    return verb;
  }

  /** {@return whether the verb was named, so that no other word can be one} */
  boolean isNamed() {
    return named;
  }

  /**
   * Checks that no word is a verb that should have come first.
   *
   * @throws UsageException if one is, nearly if it is the first, and no file has that name
   */
  void refuseMistakenVerb() throws UsageException {
    if (named) {
      return;
    }
    List<String> words = line.getArgList();
    for (int i = 0; i < words.size(); i++) {
      if (Verb.canBe(words.get(i))) {
        MistakenVerb.refuse(words.get(i), /* first= */ i == 0);
      }
    }
  }

  /**
   * Checks that every option can be done.
   *
   * @throws UsageException if one is not in this version
   */
  void refuseWhatIsNotBuilt() throws UsageException {
    for (Option option : line.getOptions()) {
      CommandOption known = CommandOption.of(verb, key(option));
      if (!known.built()) {
        throw new UsageException(known.display() + " is not in this version");
      }
    }
  }

  /** {@return whether an option is given} */
  boolean has(CommandOption option) {
    return count(option) > 0;
  }

  /** {@return whether only some records are asked for} */
  boolean haveFilter() {
    return has(CommandOption.FILTER)
        || has(CommandOption.FILTER_TOO)
        || has(CommandOption.START)
        || has(CommandOption.END);
  }

  /** {@return how often an option is given} */
  int count(CommandOption option) {
    int count = 0;
    for (Option each : line.getOptions()) {
      if (key(each).equals(option.key())) {
        count++;
      }
    }
    return count;
  }

  /** {@return the value of an option; the last one if it was given again} */
  Optional<String> value(CommandOption option) {
    List<String> values = values(option);
    return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
  }

  /**
   * {@return all values of an option}
   *
   * <p>The library looks for them by streams, which takes a start 3 ms.
   */
  List<String> values(CommandOption option) {
    List<String> values = new ArrayList<>();
    for (Option each : line.getOptions()) {
      if (key(each).equals(option.key())) {
        values.addAll(each.getValuesList());
      }
    }
    return values;
  }

  /**
   * {@return names of the captures to read, those of {@code -r} first; none if none are named,
   * which {@link #refuseNoFile} is for}
   */
  List<String> files() throws UsageException {
    List<String> files = values(CommandOption.FILE);
    files.addAll(line.getArgList());
    if (files.indexOf(Inputs.STANDARD_INPUT) != files.lastIndexOf(Inputs.STANDARD_INPUT)) {
      throw new UsageException("standard input can be read only once");
    }
    return List.copyOf(files);
  }

  /**
   * Checks that a capture is named.
   *
   * @throws UsageException if there is none
   */
  void refuseNoFile() throws UsageException {
    if (values(CommandOption.FILE).isEmpty() && line.getArgList().isEmpty()) {
      String hint =
          named && Files.exists(Path.of(verb.word()))
              ? "; the one named " + verb.word() + " is ./" + verb.word()
              : "";
      throw new UsageException("no capture file" + hint + ", " + verb.advice());
    }
  }

  /** {@return what stands beside the options} */
  List<String> words() {
    return line.getArgList();
  }

  /** {@return the shell that is named} */
  Shell shell() throws UsageException {
    List<String> words = line.getArgList();
    Optional<Shell> shell = words.size() == 1 ? Shell.of(words.get(0)) : Optional.empty();
    if (shell.isEmpty()) {
      throw new UsageException(
          words.size() == 1
              ? words.get(0) + ": not one of " + Shell.names(", ")
              : "no shell: say one of " + Shell.names(", ") + ", " + verb.advice());
    }
    return shell.get();
  }

  /** {@return records at most, from {@code -c}} */
  long limit() throws UsageException {
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

  /** {@return the value of {@code --color} or {@code --progress}} */
  When when(CommandOption option) throws UsageException {
    String value = value(option).orElse("auto");
    return switch (value) {
      case "auto" -> When.AUTO;
      case "always" -> When.ALWAYS;
      case "never" -> When.NEVER;
      default -> throw WrongWord.of(option.display(), value, List.of("auto", "always", "never"));
    };
  }

  /**
   * {@return bytes of {@code --max-memory}: a number and K, M, G or T, perhaps with B or iB}
   *
   * @throws UsageException if it is none, less than rebuilding needs, or more than there is
   */
  long memory() throws UsageException {
    return size(CommandOption.MAX_MEMORY, CaptureOptions.DEFAULT.maxMemory(), LEAST_MEMORY);
  }

  /**
   * {@return bytes that an option says: a number and K, M, G or T, perhaps with B or iB}
   *
   * @param usual what they are if it is not given
   * @throws UsageException if it is none, less than {@code least}, or more than the machine's
   *     memory
   */
  long size(CommandOption option, long usual, long least) throws UsageException {
    return size(option, usual, least, /* inMemory= */ true);
  }

  /** {@return as {@link #size}, of a file, which may be larger than memory} */
  long fileSize(CommandOption option, long usual, long least) throws UsageException {
    return size(option, usual, least, /* inMemory= */ false);
  }

  private long size(CommandOption option, long usual, long least, boolean inMemory)
      throws UsageException {
    Optional<String> size = value(option);
    if (size.isEmpty()) {
      return usual;
    }
    String text = size.get();
    String shown = (option.word().isEmpty() ? option.display() : "--" + option.word()) + " " + text;
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
    if (shift < 0 || number < 0) {
      throw new UsageException(shown + ": not a size such as 64M or 2G");
    }
    if (inMemory) {
      MachineMemory most = MachineMemory.ofThisMachine();
      if (number > most.bytes() >> shift) {
        throw new UsageException(shown + ": more than " + most.text());
      }
    } else {
      number = Math.min(number, Long.MAX_VALUE >> shift);
    }
    if (number << shift < least) {
      throw new UsageException(
          shown + ": less than " + (least < 1 << 20 ? (least >> 10) + "K" : (least >> 20) + "M"));
    }
    return number << shift;
  }

  /**
   * {@return the number that an option says}
   *
   * @param usual what it is if it is not given
   * @throws UsageException if it is none from {@code least} to {@code most}
   */
  long number(CommandOption option, long usual, long least, long most) throws UsageException {
    Optional<String> text = value(option);
    if (text.isEmpty()) {
      return usual;
    }
    long number = decimal(text.get());
    if (number < least || number > most) {
      throw new UsageException(
          option.display() + " " + text.get() + ": not a number from " + least + " to " + most);
    }
    return number;
  }

  /**
   * {@return the time that an option says in seconds}
   *
   * @throws UsageException if it is none above 0
   */
  Optional<Duration> seconds(CommandOption option) throws UsageException {
    Optional<String> text = value(option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    long nanos = Seconds.nanos(text.get());
    if (nanos <= 0) {
      throw new UsageException(
          option.display()
              + " "
              + text.get()
              + ": not a number of seconds above 0, such as 1 or 0.25");
    }
    return Optional.of(Duration.ofNanos(nanos));
  }

  /** {@return what every {@code --decode-as} says} */
  DecodeAs decodeAs() throws UsageException {
    List<String> rules = values(CommandOption.DECODE_AS);
    if (rules.isEmpty()) {
      return DecodeAs.USUAL;
    }
    List<Integer> iwarp = new ArrayList<>(rules.size());
    List<Integer> roce = new ArrayList<>(rules.size());
    for (String rule : rules) {
      if (rule.startsWith(DECODE_AS_UDP) && rule.endsWith(DECODE_AS_ROCE)) {
        roce.add(port(rule, DECODE_AS_UDP, DECODE_AS_ROCE));
      } else {
        iwarp.add(port(rule, DECODE_AS_TCP, DECODE_AS_IWARP));
      }
    }
    return new DecodeAs(iwarp, roce);
  }

  private static int port(String rule, String before, String behind) throws UsageException {
    int from = before.length();
    int to = rule.length() - behind.length();
    boolean fits = rule.startsWith(before) && rule.endsWith(behind) && from < to;
    long port = fits ? decimal(rule, from, to) : -1;
    if (port < 1 || port > MOST_PORT) {
      throw new UsageException(
          "--decode-as "
              + rule
              + ": not tcp:PORT=iwarp or udp:PORT=roce with a port from 1 to "
              + MOST_PORT);
    }
    return (int) port;
  }

  /** {@return a decimal number, -1 if it is none or above 10^17} */
  static long decimal(String text) {
    return decimal(text, 0, text.length());
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

  private static String key(Option option) {
    String letter = option.getOpt();
    return letter != null ? letter : option.getLongOpt();
  }
}
