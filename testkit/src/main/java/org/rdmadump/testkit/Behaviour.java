package org.rdmadump.testkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a capture shows that another run of the same workload shows again.
 *
 * @param facts transport and settings of connections, by name
 * @param rules with findings
 * @param calls in the order in which they were sent
 */
record Behaviour(Map<String, String> facts, Set<String> rules, List<BehavedCall> calls) {
  /** Name of the transports among the facts. */
  static final String TRANSPORT = "transport";

  private static final String FACT = ": ";
  private static final String FINDING = "finding" + FACT;
  private static final String COMMENT = "#";
  private static final List<String> HEAD =
      List.of(
          "# Behaviour of a capture. A line for each call, in the order of sending:",
          "# file | protocol | operation | operations | arguments | result | call | reply",
          "# ~ marks a call sent before all earlier ones about the same file had a reply.");

  /**
   * {@return the behaviour that a golden file describes}
   *
   * @param file where the lines are from
   * @throws AssertionError if a line does not belong to a golden file
   */
  static Behaviour read(List<String> lines, Path file) {
    Map<String, String> facts = new LinkedHashMap<>();
    Set<String> rules = new TreeSet<>();
    List<BehavedCall> calls = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      Optional<BehavedCall> call = BehavedCall.read(line, "line " + (i + 1));
      int value = line.indexOf(FACT);
      if (line.startsWith(COMMENT) || line.isBlank()) {
        continue;
      }
      if (call.isPresent()) {
        calls.add(call.get());
      } else if (line.startsWith(FINDING)) {
        rules.add(line.substring(value + FACT.length()));
      } else if (value > 0) {
        facts.put(line.substring(0, value), line.substring(value + FACT.length()));
      } else {
        throw new AssertionError(
            "expected the behaviour of a capture in "
                + file
                + " but there is line "
                + (i + 1)
                + ": "
                + line);
      }
    }
    return new Behaviour(facts, rules, calls);
  }

  /** {@return the lines of a golden file} */
  List<String> lines() {
    List<String> lines = new ArrayList<>(HEAD);
    facts.forEach((name, value) -> lines.add(name + FACT + value));
    rules.forEach(rule -> lines.add(FINDING + rule));
    calls.forEach(call -> lines.add(call.line()));
    return lines;
  }
}
