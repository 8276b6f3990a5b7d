package org.rdmadump.report.html;

/** Text of any length, cut to fit a report that has to stay small. */
final class ShortText {
  private static final String CUT = "...";

  private ShortText() {}

  /**
   * {@return the text, or as much of its beginning as fits, with three dots; a character of two
   * surrogates stays whole}
   *
   * @param most UTF-16 units of what is returned, at least 4
   */
  static String of(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - CUT.length();
    if (Character.isHighSurrogate(text.charAt(end - 1))
        && Character.isLowSurrogate(text.charAt(end))) {
      end--;
    }
    return text.substring(0, end) + CUT;
  }
}
