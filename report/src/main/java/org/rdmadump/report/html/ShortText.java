package org.rdmadump.report.html;

/** Text of any length, cut to fit a report that has to stay small. */
final class ShortText {
  private static final String CUT = "...";

  private ShortText() {}

  /** {@return the text, or as much of its beginning as fits, with three dots} */
  static String of(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - CUT.length()) + CUT;
  }
}
