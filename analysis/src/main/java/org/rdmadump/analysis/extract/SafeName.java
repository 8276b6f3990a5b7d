package org.rdmadump.analysis.extract;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.rdmadump.analysis.VisibleText;

/**
 * Makes of what the wire calls a file a name that means nothing but a file in its folder, on every
 * usual system: no separator, no reserved character or device, nothing invisible, not too long.
 */
final class SafeName {
  /** Bytes in UTF-8; file systems take 255, and what makes a name unique comes on top. */
  static final int LONGEST = 200;

  private static final char REPLACEMENT = '_';
  private static final String RESERVED = "/\\:*?\"<>|";
  private static final Set<String> DEVICES =
      Set.of("con", "prn", "aux", "nul", "clock$", "conin$", "conout$");
  private static final Set<String> NUMBERED_DEVICES = Set.of("com", "lpt");
  private static final String DIGITS = "0123456789\u00b9\u00b2\u00b3";

  private SafeName() {}

  /** {@return a safe name, as near to {@code name} as may be} */
  static String of(String name) {
    StringBuilder safe = new StringBuilder();
    int bytes = 0;
    for (int at = 0; at < name.length(); ) {
      int point = name.codePointAt(at);
      int kept = isPlain(point) ? point : REPLACEMENT;
      bytes += Character.toString(kept).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > LONGEST) {
        break;
      }
      safe.appendCodePoint(kept);
      at += Character.charCount(point);
    }
    replaceEnd(safe);
    // A program that is given a list of the names would take one for an option.
    if (safe.length() > 0 && safe.charAt(0) == '-') {
      safe.setCharAt(0, REPLACEMENT);
    }
    return safe.length() == 0 || isDevice(safe.toString())
        ? REPLACEMENT + safe.toString()
        : safe.toString();
  }

  /** {@return the same with every character beyond ASCII replaced} */
  static String ascii(String name) {
    StringBuilder ascii = new StringBuilder(name);
    for (int i = 0; i < ascii.length(); i++) {
      if (ascii.charAt(i) > '~') {
        ascii.setCharAt(i, REPLACEMENT);
      }
    }
    return ascii.toString();
  }

  /** {@return what is equal for names that some file system takes for the same} */
  static String folded(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  private static boolean isPlain(int point) {
    return VisibleText.isVisible(point)
        && Character.getType(point) != Character.PRIVATE_USE
        && Character.getType(point) != Character.UNASSIGNED
        && RESERVED.indexOf(point) < 0;
  }

  /** Dots and spaces at the end: "." and ".." among them, and some systems drop others. */
  private static void replaceEnd(StringBuilder name) {
    for (int i = name.length() - 1;
        i >= 0 && (name.charAt(i) == '.' || name.charAt(i) == ' ');
        i--) {
      name.setCharAt(i, REPLACEMENT);
    }
  }

  /** Names that stand for devices in every folder of some systems, whatever their suffix. */
  private static boolean isDevice(String name) {
    int dot = name.indexOf('.');
    String stem = (dot < 0 ? name : name.substring(0, dot)).strip().toLowerCase(Locale.ROOT);
    if (DEVICES.contains(stem)) {
      return true;
    }
    int last = stem.length() - 1;
    return last == 3
        && NUMBERED_DEVICES.contains(stem.substring(0, last))
        && DIGITS.indexOf(stem.charAt(last)) >= 0;
  }
}
