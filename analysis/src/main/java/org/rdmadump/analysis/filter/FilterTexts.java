package org.rdmadump.analysis.filter;

/** Pieces of what is said about an expression. */
final class FilterTexts {
  private static final int MOST = 40;

  private FilterTexts() {}

  /** {@return characters as they can stand in a message} */
  static String shown(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MOST); i++) {
      char each = text.charAt(i);
      shown.append(each < ' ' || each > '~' ? '.' : each);
    }
    return shown.append(text.length() > MOST ? "..." : "").toString();
  }
}
