package org.rdmadump.report.html;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names as a report shows them: as they are, or pseudonyms for hosts, paths, owners and captures. A
 * name has the same pseudonym throughout the report; they are numbered in the order in which the
 * report has them.
 */
final class Names {
  /** What has names of its own. */
  enum Kind {
    CAPTURE("capture-"),
    PATH("path-"),
    OWNER("owner-"),
    HOST("host-");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final int MAC_COLONS = 5;
  private static final int IPV6_COLONS = 7;

  /** Made for the first report that hides names. */
  private static final class Patterns {
    /** IPv4, IPv6 with all groups or with {@code ::}, MAC addresses. */
    private static final Pattern ADDRESS =
        Pattern.compile(
            "(?<![0-9A-Fa-f:.])(?:"
                + "(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4})"
                + "|[0-9]{1,3}(?:\\.[0-9]{1,3}){3}"
                + ")(?![0-9A-Fa-f:.]*[0-9A-Fa-f:])");

    /** What a sentence quotes from the wire. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  }

  private final boolean hidden;
  private final Map<String, String> pseudonyms = new HashMap<>();
  private final int[] counts = new int[Kind.values().length];

  /**
   * Names of one report.
   *
   * @param hidden whether they are replaced
   */
  Names(boolean hidden) {
    this.hidden = hidden;
  }

  /** {@return whether names are replaced} */
  boolean areHidden() {
    return hidden;
  }

  /** {@return what the report calls a thing} */
  @SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
  String of(Kind kind, String name) {
    return hidden
        ? pseudonyms.computeIfAbsent(
            kind.prefix + name, any -> kind.prefix + ++counts[kind.ordinal()])
        : name;
  }

  /** {@return a sentence in which addresses, and what it quotes, are replaced} */
  String inText(String text) {
    return hidden ? Patterns.QUOTED.matcher(inAddresses(text)).replaceAll("\"(hidden)\"") : text;
  }

  /** {@return a text in which addresses are replaced} */
  String inAddresses(String text) {
    if (!hidden) {
      return text;
    }
    Matcher matcher = Patterns.ADDRESS.matcher(text);
    StringBuilder replaced = new StringBuilder();
    while (matcher.find()) {
      String found = matcher.group();
      matcher.appendReplacement(replaced, isAddress(found) ? of(Kind.HOST, found) : found);
    }
    return matcher.appendTail(replaced).toString();
  }

  /** A time such as 12:30:05 is none. */
  private static boolean isAddress(String found) {
    long colons = found.chars().filter(each -> each == ':').count();
    return colons == 0
        || found.contains("::")
        || colons == MAC_COLONS
        || colons == IPV6_COLONS
        || found.indexOf('.') >= 0;
  }
}
