package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes the manual page, for man(7), from the registries and the help of each verb. */
final class ManualPage {
  /** What a terminal of 80 columns has for a line of a section. */
  private static final int EXAMPLE_COLUMNS = 73;

  /** Before what of a command did not fit. */
  private static final String CONTINUED = "    ";

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
      verb.usages().forEach(usage -> synopses.add(synopsis(verb, usage)));
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

  private static String synopsis(Verb verb, String usage) {
    return "\\fBrdmadump\\fR "
        + (verb == Verb.DUMP ? "[\\fBdump\\fR]" : "\\fB" + verb.word() + "\\fR")
        + (usage.isEmpty() ? "" : " " + escaped(usage).replace("OPTION", "\\fIOPTION\\fR"));
  }

  private static void verb(List<String> page, Verb verb) {
    String summary = verb.summary();
    page.add(".SS " + verb.word());
    page.add(Character.toUpperCase(summary.charAt(0)) + escaped(summary.substring(1)) + ".");
    String help = Help.of(verb);
    int examples = help.indexOf("\n  rdmadump ");
    if (examples >= 0) {
      page.addAll(List.of(".PP", ".nf"));
      help.substring(examples + 1, help.indexOf("\n\n", examples))
          .lines()
          .forEach(line -> example(page, line.substring(2)));
      page.add(".fi");
    }
    for (CommandOption option : CommandOption.of(verb)) {
      if (!option.isCommon()) {
        option(page, option.synopsis(verb), option.description(verb));
      }
    }
  }

  /** Adds a command, and what it is for below it if there is no room behind it. */
  private static void example(List<String> page, String line) {
    if (line.length() <= EXAMPLE_COLUMNS) {
      page.add(escaped(line));
      return;
    }
    int indent = line.length() - line.stripLeading().length();
    int gap = line.indexOf("  ", indent);
    String rest = gap < 0 ? line : line.substring(0, gap);
    String purpose = line.substring(rest.length()).strip();
    while (rest.length() > EXAMPLE_COLUMNS) {
      int end = rest.lastIndexOf(' ', EXAMPLE_COLUMNS - " \\".length());
      if (end <= CONTINUED.length()) {
        break;
      }
      page.add(escaped(rest.substring(0, end) + " \\"));
      rest = CONTINUED + rest.substring(end + 1);
    }
    page.add(escaped(rest));
    if (!purpose.isEmpty()) {
      page.add(escaped(CONTINUED + CONTINUED + purpose));
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
