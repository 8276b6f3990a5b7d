package org.rdmadump.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of all that a call asks for: of the main operation first, then of each other operation of a
 * compound behind its name, then who asks. A name and a value take turns; a value has no space.
 *
 * <pre>
 * offset 0 count 5000 stable FILE_SYNC4; GETATTR attr_request SIZE,CHANGE; AUTH_SYS uid 0 gid 0
 * </pre>
 */
final class ArgumentTexts {
  static final String NEXT = "; ";

  /** Number of bytes in front of what identifies them, and that if it is not known. */
  static final String BYTES = "B/";

  static final String UNKNOWN = "?";

  private static final String SPACE = "\\u0020";
  private static final String EMPTY = "\"\"";

  /** Number of bytes, and what identifies them. */
  private static final Pattern DIGEST = Pattern.compile("([0-9]+B)/(\\?|0x[0-9a-f]{8})(?= |;|$)");

  private ArgumentTexts() {}

  /** {@return what is asked for by the main operation} */
  static String ofMain(String arguments) {
    return parts(arguments).stream().filter(each -> !isNamed(each)).findFirst().orElse("");
  }

  /** {@return arguments without those of some operations of a compound} */
  static String without(Set<String> operations, String arguments) {
    return operations.isEmpty()
        ? arguments
        : String.join(
            NEXT,
            parts(arguments).stream()
                .filter(
                    each -> operations.stream().noneMatch(it -> each.startsWith(word(it) + " ")))
                .toList());
  }

  /** {@return arguments without the digests of bytes} */
  static String withoutDigests(String arguments) {
    return DIGEST.matcher(arguments).replaceAll("$1");
  }

  /**
   * {@return whether the bytes of two calls that ask for the same may be the same: bytes that were
   * not captured, or not kept, may be any}
   */
  static boolean mayHaveSameBytes(String one, String other) {
    Matcher ofOne = DIGEST.matcher(one);
    Matcher ofOther = DIGEST.matcher(other);
    while (ofOne.find() && ofOther.find()) {
      String digest = ofOne.group(2);
      if (!digest.equals(ofOther.group(2))
          && !digest.equals(UNKNOWN)
          && !ofOther.group(2).equals(UNKNOWN)) {
        return false;
      }
    }
    return true;
  }

  /** {@return what one call asks for and the other does not; {@code none} if that is nothing} */
  static String difference(String of, String to) {
    List<String> left = new ArrayList<>(items(of));
    items(to).forEach(left::remove);
    return left.isEmpty() ? "none" : String.join(" ", left);
  }

  private static List<String> items(String arguments) {
    List<String> items = new ArrayList<>();
    for (String part : parts(arguments)) {
      String[] words = part.split(" ", -1);
      String operation = isNamed(part) ? words[0] + " " : "";
      if (words.length == 1) {
        items.add(part);
      }
      for (int i = isNamed(part) ? 1 : 0; i + 1 < words.length; i += 2) {
        items.add(operation + words[i] + " " + words[i + 1]);
      }
    }
    return items;
  }

  private static List<String> parts(String arguments) {
    return arguments.isEmpty() ? List.of() : List.of(arguments.split(NEXT));
  }

  /** Names of operations and flavours begin with a capital letter, those of arguments do not. */
  private static boolean isNamed(String part) {
    return Character.isUpperCase(part.charAt(0));
  }

  /** {@return a text as one word} */
  static String word(String text) {
    return text.isEmpty() ? EMPTY : BehavedCall.column(text).replace(" ", SPACE);
  }
}
