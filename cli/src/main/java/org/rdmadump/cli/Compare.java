package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.Comparison;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.compare.RunProfile;
import org.rdmadump.analysis.compare.RunReport;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.report.json.CompareJsonWriter;
import org.rdmadump.report.text.CompareTextWriter;
import org.rdmadump.report.xml.CompareJunitWriter;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The verb {@code compare}: decodes two runs of a workload and prints what differs.
 *
 * @param format what the comparison is printed as
 * @param onlyDifferences whether everything else is left out
 * @param rules of which findings are compared
 * @param filter chooses exchanges; empty for all
 * @param failOn kinds of which a difference is a failure
 * @param expectsTraffic whether a run without RPC-over-RDMA is a failure
 * @param colour whether text is coloured
 * @param a the captures of the first run
 * @param b those of the second
 */
record Compare(
    OutputFormat format,
    boolean onlyDifferences,
    RuleSelection rules,
    Optional<Filter<RpcExchange>> filter,
    Set<CompareKind> failOn,
    boolean expectsTraffic,
    When colour,
    Reading a,
    Reading b)
    implements Command {
  /** Stands between the files of A and those of B. */
  private static final String VERSUS = "vs";

  /** Each run's profile gets a quarter of the memory. */
  private static final int SHARE_OF_PROFILES = 2;

  /**
   * Reads it from a command line.
   *
   * @throws CommandFailure if a value is wrong, or it is not clear which captures are of which run
   */
  static Compare of(Arguments arguments) throws CommandFailure {
    Reading both = Reading.of(arguments);
    List<String> words = both.files();
    int versus = words.indexOf(VERSUS);
    boolean isPair = versus < 0 && words.size() == 2;
    if (!words.isEmpty() && !isPair && (versus <= 0 || versus != words.lastIndexOf(VERSUS))) {
      throw CommandFailure.usage(
          "compare needs two captures, or the word vs once between the captures of A and of B, "
              + arguments.verb().advice());
    }
    if (versus > 0 && versus == words.size() - 1) {
      throw CommandFailure.usage("no capture file after vs, " + arguments.verb().advice());
    }
    int first = isPair ? 1 : Math.max(0, versus);
    return new Compare(
        arguments.format(),
        arguments.has(CommandOption.QUIET),
        Check.selection(arguments, new RuleCatalogue()),
        Choice.of(arguments, /* exchanges= */ true).exchanges(),
        failOn(arguments),
        arguments.has(CommandOption.EXPECT_TRAFFIC),
        arguments.when(CommandOption.COLOR),
        both.of(words.subList(0, first)),
        both.of(words.subList(isPair ? first : Math.min(words.size(), first + 1), words.size())));
  }

  private static Set<CompareKind> failOn(Arguments arguments) throws CommandFailure {
    Set<CompareKind> all = EnumSet.noneOf(CompareKind.class);
    for (String word :
        arguments.value(CommandOption.FAIL_ON).orElse(OptionValues.ANY).split(",", -1)) {
      if (!OptionValues.of(CommandOption.FAIL_ON, arguments.verb()).words().contains(word)) {
        throw WrongWord.of(CommandOption.FAIL_ON, word, arguments.verb());
      }
      for (CompareKind each : CompareKind.values()) {
        if (word.equals(OptionValues.ANY) || word.equals(each.label())) {
          all.add(each);
        }
      }
    }
    return all;
  }

  @Override
  public int run(Environment environment) throws CommandFailure, IOException {
    return a.run(
        environment, first -> b.run(environment, second -> run(first, second, environment)));
  }

  private int run(Inputs first, Inputs second, Environment environment) throws IOException {
    List<RunReport> runs = new ArrayList<>(2);
    int status = profile(a, first, environment.about("A"), runs);
    if (status == ExitStatus.INTERRUPTED) {
      return status;
    }
    int ofSecond = profile(b, second, environment.about("B"), runs);
    if (ofSecond == ExitStatus.INTERRUPTED) {
      return ofSecond;
    }
    ComparisonReport report = Comparison.of(runs.get(0), runs.get(1));
    writer(environment).write(report);
    if (status != ExitStatus.DONE || ofSecond != ExitStatus.DONE) {
      return Math.max(status, ofSecond);
    }
    boolean isSilent =
        expectsTraffic && runs.stream().anyMatch(each -> WithoutRpc.isOf(each.summary()));
    return isSilent || report.fails(failOn) ? ExitStatus.FINDINGS : ExitStatus.DONE;
  }

  /** Decodes one run, and returns how that ended. */
  private int profile(Reading reading, Inputs inputs, Environment environment, List<RunReport> runs)
      throws IOException {
    RunProfile profile = new RunProfile(inputs, rules, filter);
    CaptureOptions options =
        reading.options(/* keepBytes= */ false, reading.memoryBeside(SHARE_OF_PROFILES));
    Decoding decoding = reading.decoding(inputs, environment);
    CaptureSummary summary = decoding.run(options, profile, () -> false, Optional.empty());
    inputs.damages().forEach(damage -> profile.cutShort(inputs.frames(), damage));
    int status = decoding.end();
    runs.add(profile.report(inputs.names(), status == ExitStatus.DONE, summary));
    return status;
  }

  private ComparisonWriter writer(Environment environment) throws IOException {
    OutputStream out = environment.out();
    return switch (format) {
      case JSON, NDJSON -> new CompareJsonWriter(out, format == OutputFormat.JSON, onlyDifferences);
      case JUNIT -> new CompareJunitWriter(out, failOn);
      default ->
          new CompareTextWriter(out, environment.terminal().colours(colour), onlyDifferences);
    };
  }
}
