package org.rdmadump.analysis.against;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names in tshark's lines. */
final class Named {
  /** As in {@code Status: NFS4ERR_NOENT (2)}. */
  private static final Pattern VALUE = Pattern.compile("[^:]+: (.+) \\((?:0x)?[0-9a-f]+\\)");

  /** As in {@code reco_attr: ACL (12) (3 ACEs)}. */
  private static final Pattern ATTRIBUTE = Pattern.compile("[^:]+: (\\S+) \\([0-9]+\\).*");

  /** As in {@code Attr mask[1]: 0x00000003 (Mode, Numlinks)}. */
  private static final Pattern MASK =
      Pattern.compile("Attr mask(?:\\[[0-9]\\])?: 0x\\S+ \\((.*?)\\)?");

  private static final Pattern NO_LETTER = Pattern.compile("[^a-z0-9]");

  private Named() {}

  /** {@return the name of a value, empty if there is none} */
  static String of(String label) {
    Matcher named = VALUE.matcher(label);
    return named.matches() ? named.group(1) : "";
  }

  /** {@return the name of an attribute} */
  static String attribute(String label) {
    Matcher named = ATTRIBUTE.matcher(label);
    return named.matches() ? named.group(1) : "";
  }

  /** {@return the names of the bits of a bitmap; where the line is cut, without the last} */
  static List<String> list(String label) {
    Matcher mask = MASK.matcher(label);
    if (!mask.matches()) {
      return List.of();
    }
    List<String> names = List.of(mask.group(1).split(", "));
    return label.endsWith(")") ? names : names.subList(0, names.size() - 1);
  }

  /** {@return whether two names are the same but for case and signs} */
  static boolean same(String one, String other) {
    return plain(one).equals(plain(other));
  }

  /** {@return whether a name is the other one behind a prefix} */
  static boolean ends(String name, String other) {
    return plain(name).endsWith(plain(other));
  }

  private static String plain(String name) {
    return NO_LETTER.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
  }
}
