package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.Nearest;

/** The statistics of tshark's {@code -z}, and the command that has each of them here. */
enum TsharkStatistic {
  CALL_TIMES("rpc,srt", Verb.STATS, ""),
  PROGRAMS("rpc,programs", Verb.STATS, ""),
  OVER_TIME("io,stat", Verb.STATS, ""),
  CONVERSATIONS("conv", Verb.STATS, ""),
  ENDPOINTS("endpoints", Verb.STATS, ""),
  EXPERT("expert", Verb.CHECK, ""),
  PROTOCOLS("io,phs", Verb.DUMP, "rdmadump -q FILE counts frames and packets by kind"),
  FLOW("flow", Verb.DUMP, "rdmadump --tree FILE draws each call over time"),
  FOLLOW("follow", Verb.DUMP, "rdmadump -x -Y 'connection == 1' FILE prints the bytes"),
  HOSTS("ip_hosts,tree", Verb.STATS, "rdmadump stats FILE has packets by host and direction"),
  DESTINATIONS("dests,tree", Verb.STATS, "rdmadump stats FILE has packets by host and direction"),
  SIZES("plen,tree", Verb.STATS, "rdmadump --frames -T fields -e length FILE prints lengths");

  /** Options of tshark's that keep packets from being printed, or names from being looked up. */
  private static final Set<CommandOption> IMPLIED =
      Set.of(CommandOption.STATISTIC, CommandOption.QUIET, CommandOption.NUMERIC);

  private static final Set<String> SEVERITIES = Set.of("error", "warn", "note", "chat", "comment");

  private final String tap;
  private final Verb verb;

  /** What to say where the verb cannot be run in its place; empty if it can. */
  private final String advice;

  TsharkStatistic(String tap, Verb verb, String advice) {
    this.tap = tap;
    this.verb = verb;
    this.advice = advice;
  }

  /** {@return the names of those that can be run} */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    for (TsharkStatistic statistic : values()) {
      if (statistic.advice.isEmpty()) {
        names.add(statistic.tap);
      }
    }
    return names;
  }

  /**
   * {@return the command line that has what {@code -z} asks for}
   *
   * @param arguments of the verb {@code dump}
   * @throws CommandFailure if there is no such statistic, or none that can be run
   */
  static List<String> commandLine(Arguments arguments) throws CommandFailure {
    List<String> asked = arguments.values(CommandOption.STATISTIC);
    if (asked.size() > 1) {
      throw CommandFailure.usage("one -z at a time, not " + String.join(" and ", asked));
    }
    String name = asked.get(0);
    Optional<TsharkStatistic> found = of(name);
    if (found.isEmpty()) {
      throw CommandFailure.usage("-z " + name + ": " + unknown(name));
    }
    TsharkStatistic statistic = found.get();
    if (!statistic.advice.isEmpty()) {
      throw CommandFailure.usage("-z " + name + ": " + statistic.advice);
    }
    List<String> words = new ArrayList<>(List.of(statistic.verb.word()));
    String rest = name.substring(statistic.tap.length());
    words.addAll(statistic.options(name, rest.isEmpty() ? "" : rest.substring(1)));
    words.addAll(arguments.wordsBut(IMPLIED));
    return words;
  }

  private static Optional<TsharkStatistic> of(String name) {
    for (TsharkStatistic statistic : values()) {
      if (name.equals(statistic.tap) || name.startsWith(statistic.tap + ",")) {
        return Optional.of(statistic);
      }
    }
    return Optional.empty();
  }

  private static String unknown(String name) {
    Optional<String> nearest = Nearest.to(name, names());
    return nearest.isPresent()
        ? "no such statistic (did you mean " + nearest.get() + "?)"
        : "not one of " + String.join(", ", names()) + "; rdmadump stats FILE has all counts";
  }

  /** Options for what stands behind the name. */
  private List<String> options(String name, String rest) throws CommandFailure {
    return switch (this) {
      case CALL_TIMES -> ofProgram(name, rest);
      case OVER_TIME -> overTime(rest);
      case CONVERSATIONS, ENDPOINTS -> filter(behind(rest));
      case EXPERT -> ofSeverity(rest);
      default -> filter(rest);
    };
  }

  /** {@code program,version,filter}; each can be absent from the end on. */
  private static List<String> ofProgram(String name, String rest) throws CommandFailure {
    String[] parts = rest.split(",", 3);
    List<String> options = new ArrayList<>();
    for (int i = 0; i < Math.min(2, parts.length) && !rest.isEmpty(); i++) {
      if (Arguments.decimal(parts[i]) < 0) {
        throw CommandFailure.usage(
            "-z " + name + ": rpc,srt,PROGRAM,VERSION has numbers, such as rpc,srt,100003,4");
      }
      options.addAll(filter((i == 0 ? "rpc.program == " : "rpc.version == ") + parts[i]));
    }
    options.addAll(filter(parts.length > 2 ? parts[2] : ""));
    return options;
  }

  /** {@code interval,filter}; an interval of 0 is the whole time. */
  private static List<String> overTime(String rest) throws CommandFailure {
    String filter = behind(rest);
    if (filter.matches("[A-Z]+\\(.*")) {
      throw CommandFailure.usage(
          "-z io,stat takes a filter, not " + filter + ": rdmadump stats has fixed columns");
    }
    String interval = rest.split(",", 2)[0];
    List<String> options = new ArrayList<>();
    if (!interval.matches("[0.]*")) {
      options.addAll(List.of(CommandOption.INTERVAL.display(), interval));
    }
    options.addAll(filter(filter));
    return options;
  }

  /** {@code severity,filter}; each can be absent. */
  private static List<String> ofSeverity(String rest) {
    String first = rest.split(",", 2)[0];
    if (!SEVERITIES.contains(first)) {
      return filter(rest);
    }
    boolean ours = first.equals("error") || first.equals("warn");
    String least = first.equals("warn") ? "warning" : first;
    List<String> options = new ArrayList<>(filter(ours ? "severity >= " + least : ""));
    options.addAll(filter(behind(rest)));
    return options;
  }

  private static String behind(String rest) {
    int comma = rest.indexOf(',');
    return comma < 0 ? "" : rest.substring(comma + 1);
  }

  private static List<String> filter(String expression) {
    return expression.isEmpty() ? List.of() : List.of(CommandOption.FILTER.display(), expression);
  }
}
