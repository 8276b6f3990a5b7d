package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.compare.CompareKind;
import org.rdmadump.analysis.compare.Comparison;
import org.rdmadump.analysis.compare.ComparisonReport;
import org.rdmadump.analysis.compare.ComparisonWriter;
import org.rdmadump.analysis.ends.EndsKind;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.report.html.ComparisonPage;
import org.rdmadump.report.json.CompareJsonWriter;
import org.rdmadump.report.text.CompareTextWriter;
import org.rdmadump.report.xml.CompareJunitWriter;
import org.rdmadump.rpcrdma.RpcExchange;

/**
 * The verb {@code compare}: decodes two captures and prints what differs. They are two runs of a
 * workload, or show the same traffic from two places.
 *
 * @param subject what the two captures are
 * @param format what the comparison is printed as
 * @param page where it is also written to as an HTML file, if that is asked for
 * @param onlyDifferences whether everything else is left out
 * @param rules of which findings are compared
 * @param filter chooses exchanges; empty for all
 * @param failOn kinds of which a difference is a failure
 * @param failOnEnds likewise, if the two show the same traffic
 * @param isExact whether any difference counts but in latencies
 * @param expectsTraffic whether a run without RPC-over-RDMA is a failure
 * @param colour whether text is coloured
 * @param wide whether lines are whole on a terminal, too
 * @param a the captures of the first run
 * @param b those of the second
 */
record Compare(
    CompareSubject subject,
    OutputFormat format,
    Optional<OutputFile> page,
    boolean onlyDifferences,
    RuleSelection rules,
    Optional<Filter<RpcExchange>> filter,
    Set<CompareKind> failOn,
    Set<EndsKind> failOnEnds,
    boolean isExact,
    boolean expectsTraffic,
    When colour,
    boolean wide,
    Reading a,
    Reading b)
    implements Command {
  /** Stands between the files of A and those of B. */
  private static final String VERSUS = "vs";

  /** No exit status: the two do not show the same traffic. */
  private static final int NOT_ENDS = -1;

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
    if (arguments.value(CommandOption.PAGE).equals(Optional.of("-"))) {
      throw CommandFailure.usage(
          "--report takes a file: the comparison itself goes to standard output");
    }
    int first = isPair ? 1 : Math.max(0, versus);
    Optional<Filter<RpcExchange>> filter = Choice.of(arguments, /* exchanges= */ true).exchanges();
    if (arguments.connections().isAsked()) {
      throw CommandFailure.usage(
          "compare takes no fields connection.*: cut the connections out of each capture with"
              + " dump -w first");
    }
    return new Compare(
        CompareSubject.of(arguments, filter.isPresent()),
        arguments.format(),
        arguments
            .value(CommandOption.PAGE)
            .map(
                name ->
                    new OutputFile(name, CommandOption.PAGE, arguments.has(CommandOption.FORCE))),
        arguments.has(CommandOption.QUIET),
        Check.selection(arguments, new RuleCatalogue()),
        filter,
        failOn(arguments, CompareKind.class, CompareKind::label),
        failOn(arguments, EndsKind.class, EndsKind::label),
        arguments.has(CommandOption.EXACT),
        arguments.has(CommandOption.EXPECT_TRAFFIC),
        arguments.when(CommandOption.COLOR),
        arguments.has(CommandOption.WIDE),
        both.of(words.subList(0, first)),
        both.of(words.subList(isPair ? first : Math.min(words.size(), first + 1), words.size())));
  }

  private static <K extends Enum<K>> Set<K> failOn(
      Arguments arguments, Class<K> kinds, Function<K, String> label) throws CommandFailure {
    Set<K> all = EnumSet.noneOf(kinds);
    for (String word :
        arguments.value(CommandOption.FAIL_ON).orElse(OptionValues.ANY).split(",", -1)) {
      if (!OptionValues.of(CommandOption.FAIL_ON, arguments.verb()).words().contains(word)) {
        throw WrongWord.of(CommandOption.FAIL_ON, word, arguments.verb());
      }
      for (K each : kinds.getEnumConstants()) {
        if (word.equals(OptionValues.ANY) || word.equals(label.apply(each))) {
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

  private int run(Inputs first, Inputs second, Environment environment)
      throws CommandFailure, IOException {
    if (page.isEmpty()) {
      return run(first, second, Optional.empty(), environment);
    }
    List<String> inputs = new ArrayList<>(first.names());
    inputs.addAll(second.names());
    return page.get()
        .during(out -> run(first, second, Optional.of(out), environment), inputs, environment);
  }

  private int run(
      Inputs first, Inputs second, Optional<OutputStream> pageOut, Environment environment)
      throws CommandFailure, IOException {
    boolean isRepeatable = first.isRepeatable() && second.isRepeatable();
    if (subject == CompareSubject.ENDS && !isRepeatable) {
      throw CommandFailure.usage(
          "--ends reads its captures twice, which a stream does not allow; save it to a file");
    }
    boolean mayBeEnds = subject != CompareSubject.RUNS && isRepeatable;
    ComparedCapture one = new ComparedCapture(this, a, first, environment.about("A"));
    ComparedCapture other = new ComparedCapture(this, b, second, environment.about("B"));
    int status = one.decode(mayBeEnds);
    if (status == ExitStatus.INTERRUPTED) {
      return status;
    }
    int ofSecond = other.decode(mayBeEnds);
    if (ofSecond == ExitStatus.INTERRUPTED) {
      return ofSecond;
    }
    boolean isSilent =
        expectsTraffic && !(one.summary().hasRpcRdma() && other.summary().hasRpcRdma());
    int found =
        mayBeEnds
            ? new CompareEnds(this, one, other, pageOut).run(environment).orElse(NOT_ENDS)
            : NOT_ENDS;
    if (found == NOT_ENDS) {
      ComparisonReport report = Comparison.of(one.run(), other.run(), isExact);
      writer(environment).write(report);
      if (pageOut.isPresent()) {
        new ComparisonPage(pageOut.get()).write(report);
      }
      found = report.fails(failOn) ? ExitStatus.FINDINGS : ExitStatus.DONE;
    }
    if (found != ExitStatus.DONE && found != ExitStatus.FINDINGS) {
      return found;
    }
    if (status != ExitStatus.DONE || ofSecond != ExitStatus.DONE) {
      return Math.max(status, ofSecond);
    }
    return isSilent ? ExitStatus.FINDINGS : found;
  }

  private ComparisonWriter writer(Environment environment) throws IOException {
    OutputStream out = environment.out();
    return switch (format) {
      case JSON, NDJSON -> new CompareJsonWriter(out, format == OutputFormat.JSON, onlyDifferences);
      case JUNIT -> new CompareJunitWriter(out, failOn, expectsTraffic);
      default ->
          new CompareTextWriter(
              environment.lines(wide),
              environment.terminal().colours(colour),
              onlyDifferences,
              environment.width(wide));
    };
  }
}
