package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmadump.analysis.Nearest;
import org.rdmadump.analysis.check.CaptureCheck;
import org.rdmadump.analysis.check.CheckFinding;
import org.rdmadump.analysis.check.CheckReport;
import org.rdmadump.analysis.check.FindingSubject;
import org.rdmadump.analysis.check.FindingWriter;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.capture.InputDamage;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.report.json.FindingJsonWriter;
import org.rdmadump.report.json.SarifWriter;
import org.rdmadump.report.text.FindingTextWriter;
import org.rdmadump.report.text.RuleListText;
import org.rdmadump.report.xml.CheckJunitWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;

/**
 * The verb {@code check}: decodes captures and prints what is wrong or noteworthy in them.
 *
 * @param listsRules list the rules in place of checking
 * @param advises say of each listed rule what to do about it
 * @param format what findings are printed as
 * @param countsOnly print counts in place of findings
 * @param rules the rules that are selected, by name
 * @param selection the same as patterns
 * @param filter chooses findings; empty for all
 * @param limitedByTime whether a time says where findings begin or end to be chosen
 * @param failOn the least severity that makes the check fail; empty if none does
 * @param expectsTraffic whether a capture without RPC-over-RDMA makes the check fail
 * @param colour whether text is coloured
 * @param wide whether lines are whole on a terminal, too
 * @param reading which captures are read
 */
record Check(
    boolean listsRules,
    boolean advises,
    OutputFormat format,
    boolean countsOnly,
    List<Rule> rules,
    RuleSelection selection,
    Optional<Filter<FindingSubject>> filter,
    boolean limitedByTime,
    Optional<Severity> failOn,
    boolean expectsTraffic,
    When colour,
    boolean wide,
    Reading reading)
    implements Command {
  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, a pattern fits no rule, or no rule is left
   */
  static Check of(Arguments arguments) throws CommandFailure {
    boolean lists = arguments.has(CommandOption.LIST_RULES);
    OutputFormat format = arguments.format();
    if (lists && format != OutputFormat.TEXT) {
      throw CommandFailure.usage("--list-rules prints text only, without -T or --json");
    }
    WithoutEffect.refuseOfRules(arguments);
    RuleCatalogue catalogue = new RuleCatalogue();
    RuleSelection selection = selection(arguments, catalogue);
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : catalogue.rules()) {
      if (selection.takes(rule.name())) {
        rules.add(rule);
      }
    }
    if (rules.isEmpty() && !arguments.has(CommandOption.EXPECT_TRAFFIC)) {
      throw CommandFailure.usage(
          "no rule is left to check, " + CommandOption.IGNORE.display() + " takes them all");
    }
    return new Check(
        lists,
        arguments.has(CommandOption.RULES),
        format,
        arguments.has(CommandOption.QUIET),
        rules,
        selection,
        arguments.haveFilter()
            ? Optional.of(
                Filters.of(arguments, "frame", RecordFields.ofFindings(arguments.connections())))
            : Optional.empty(),
        Filters.isTime(arguments.value(CommandOption.START))
            || Filters.isTime(arguments.value(CommandOption.END)),
        failOn(arguments),
        arguments.has(CommandOption.EXPECT_TRAFFIC),
        arguments.when(CommandOption.COLOR),
        arguments.has(CommandOption.WIDE),
        Reading.of(arguments));
  }

  private static Optional<Severity> failOn(Arguments arguments) throws CommandFailure {
    return arguments.value(CommandOption.FAIL_ON).equals(Optional.of(OptionValues.NONE))
        ? Optional.empty()
        : Optional.of(
            arguments.choice(CommandOption.FAIL_ON, Severity.class).orElse(Severity.WARNING));
  }

  /**
   * {@return which rules {@code --rules} and {@code --ignore} select}
   *
   * @throws CommandFailure if a pattern fits no rule
   */
  static RuleSelection selection(Arguments arguments, RuleCatalogue catalogue)
      throws CommandFailure {
    return new RuleSelection(
        patterns(arguments, CommandOption.RULES, catalogue),
        patterns(arguments, CommandOption.IGNORE, catalogue));
  }

  /** All patterns of an option, each of which must fit a rule: a slip would pass for silence. */
  private static List<String> patterns(
      Arguments arguments, CommandOption option, RuleCatalogue catalogue) throws CommandFailure {
    List<String> patterns = new ArrayList<>();
    for (String list : arguments.values(option)) {
      for (String pattern : list.split(",", -1)) {
        if (!fitsSome(pattern, catalogue)) {
          Optional<String> nearest = nearest(pattern, catalogue.names());
          throw CommandFailure.usage(
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

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    if (listsRules) {
      RuleListText.print(rules, advises, environment.width(wide), environment.out());
      return ExitStatus.DONE;
    }
    return reading.run(
        environment,
        new Reading.Run() {
          @Override
          public int over(Inputs inputs) throws IOException {
            return run(inputs, environment);
          }
        });
  }

  private int run(Inputs inputs, Environment environment) throws IOException {
    if (limitedByTime) {
      environment.say(
          "--start and --end with a time select findings about messages only; frame numbers"
              + " select all");
    }
    FindingWriter writer = writer(inputs, environment);
    CaptureCheck check =
        new CaptureCheck(
            selection,
            filter,
            new Consumer<>() {
              @Override
              public void accept(CheckFinding finding) {
                print(finding, writer);
              }
            });
    CaptureOptions options = reading.options(/* keepBytes= */ false, reading.maxMemory());
    Decoding decoding = reading.decoding(inputs, environment);
    writer.begin();
    CaptureSummary summary = decoding.runToEnd(options, check);
    int status;
    try {
      for (InputDamage damage : inputs.damages()) {
        check.cutShort(damage.frame(), damage.text());
      }
      check.dropped(inputs.frames(), inputs.dropped());
      status = decoding.end();
      CheckReport report = check.end(summary, status == ExitStatus.DONE);
      writer.end(report);
      if (report.left().orElse(0) > 0 && report.summary().findings().isEmpty()) {
        environment.say("no finding matches -Y, -m, --start and --end");
      }
    } catch (OutputFailure e) {
      throw e.getCause();
    }
    boolean fails =
        (failOn.isPresent() && check.tally().reaches(failOn.get()))
            || (expectsTraffic && !summary.hasRpcRdma());
    return status == ExitStatus.DONE && fails ? ExitStatus.FINDINGS : status;
  }

  private static void print(CheckFinding finding, FindingWriter writer) {
    try {
      writer.finding(finding);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }

  private FindingWriter writer(Inputs inputs, Environment environment) throws IOException {
    OutputStream out = environment.out();
    List<String> files = inputs.names();
    return switch (format) {
      case JSON, NDJSON -> new FindingJsonWriter(out, format == OutputFormat.JSON, countsOnly);
      case SARIF ->
          new SarifWriter(
              out, Release.version(), files, inputs.frameFiles(), rules, expectsTraffic);
      case JUNIT -> new CheckJunitWriter(out, files, rules, failOn, expectsTraffic);
      default ->
          new FindingTextWriter(
              environment.lines(wide), environment.terminal().colours(colour), countsOnly);
    };
  }
}
