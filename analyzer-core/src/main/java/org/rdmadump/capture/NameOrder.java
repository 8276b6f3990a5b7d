package org.rdmadump.capture;

import java.math.BigInteger;
import java.util.Comparator;

/**
 * The order of files by their names, in which numbers count as such: {@code cap9} comes before
 * {@code cap10}, as a rotating capture wrote them.
 */
public final class NameOrder implements Comparator<String> {
  /** The order; it has no state. */
  public NameOrder() {}

  @Override
  public int compare(String one, String other) {
    int at = 0;
    int atOther = 0;
    while (at < one.length() && atOther < other.length()) {
      int end = numberEnd(one, at);
      int endOther = numberEnd(other, atOther);
      boolean areNumbers = end > at && endOther > atOther;
      int order =
          areNumbers
              ? number(one, at, end).compareTo(number(other, atOther, endOther))
              : Character.compare(one.charAt(at), other.charAt(atOther));
      if (order != 0) {
        return order;
      }
      at = areNumbers ? end : at + 1;
      atOther = areNumbers ? endOther : atOther + 1;
    }
    int byLength = Integer.compare(one.length() - at, other.length() - atOther);
    return byLength != 0 ? byLength : one.compareTo(other);
  }

  private static BigInteger number(String name, int from, int to) {
    return new BigInteger(name.substring(from, to));
  }

  /** Where the digits end that begin at a place; that place if none do. */
  private static int numberEnd(String name, int from) {
    int end = from;
    while (end < name.length() && name.charAt(end) >= '0' && name.charAt(end) <= '9') {
      end++;
    }
    return end;
  }
}
