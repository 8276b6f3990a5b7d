package org.rdmadump.analysis.filter;

/** Pieces of what is said about an expression. */
final class FilterTexts {
  private static final int MOST = 40;

  private FilterTexts() {}

  /** {@return the first characters of a text as they can stand in a message} */
  static String shown(String text) {
    return text.length() > MOST ? visible(text.substring(0, MOST)) + "..." : visible(text);
  }

  /** {@return characters of ASCII as they are, a dot in place of each other} */
  static String visible(String text) {
    StringBuilder visible = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      visible.append(each < ' ' || each > '~' ? '.' : each);
    }
    return visible.toString();
  }
}
