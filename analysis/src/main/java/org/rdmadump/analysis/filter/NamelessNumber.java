package org.rdmadump.analysis.filter;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Compares named values with a number. If the number has no name where the first value has one, it
 * gives a hint: peers may send such a number, but probably it is a mistake.
 */
final class NamelessNumber implements ValueVisitor {
  private static final String FLAGS = "\\|";

  private final Field<?> field;
  private final String written;
  private final long number;
  private final FilterHints hints;
  private final ValueVisitor test;
  private boolean isSaid;

  NamelessNumber(
      Field<?> field, String written, long number, FilterHints hints, ValueVisitor test) {
    this.field = field;
    this.written = written;
    this.number = number;
    this.hints = hints;
    this.test = test;
  }

  @Override
  public boolean named(long value, ValueNames names) {
    if (!isSaid) {
      isSaid = true;
      if (!hasName(names)) {
        hints.say(
            "no known value of "
                + field.name()
                + " is "
                + written
                + ", at least in this protocol version: rdmadump fields "
                + field.name()
                + " lists those");
      }
    }
    return test.named(value, names);
  }

  private boolean hasName(ValueNames names) {
    try {
      return field.values().containsAll(List.of(names.text(number).split(FLAGS, -1)));
    } catch (IndexOutOfBoundsException e) {
      // Names of a list.
      return false;
    }
  }

  @Override
  public boolean number(long value) {
    return test.number(value);
  }

  @Override
  public boolean text(String value) {
    return test.text(value);
  }
}
