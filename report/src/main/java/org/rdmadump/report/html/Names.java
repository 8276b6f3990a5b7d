package org.rdmadump.report.html;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.report.CaptureName;

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
  private static final String LID = "lid:";

  /** Made for the first report that hides names. */
  private static final class Patterns {
    /** IPv4, IPv6 and GIDs with all groups or with {@code ::}, MAC addresses, LIDs. */
    private static final Pattern ADDRESS =
        Pattern.compile(
            "(?<![0-9A-Fa-f:.])(?:"
                + "(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|[0-9A-Fa-f]{0,4})"
                + "|[0-9]{1,3}(?:\\.[0-9]{1,3}){3}"
                + "|(?<![0-9A-Za-z])lid:[0-9]+"
                + ")(?![0-9A-Fa-f:.]*[0-9A-Fa-f:])");

    /** What a sentence quotes from the wire. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  }

  private final boolean hidden;

  /** What sentences may call captures, each as its pseudonym is made from; longest first. */
  private final Map<String, String> captures =
      new TreeMap<>(
          Comparator.comparingInt(String::length).reversed().thenComparing(Function.identity()));

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

  /**
   * Makes the names of captures known, which sentences may have: as they were said, as paths, and
   * without their folders.
   */
  void captures(List<String> names) {
    for (String name : names) {
      captures.putIfAbsent(name, name);
      captures.putIfAbsent(Path.of(name).toString(), name);
      captures.putIfAbsent(CaptureName.of(name), name);
    }
  }

  /** {@return a sentence in which captures, addresses, and what it quotes, are replaced} */
  String inText(String text) {
    return hidden
        ? Patterns.QUOTED.matcher(inAddresses(inCaptures(text))).replaceAll("\"(hidden)\"")
        : text;
  }

  /**
   * A name that is like any word, such as {@code a}, only counts where a sentence begins with it,
   * as those about a capture do.
   */
  private String inCaptures(String text) {
    String replaced = text;
    for (Map.Entry<String, String> each : captures.entrySet()) {
      String name = each.getKey();
      if (replaced.startsWith(name + ": ")) {
        replaced = of(Kind.CAPTURE, each.getValue()) + replaced.substring(name.length());
      } else if ((name.indexOf('.') > 0 || name.indexOf('/') >= 0) && replaced.contains(name)) {
        replaced = replaced.replace(name, of(Kind.CAPTURE, each.getValue()));
      }
    }
    return replaced;
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
        || found.startsWith(LID)
        || found.indexOf('.') >= 0;
  }
}
