package org.rdmadump.analysis.filter;

import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldType;

/** Hints on numbers that are probably meant in another unit or base. */
final class NumberHints {
  /** Wireshark's field, of a message or of one message in an exchange. */
  private static final Pattern RPC_TIME = Pattern.compile("(.*\\.)?rpc\\.time");

  /** From this number on, the author probably means nanoseconds: no reply takes so many seconds. */
  private static final long LIKELY_NANOSECONDS = 1000;

  private static final Pattern MODE = Pattern.compile("(.*\\.)?mode");

  /** Permissions without the 0 in front that makes them octal. */
  private static final Pattern PERMISSIONS = Pattern.compile("[1-7][0-7]{2,3}");

  private NumberHints() {}

  /**
   * Gives a hint if a field in seconds is compared with a number that looks like nanoseconds, or
   * permissions with one that looks octal.
   */
  static void hint(Field<?> field, Literal literal, FilterHints hints) {
    String number = literal.text();
    if (MODE.matcher(field.name()).matches() && PERMISSIONS.matcher(number).matches()) {
      hints.say(number + " is a decimal number; permissions are octal: 0" + number);
    }
    hintSeconds(field, literal, hints);
  }

  private static void hintSeconds(Field<?> field, Literal literal, FilterHints hints) {
    boolean isRpcTime = field.has(FieldType.SECONDS) && RPC_TIME.matcher(field.name()).matches();
    OptionalLong number = isRpcTime ? Numbers.integer(literal.text()) : OptionalLong.empty();
    if (number.isPresent() && number.getAsLong() >= LIKELY_NANOSECONDS) {
      String text = literal.text();
      hints.say(
          field.name()
              + " counts seconds, as in Wireshark, so that "
              + text
              + " are seconds; nanoseconds are written "
              + text
              + "ns, or are those of rpc.latency_ns");
    }
  }
}
