package org.rdmadump.cli;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;
import org.rdmadump.analysis.filter.FilterHints;
import org.rdmadump.rpcrdma.DecodeAs;
import org.rdmadump.rpcrdma.ServiceProtocol;

/** A command line: its verb, its options, its words, and values that several verbs read. */
final class Arguments {
  private static final String DECIMAL = "[0-9]+";
  private static final String SIZE = "([0-9]{1,17})([kmgt]|[KMGT](?:i?B)?|B)?";

  /** What {@link #SIZE} counts in: of each 1024 times the one before. */
  private static final String UNITS = "BKMGT";

  private static final String PORT_RULE = "(tcp|udp|service):([0-9]+)=([a-z]+)";
  private static final String SECONDS = "(?=.)[0-9]{0,9}(?:\\.[0-9]{1,9})?";
  private static final int NANO_DIGITS = 9;
  private static final int MOST_PORT = 65535;

  private final Verb verb;
  private final boolean named;
  private final CommandLine line;

  private final FilterHints hints = new FilterHints();
  private final KnownConnections connections = new KnownConnections();
  private final WantedData data = new WantedData();

  private Arguments(Verb verb, boolean named, CommandLine line) {
    this.verb = verb;
    this.named = named;
    this.line = line;
  }

  /**
   * Reads a command line, but no values yet.
   *
   * @throws CommandFailure if it has an unknown option, or begins with a misspelt verb
   */
  static Arguments read(String[] words) throws CommandFailure {
    Optional<Verb> named = words.length > 0 ? named(words[0]) : Optional.empty();
    if (named.isEmpty()) {
      if (words.length > 0 && Verb.canBe(words[0])) {
        MistakenVerb.refuse(words[0], /* first= */ true);
      }
      return new Arguments(Verb.DUMP, /* named= */ false, parse(Verb.DUMP, words));
    }
    String[] rest = Arrays.copyOfRange(words, 1, words.length);
    return new Arguments(named.get(), /* named= */ true, parse(named.get(), rest));
  }

  /** {@return what the filters of the command line have to say to whoever wrote them} */
  FilterHints hints() {
    return hints;
  }

  /** {@return whether filters and columns of the command line ask for data} */
  WantedData data() {
    return data;
  }

  /** {@return the connections that filters and columns of the command line ask for} */
  KnownConnections connections() {
    return connections;
  }

  private static Optional<Verb> named(String word) {
    return word.equals(CommandOption.DEVICES.display()) ? Optional.of(Verb.DEVICES) : Verb.of(word);
  }

  private static CommandLine parse(Verb verb, String[] words) throws CommandFailure {
    DefaultParser parser = DefaultParser.builder().setAllowPartialMatching(false).build();
    try {
      Options options = CommandOption.options(verb);
      CommandLine line = parser.parse(options, new TypedWords(verb, options, parser).read(words));
      refuseTwice(verb, line);
      for (Option each : line.getOptions()) {
        if (each.getValuesList().contains("") && CommandOption.of(verb, key(each)).takesName()) {
          throw new MissingArgumentException(each);
        }
      }
      return line;
    } catch (UnrecognizedOptionException e) {
      throw CommandFailure.usage(UnknownOption.message(verb, e.getOption()));
    } catch (MissingArgumentException e) {
      CommandOption option = CommandOption.of(verb, key(e.getOption()));
      throw CommandFailure.usage(
          "option "
              + option.display()
              + " needs a value"
              + UnknownOption.fileOf(words)
              + ", "
              + verb.advice());
    } catch (ParseException e) {
      throw CommandFailure.usage(e.getMessage() + ", " + verb.advice());
    }
  }

  /** Refuses an option that names one thing and is given again: the first would be left out. */
  private static void refuseTwice(Verb verb, CommandLine line) throws CommandFailure {
    Set<CommandOption> given = EnumSet.noneOf(CommandOption.class);
    for (Option each : line.getOptions()) {
      CommandOption option = CommandOption.of(verb, key(each));
      if (option.takesName() && option != CommandOption.DEVICE && !given.add(option)) {
        throw CommandFailure.usage(option.display() + " given twice, " + verb.advice());
      }
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
   * @throws CommandFailure if one is, nearly if it is the first, and no file has that name
   */
  void refuseMistakenVerb() throws CommandFailure {
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

  /** {@return the options but some, and the captures to read, as words of a command line} */
  List<String> wordsBut(Set<CommandOption> left) {
    List<String> words = new ArrayList<>();
    for (Option each : line.getOptions()) {
      CommandOption option = CommandOption.of(verb, key(each));
      if (!left.contains(option)) {
        words.add(option.display());
        words.addAll(each.getValuesList());
      }
    }
    for (String file : line.getArgList()) {
      if (file.startsWith("-") && !file.equals(Inputs.STANDARD_INPUT)) {
        words.add(CommandOption.FILE.display());
        words.add("./" + file);
      } else {
        words.add(file);
      }
    }
    return words;
  }

  /**
   * {@return names of the captures to read, those of {@code -r} first; none if none are named,
   * which {@link #refuseNoFile} is for}
   */
  List<String> files() throws CommandFailure {
    List<String> files = values(CommandOption.FILE);
    files.addAll(line.getArgList());
    if (files.indexOf(Inputs.STANDARD_INPUT) != files.lastIndexOf(Inputs.STANDARD_INPUT)) {
      throw CommandFailure.usage("standard input can be read only once");
    }
    return List.copyOf(files);
  }

  /**
   * Checks that a capture is named.
   *
   * @throws CommandFailure if there is none
   */
  void refuseNoFile() throws CommandFailure {
    if (values(CommandOption.FILE).isEmpty() && line.getArgList().isEmpty()) {
      String hint =
          named && Files.exists(Path.of(verb.word()))
              ? "; the one named " + verb.word() + " is ./" + verb.word()
              : "";
      throw CommandFailure.usage("no capture file" + hint + ", " + verb.advice());
    }
  }

  /** {@return what stands beside the options} */
  List<String> words() {
    return line.getArgList();
  }

  /**
   * Checks that nothing stands beside the options.
   *
   * @param why before the first word, if there is one
   * @throws CommandFailure if there is
   */
  void refuseWords(String why) throws CommandFailure {
    if (!words().isEmpty()) {
      String first = words().get(0);
      throw CommandFailure.usage(why + first + CaptureFilters.hint(first) + ", " + verb.advice());
    }
  }

  /** {@return records at most, from {@code -c}} */
  long limit() throws CommandFailure {
    Optional<String> count = value(CommandOption.COUNT);
    if (count.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long limit = decimal(count.get());
    if (limit <= 0) {
      boolean isTooLarge = limit < 0 && count.get().matches(DECIMAL);
      throw CommandFailure.usage(
          "option -c needs a number from 1 "
              + (isTooLarge ? "to " + Long.MAX_VALUE : "on")
              + ", not "
              + count.get());
    }
    return limit;
  }

  /** {@return the value of {@code --color} or {@code --progress}} */
  When when(CommandOption option) throws CommandFailure {
    return choice(option, When.class).orElse(When.AUTO);
  }

  /**
   * {@return the value of an option that is one of a few words, each the name of a constant}
   *
   * @throws CommandFailure if it is another word
   */
  <E extends Enum<E>> Optional<E> choice(CommandOption option, Class<E> type)
      throws CommandFailure {
    Optional<String> value = value(option);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    List<String> words = OptionValues.of(option, verb).words();
    if (!words.contains(value.get())) {
      throw WrongWord.of(option, value.get(), verb);
    }
    return Optional.of(Enum.valueOf(type, value.get().toUpperCase(Locale.ROOT)));
  }

  /**
   * {@return what {@code -T} and {@code --json} say}
   *
   * @throws CommandFailure if the verb has no such format, or they contradict each other
   */
  OutputFormat format() throws CommandFailure {
    boolean json = has(CommandOption.JSON);
    OutputFormat format =
        choice(CommandOption.FORMAT, OutputFormat.class)
            .orElse(json ? OutputFormat.NDJSON : OutputFormat.TEXT);
    if (json && format != OutputFormat.NDJSON) {
      throw CommandFailure.usage(
          "--json and -T " + value(CommandOption.FORMAT).orElse("") + " contradict each other");
    }
    return format;
  }

  /**
   * {@return bytes that an option says: a number and K, M, G or T, perhaps with B or iB}
   *
   * @param usual what they are if it is not given
   * @throws CommandFailure if it is none, less than {@code least}, or more than the machine's
   *     memory
   */
  long size(CommandOption option, long usual, long least) throws CommandFailure {
    return size(option, usual, least, /* inMemory= */ true);
  }

  /** {@return as {@link #size}, of a file, which may be larger than memory} */
  long fileSize(CommandOption option, long usual, long least) throws CommandFailure {
    return size(option, usual, least, /* inMemory= */ false);
  }

  private long size(CommandOption option, long usual, long least, boolean inMemory)
      throws CommandFailure {
    Optional<String> size = value(option);
    if (size.isEmpty()) {
      return usual;
    }
    String text = size.get();
    String shown = (option.word().isEmpty() ? option.display() : "--" + option.word()) + " " + text;
    Matcher parts = Pattern.compile(SIZE).matcher(text);
    if (!parts.matches()) {
      throw CommandFailure.usage(shown + ": not a size such as 64M or 2G");
    }
    String unit = parts.group(2) == null ? "B" : parts.group(2).toUpperCase(Locale.ROOT);
    int shift = 10 * UNITS.indexOf(unit.charAt(0));
    long number = Long.parseLong(parts.group(1));
    if (inMemory) {
      MachineMemory most = MachineMemory.ofThisMachine();
      if (number > most.bytes() >> shift) {
        throw CommandFailure.usage(shown + ": more than " + most.text());
      }
    } else {
      number = Math.min(number, Long.MAX_VALUE >> shift);
    }
    if (number << shift < least) {
      throw CommandFailure.usage(
          shown + ": less than " + (least < 1 << 20 ? (least >> 10) + "K" : (least >> 20) + "M"));
    }
    return number << shift;
  }

  /**
   * {@return the number that an option says}
   *
   * @param usual what it is if it is not given
   * @throws CommandFailure if it is none from {@code least} to {@code most}
   */
  long number(CommandOption option, long usual, long least, long most) throws CommandFailure {
    Optional<String> text = value(option);
    if (text.isEmpty()) {
      return usual;
    }
    long number = decimal(text.get());
    if (number < least || number > most) {
      throw CommandFailure.usage(
          option.display() + " " + text.get() + ": not a number from " + least + " to " + most);
    }
    return number;
  }

  /**
   * {@return the time that an option says in seconds}
   *
   * @throws CommandFailure if it is none above 0
   */
  Optional<Duration> seconds(CommandOption option) throws CommandFailure {
    Optional<String> text = value(option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    long nanos =
        text.get().matches(SECONDS)
            ? new BigDecimal(text.get()).movePointRight(NANO_DIGITS).longValueExact()
            : 0;
    if (nanos <= 0) {
      throw CommandFailure.usage(
          option.display()
              + " "
              + text.get()
              + ": not a number of seconds above 0, such as 1 or 0.25");
    }
    return Optional.of(Duration.ofNanos(nanos));
  }

  /** {@return what every {@code --decode-as} says} */
  DecodeAs decodeAs() throws CommandFailure {
    List<String> rules = values(CommandOption.DECODE_AS);
    if (rules.isEmpty()) {
      return DecodeAs.USUAL;
    }
    List<Integer> iwarp = new ArrayList<>(rules.size());
    List<Integer> roce = new ArrayList<>(rules.size());
    Map<Integer, ServiceProtocol> services = new HashMap<>();
    for (String rule : rules) {
      Matcher parts = Pattern.compile(PORT_RULE).matcher(rule);
      long port = parts.matches() ? decimal(parts.group(2)) : -1;
      if (port < 1 || port > MOST_PORT) {
        throw notARule(rule);
      }
      String protocol = parts.group(3);
      switch (parts.group(1) + "=" + protocol) {
        case "tcp=iwarp" -> iwarp.add((int) port);
        case "udp=roce" -> roce.add((int) port);
        default -> {
          Optional<ServiceProtocol> named = ServiceProtocol.of(protocol);
          if (!parts.group(1).equals("service") || named.isEmpty()) {
            throw notARule(rule);
          }
          services.put((int) port, named.get());
        }
      }
    }
    return new DecodeAs(iwarp, roce, services);
  }

  private static CommandFailure notARule(String rule) {
    return CommandFailure.usage(
        "--decode-as "
            + rule
            + ": not tcp:PORT=iwarp, udp:PORT=roce or service:PORT=PROTOCOL with a port from 1 to "
            + MOST_PORT
            + " and PROTOCOL one of "
            + Stream.of(ServiceProtocol.values())
                .map(ServiceProtocol::label)
                .collect(Collectors.joining(", ")));
  }

  /** {@return a decimal number, -1 if it is none or above the largest long} */
  static long decimal(String text) {
    if (!text.matches(DECIMAL)) {
      return -1;
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static String key(Option option) {
    String letter = option.getOpt();
    return letter != null ? letter : option.getLongOpt();
  }
}
