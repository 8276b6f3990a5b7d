package org.rdmadump.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;
import org.rdmadump.live.net.CaptureFilter;

/** What {@code -f} says, for frames that were captured already. */
final class CaptureFilters {
  /** Words that filters of libpcap begin with. */
  private static final Set<String> FIRST_WORDS =
      Set.of(
          "udp",
          "tcp",
          "ip",
          "ip6",
          "arp",
          "icmp",
          "host",
          "net",
          "port",
          "portrange",
          "src",
          "dst",
          "ether",
          "vlan",
          "not",
          "greater",
          "less",
          "proto",
          "broadcast",
          "multicast");

  /** What a filter for messages has in it, but hardly ever the name of a file. */
  private static final Pattern COMPARISON =
      Pattern.compile("[=!<>]=|&&|\\|\\||[<>]| (in|contains|matches) ");

  private CaptureFilters() {}

  /** {@return whether words from {@code at} on name a file, not a filter} */
  static boolean isFile(String[] words, int at) {
    String first = words[at];
    try {
      // A filter of one word is a keyword: udp.
      return Files.exists(Path.of(first))
          || first.equals(Inputs.STANDARD_INPUT)
          || (at == words.length - 1 && first.matches(".*(/|\\.[a-z]\\w*$).*"));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** {@return how to say a filter, if {@code word}, which is no file, may begin one; else empty} */
  static String hint(String word) {
    if (COMPARISON.matcher(word).find()) {
      return "; put a filter for messages after -Y";
    }
    return FIRST_WORDS.contains(word.split(" ", 2)[0])
        ? "; put a capture filter after -f or --"
        : "";
  }

  /**
   * {@return the filter}
   *
   * @throws CommandFailure if libpcap does not understand it
   * @throws CommandFailure if there is no libpcap
   */
  static CaptureFilter compile(String expression) throws CommandFailure {
    try {
      return CaptureFilter.of(expression);
    } catch (DeviceOpenException e) {
      if (e.reason() == Reason.WRONG_FILTER) {
        throw wrong(expression, e);
      }
      throw CommandFailure.unreadable("-f " + e.getMessage(), e);
    }
  }

  /** {@return what to tell the user of an expression that libpcap does not understand} */
  static CommandFailure wrong(String expression, DeviceOpenException why) {
    return CommandFailure.usage("-f '" + expression + "': " + why.getMessage());
  }
}
