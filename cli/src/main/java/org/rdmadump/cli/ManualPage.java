package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the manual page, for man(7), from the registries and the help of each verb. */
final class ManualPage {
  private ManualPage() {}

  /**
   * {@return the page}
   *
   * @param version of the program
   * @param date when it was released, such as 2026-11-22; empty if that is not known
   */
  static String of(String version, String date) {
    List<String> synopses = new ArrayList<>();
    List<String> verbs = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      synopses.add(synopsis(verb));
      verb(verbs, verb);
    }
    List<String> common = new ArrayList<>();
    option(
        common,
        CommandOption.HELP.synopsis(Verb.MAN),
        "print examples and the options of the verb, on one screen");
    option(
        common,
        CommandOption.VERSION.synopsis(Verb.MAN),
        CommandOption.VERSION.description(Verb.MAN));
    return Template.filled(
        "rdmadump.1",
        Map.of(
            "VERSION",
            List.of(escaped(version)),
            "DATE",
            List.of(date),
            "SYNOPSES",
            synopses,
            "VERBS",
            verbs,
            "COMMON",
            common,
            "FAILURES",
            List.of(escaped(Verb.failures()))));
  }

  private static String synopsis(Verb verb) {
    String operands = verb.operands();
    return "\\fBrdmadump\\fR "
        + (verb == Verb.DUMP ? "[\\fBdump\\fR]" : "\\fB" + verb.word() + "\\fR")
        + " [\\fIOPTION\\fR]..."
        + (operands.isEmpty() ? "" : " " + escaped(operands));
  }

  private static void verb(List<String> page, Verb verb) {
    String summary = verb.summary();
    page.add(".SS " + verb.word());
    page.add(Character.toUpperCase(summary.charAt(0)) + escaped(summary.substring(1)) + ".");
    String help = Help.of(verb);
    int examples = help.indexOf("\n  rdmadump ");
    if (examples >= 0) {
      page.addAll(List.of(".PP", ".nf", ".RS"));
      help.substring(examples + 1, help.indexOf("\n\n", examples))
          .lines()
          .forEach(line -> page.add(escaped(line.substring(2))));
      page.addAll(List.of(".RE", ".fi"));
    }
    for (CommandOption option : CommandOption.of(verb)) {
      if (!option.isCommon()) {
        option(page, option.synopsis(verb), option.description(verb));
      }
    }
  }

  private static void option(List<String> page, String synopsis, String description) {
    page.addAll(List.of(".TP", ".B " + escaped(synopsis), escaped(description)));
  }

  /** Has troff print a text as it stands. */
  private static String escaped(String text) {
    String plain = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return plain.startsWith(".") ? "\\&" + plain : plain;
  }
}
