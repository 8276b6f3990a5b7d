package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Tests whether a boolean is present. Who asks for {@code rpc.complete} may mean only those records
 * in which it is true, so the first that is false gives a hint.
 *
 * @param name of the field
 * @param hints receives the hint
 * @param there tests for presence
 */
record PresentTruth(String name, FilterHints hints, ValueVisitor there) implements ValueVisitor {
  @Override
  public boolean number(long value) {
    if (value == 0) {
      hints.say(
          name + " is also present if it is false: say " + name + " == true if that is meant");
    }
    return there.number(value);
  }
}
