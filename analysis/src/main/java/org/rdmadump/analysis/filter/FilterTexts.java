package org.rdmadump.analysis.filter;

/** Formats parts of an expression for messages. */
final class FilterTexts {
  private static final int MOST = 40;

  private FilterTexts() {}

  /** {@return a text as messages show it, at most 40 characters of it} */
  static String shown(String text) {
    return text.length() > MOST ? visible(text.substring(0, MOST)) + "..." : visible(text);
  }

  /** {@return the text with a dot in place of each character outside printable ASCII} */
  static String visible(String text) {
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      visible.append(each < ' ' || each > '~' ? '.' : each);
    }
    return visible.toString();
  }
}
