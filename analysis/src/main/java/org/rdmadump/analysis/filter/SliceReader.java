package org.rdmadump.analysis.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the slices after the name of a field: {@code [0:2]}, or several, {@code [0:2,-4:]}. */
final class SliceReader {
  private static final Pattern WRITTEN =
      Pattern.compile("\\s*(-?\\d{1,9})?\\s*(?:([:-])\\s*(-?\\d{1,9})?)?\\s*");

  private static final String EXPECTED = "a slice, such as [0:2], [1-3], [-4:] or [3]";

  private SliceReader() {}

  /**
   * {@return the next slices, which are skipped; empty if the next sign is no bracket}
   *
   * @throws FilterException if a slice is invalid
   */
  static List<Slice> next(Lexer in) throws FilterException {
    int start = in.position();
    if (!in.take("[")) {
      return List.of();
    }
    int from = start + 1;
    String inside = in.upTo(']');
    if (!in.take("]")) {
      throw in.error("expected ] at the end of " + EXPECTED, start, start + 1);
    }
    List<Slice> all = new ArrayList<>();
    for (String each : inside.split(",", -1)) {
      all.add(slice(in, each, from));
      from += each.length() + 1;
    }
    return all;
  }

  private static Slice slice(Lexer in, String text, int at) throws FilterException {
    Matcher parts = WRITTEN.matcher(text);
    if (!parts.matches() || text.isBlank()) {
      throw in.error("expected " + EXPECTED, at, at + text.length());
    }
    boolean hasStart = parts.group(1) != null;
    boolean hasEnd = parts.group(3) != null;
    String sign = parts.group(2);
    if (sign == null) {
      return new Slice(Integer.parseInt(parts.group(1)), /* isLength= */ true, 1);
    }
    boolean isLength = sign.equals(":");
    int start = hasStart ? Integer.parseInt(parts.group(1)) : 0;
    int end = hasEnd ? Integer.parseInt(parts.group(3)) : Slice.OPEN;
    if ((!hasStart && !hasEnd) || (!isLength && (!hasStart || !hasEnd))) {
      throw in.error("expected " + EXPECTED, at, at + text.length());
    }
    if (isLength && end <= 0) {
      throw in.error("after : comes the number, 1 at least", at, at + text.length());
    }
    if (!isLength && (start < 0) == (end < 0) && start > end) {
      throw in.error(
          "the slice ends before it begins; did you mean [" + end + "-" + start + "]?",
          at,
          at + text.length());
    }
    return new Slice(start, isLength, end);
  }
}
