package org.rdmadump.analysis.filter;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Patterns as Wireshark takes them, those of PCRE, in the words of {@link java.util.regex.Pattern}.
 * The two differ in octal numbers and short hexadecimal ones, in references to groups that are not
 * there, and in classes of POSIX. What only one of them has is left as it is.
 */
final class PcrePattern {
  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("alnum", "{Alnum}"),
          Map.entry("alpha", "{Alpha}"),
          Map.entry("ascii", "{ASCII}"),
          Map.entry("blank", "{Blank}"),
          Map.entry("cntrl", "{Cntrl}"),
          Map.entry("digit", "{Digit}"),
          Map.entry("graph", "{Graph}"),
          Map.entry("lower", "{Lower}"),
          Map.entry("print", "{Print}"),
          Map.entry("punct", "{Punct}"),
          Map.entry("space", "{Space}"),
          Map.entry("upper", "{Upper}"),
          Map.entry("xdigit", "{XDigit}"));

  private static final Pattern POSIX = Pattern.compile("\\[:\\^?[a-z]+:]");

  private static final int OCTAL = 8;
  private static final int DECIMAL = 10;
  private static final int HEXADECIMAL = 16;
  private static final int MOST_OCTAL = 3;
  private static final int MOST_HEXADECIMAL = 2;

  /** Digits of a number of a group that can be there. */
  private static final int MOST_DECIMAL = 5;

  /** From here on what is no group's number is octal. */
  private static final int FEWEST_OCTAL = 10;

  private final String pattern;

  /** Groups in all of the pattern that can be referred to. */
  private final int groups;

  private final StringBuilder java = new StringBuilder();
  private int at;
  private int groupsSeen;

  private PcrePattern(String pattern, int groups) {
    this.pattern = pattern;
    this.groups = groups;
  }

  /**
   * {@return the same pattern for Java}
   *
   * @throws PatternSyntaxException if it refers to a group or class that does not exist
   */
  static String toJava(String pattern) {
    if (pattern.indexOf('\\') < 0 && pattern.indexOf("[:") < 0) {
      return pattern;
    }
    PcrePattern counted = new PcrePattern(pattern, Integer.MAX_VALUE);
    counted.translate();
    PcrePattern translated = new PcrePattern(pattern, counted.groupsSeen);
    translated.translate();
    return translated.java.toString();
  }

  private void translate() {
    while (at < pattern.length()) {
      char next = pattern.charAt(at);
      if (next == '\\') {
        escape(false);
      } else if (next == '[') {
        characters();
      } else {
        groupsSeen += isGroup() ? 1 : 0;
        copy(1);
      }
    }
  }

  private boolean isGroup() {
    return pattern.charAt(at) == '('
        && (!has("(?") || (has("(?<") && !has("(?<=") && !has("(?<!")));
  }

  private boolean has(String text) {
    return pattern.startsWith(text, at);
  }

  private void copy(int count) {
    int end = Math.min(at + count, pattern.length());
    java.append(pattern, at, end);
    at = end;
  }

  /** Takes a class in brackets, and those that it is made of. */
  private void characters() {
    copy(has("[^") ? 2 : 1);
    if (has("]")) {
      copy(1);
    }
    while (at < pattern.length()) {
      if (has("]")) {
        copy(1);
        return;
      } else if (has("\\")) {
        escape(true);
      } else if (POSIX.matcher(pattern).region(at, pattern.length()).lookingAt()) {
        named();
      } else if (has("[")) {
        characters();
      } else {
        copy(1);
      }
    }
  }

  /** Takes a class of POSIX in a class. */
  private void named() {
    int end = pattern.indexOf(":]", at);
    boolean negated = has("[:^");
    String name = pattern.substring(at + (negated ? 3 : 2), end);
    String known = CLASSES.get(name);
    if (known != null) {
      java.append(negated ? "\\P" : "\\p").append(known);
    } else if (name.equals("word")) {
      java.append(negated ? "\\W" : "\\w");
    } else {
      throw wrong("There is no class [:" + name + ":]");
    }
    at = end + 2;
  }

  private void escape(boolean inClass) {
    char escaped = at + 1 < pattern.length() ? pattern.charAt(at + 1) : '\\';
    if (escaped == 'Q') {
      int end = pattern.indexOf("\\E", at);
      copy(end < 0 ? pattern.length() : end + 2 - at);
    } else if (escaped == 'x' && digits(2, HEXADECIMAL, MOST_HEXADECIMAL) > 0) {
      number(2, HEXADECIMAL, digits(2, HEXADECIMAL, MOST_HEXADECIMAL));
    } else if (escaped == 'o' && braced() > 0) {
      int count = braced();
      number(3, OCTAL, count);
      at++;
    } else if (escaped == 'b' && inClass) {
      java.append("\\x08");
      at += 2;
    } else if (escaped >= '0' && escaped <= '9') {
      numbered(inClass);
    } else if (escaped == 'c') {
      copy(3);
    } else {
      copy(2);
    }
  }

  /** Octal digits between braces; 0 if it is something else. */
  private int braced() {
    int count = has("\\o{") ? digits(3, OCTAL, MOST_OCTAL + 1) : 0;
    return at + 3 + count < pattern.length() && pattern.charAt(at + 3 + count) == '}' ? count : 0;
  }

  /** Takes what may refer to a group, or be octal. */
  private void numbered(boolean inClass) {
    int octal = digits(1, OCTAL, MOST_OCTAL);
    int decimal = digits(1, DECIMAL, MOST_DECIMAL);
    if (inClass && octal == 0) {
      java.append(pattern.charAt(at + 1));
      at += 2;
      return;
    }
    int group = Integer.parseInt(pattern.substring(at + 1, at + 1 + decimal));
    if (!inClass && pattern.charAt(at + 1) != '0' && group <= groups) {
      copy(1 + decimal);
    } else if (octal > 0 && (inClass || pattern.charAt(at + 1) == '0' || group >= FEWEST_OCTAL)) {
      number(1, OCTAL, octal);
    } else {
      throw wrong("There is no group " + group);
    }
  }

  /** How many digits follow, up to a number. */
  private int digits(int from, int radix, int most) {
    int count = 0;
    while (count < most
        && at + from + count < pattern.length()
        && pattern.charAt(at + from + count) < 0x80
        && Character.digit(pattern.charAt(at + from + count), radix) >= 0) {
      count++;
    }
    return count;
  }

  private void number(int from, int radix, int count) {
    String digits = pattern.substring(at + from, at + from + count);
    java.append("\\x{").append(Integer.toHexString(Integer.parseInt(digits, radix))).append('}');
    at += from + count;
  }

  private PatternSyntaxException wrong(String what) {
    return new PatternSyntaxException(what, pattern, at);
  }
}
