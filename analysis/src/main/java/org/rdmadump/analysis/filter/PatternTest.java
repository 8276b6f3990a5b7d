package org.rdmadump.analysis.filter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/** Searches texts for a pattern. */
final class PatternTest implements ValueVisitor {
  /** Character reads allowed for one value; a pattern without nested repetition needs far fewer. */
  private static final int MOST_STEPS = 1_000_000;

  private final String written;
  private final CountedText text;
  private final Matcher matcher;

  PatternTest(Pattern pattern) {
    this.written = pattern.pattern();
    this.text = new CountedText(written);
    this.matcher = pattern.matcher(text);
  }

  @Override
  public boolean text(String value) {
    text.set(value, MOST_STEPS);
    matcher.reset();
    try {
      return matcher.find();
    } catch (StackOverflowError e) {
      throw new CostlyPatternException(written);
    }
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return text(names.text(value));
  }
}
