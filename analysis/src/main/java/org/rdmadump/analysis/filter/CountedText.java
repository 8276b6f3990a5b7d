package org.rdmadump.analysis.filter;

/** A text that lets itself be looked at only so often: the steps of a pattern are counted by it. */
final class CountedText implements CharSequence {
  private final String pattern;
  private CharSequence text = "";
  private int left;

  /** No text yet, for {@code pattern}. */
  CountedText(String pattern) {
    this.pattern = pattern;
  }

  /** Makes it another text, to be looked at that often. */
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
