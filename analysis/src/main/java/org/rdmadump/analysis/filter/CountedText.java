package org.rdmadump.analysis.filter;

/** A text that counts how often its characters are read, and so limits the steps of a pattern. */
final class CountedText implements CharSequence {
  private final String pattern;
  private CharSequence text = "";
  private int left;

  /** Creates an empty text for {@code pattern}. */
  CountedText(String pattern) {
    this.pattern = pattern;
  }

  /** Sets the text, and the number of reads allowed. */
  void set(CharSequence to, int most) {
    text = to;
    left = most;
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      throw new CostlyPatternException(pattern);
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
