package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.DecodeAs;

/**
 * How the verb {@code check} runs.
 *
 * @param files names of captures, {@code -} for standard input; none if rules are to be listed
 * @param captureFilter chooses frames of those, in libpcap's language; empty for all
 * @param listsRules list the rules in place of checking
 * @param format what findings are printed as
 * @param countsOnly print counts in place of findings
 * @param rules the rules that are selected, by name
 * @param selection the same as patterns
 * @param filter chooses findings; empty for all
 * @param limitedByTime whether a time says where findings begin or end to be chosen
 * @param failOn the least severity that makes the check fail
 * @param expectsTraffic whether a capture without RPC-over-RDMA makes the check fail
 * @param colour whether text is coloured
 * @param progress whether progress is shown
 * @param maxMemory bytes that rebuilding may hold
 * @param decodeAs ports on which RDMA is looked for
 */
record CheckSettings(
    List<String> files,
    Optional<String> captureFilter,
    boolean listsRules,
    CheckFormat format,
    boolean countsOnly,
    List<Rule> rules,
    RuleSelection selection,
    Optional<Filter<FindingSubject>> filter,
    boolean limitedByTime,
    Severity failOn,
    boolean expectsTraffic,
    When colour,
    When progress,
    long maxMemory,
    DecodeAs decodeAs) {
  /**
   * Reads them from a command line.
   *
   * @throws UsageException if a value is wrong, or a pattern fits no rule
   */
  static CheckSettings of(Arguments arguments) throws UsageException {
    boolean lists = arguments.has(CommandOption.LIST_RULES);
    CheckFormat format = CheckFormat.of(arguments);
    if (lists && format != CheckFormat.TEXT) {
      throw new UsageException("--list-rules prints text only, without -T or --json");
    }
    RuleCatalogue catalogue = new RuleCatalogue();
    RuleSelection selection =
        new RuleSelection(
            patterns(arguments, CommandOption.RULES, catalogue),
            patterns(arguments, CommandOption.IGNORE, catalogue));
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : catalogue.rules()) {
      if (selection.takes(rule.name())) {
        rules.add(rule);
      }
    }
    return new CheckSettings(
        lists ? List.of() : arguments.files(),
        arguments.value(CommandOption.CAPTURE_FILTER),
        lists,
        format,
        arguments.has(CommandOption.QUIET),
        rules,
        selection,
        arguments.haveFilter()
            ? Optional.of(Filters.of(arguments, "frame", FindingFields.registry()))
            : Optional.empty(),
        Filters.isTime(arguments.value(CommandOption.START))
            || Filters.isTime(arguments.value(CommandOption.END)),
        failOn(arguments),
        arguments.has(CommandOption.EXPECT_TRAFFIC),
        arguments.when(CommandOption.COLOR),
        arguments.when(CommandOption.PROGRESS),
        arguments.memory(),
        arguments.decodeAs());
  }

  /** All patterns of an option, each of which must fit a rule: a slip would pass for silence. */
  private static List<String> patterns(
      Arguments arguments, CommandOption option, RuleCatalogue catalogue) throws UsageException {
    List<String> patterns = new ArrayList<>();
    for (String list : arguments.values(option)) {
      for (String pattern : list.split(",", -1)) {
        if (!fitsSome(pattern, catalogue)) {
          Optional<String> nearest = nearest(pattern, catalogue.names());
          throw new UsageException(
              option.display()
                  + " "
                  + pattern
                  + ": no such rule"
                  + (nearest.isPresent() ? " (did you mean " + nearest.get() + "?)" : "")
                  + ", --list-rules lists them");
        }
        patterns.add(pattern);
      }
    }
    return patterns;
  }

  /** The rule that was meant; also one that is called so behind another layer. */
  private static Optional<String> nearest(String pattern, List<String> names) {
    Optional<String> nearest = Nearest.to(pattern, names);
    if (nearest.isPresent()) {
      return nearest;
    }
    List<String> behind = new ArrayList<>(names.size());
    for (String name : names) {
      behind.add(name.substring(name.indexOf('.') + 1));
    }
    Optional<String> alike = Nearest.to(pattern.substring(pattern.indexOf('.') + 1), behind);
    return alike.isPresent() ? Optional.of(names.get(behind.indexOf(alike.get()))) : alike;
  }

  private static boolean fitsSome(String pattern, RuleCatalogue catalogue) {
    for (String name : catalogue.names()) {
      if (RuleSelection.fits(pattern, name)) {
        return true;
      }
    }
    return false;
  }

  private static Severity failOn(Arguments arguments) throws UsageException {
    String value = arguments.value(CommandOption.FAIL_ON).orElse("warning");
    return switch (value) {
      case "note" -> Severity.NOTE;
      case "warning" -> Severity.WARNING;
      case "error" -> Severity.ERROR;
      default -> throw WrongWord.of("--fail-on", value, List.of("note", "warning", "error"));
    };
  }
}
