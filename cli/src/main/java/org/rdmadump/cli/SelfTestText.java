package org.rdmadump.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.VisibleText;
import org.rdmadump.exercise.selftest.Judgement;
import org.rdmadump.exercise.selftest.SelfTestReport;
import org.rdmadump.exercise.selftest.StepOutcome;
import org.rdmadump.exercise.selftest.StepResult;

/** Prints the steps of a self-test as they are made, and what they come to. */
record SelfTestText(OutputStream to) {
  private static final int COLUMNS = 80;
  private static final String INDENT = " ".repeat(11);
  private static final double MILLIS_PER_SECOND = 1000;

  /** Prints what is tested. */
  void begin(String port, String host) throws IOException {
    print(
        List.of("Self-test of " + port + (host.isEmpty() ? ", without traffic" : " with " + host)));
  }

  /** Prints a step. */
  void step(StepResult result) {
    try {
      print(lines(result));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return a step in lines: what came of it, and below it why, and what to do} */
  static List<String> lines(StepResult result) {
    Judgement judgement = result.judgement();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "  %-7s  %-10s  %-48s %6.1f s",
            judgement.outcome().label(),
            result.step().label(),
            result.step().what(),
            result.took().toMillis() / MILLIS_PER_SECOND));
    for (String text : List.of(judgement.why(), judgement.advice())) {
      wrap(text, lines);
    }
    return lines;
  }

  /** Prints how many steps passed. */
  void end(SelfTestReport report) throws IOException {
    print(List.of(counts(report)));
  }

  /** {@return how many steps passed, failed and were skipped} */
  static String counts(SelfTestReport report) {
    List<String> counts = new ArrayList<>();
    for (StepOutcome outcome : StepOutcome.values()) {
      counts.add(report.count(outcome) + " " + outcome.label());
    }
    return String.join(", ", counts);
  }

  /** Adds a text in indented lines that fit the screen; a longer word has a line of its own. */
  private static void wrap(String text, List<String> lines) {
    StringBuilder line = new StringBuilder();
    for (String word : VisibleText.orQuestionMarks(text).split(" ", -1)) {
      if (line.length() > 0 && INDENT.length() + line.length() + 1 + word.length() > COLUMNS) {
        lines.add(INDENT + line);
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    if (line.length() > 0) {
      lines.add(INDENT + line);
    }
  }

  private void print(List<String> lines) throws IOException {
    to.write(String.join("\n", lines).concat("\n").getBytes(StandardCharsets.UTF_8));
    to.flush();
  }
}
