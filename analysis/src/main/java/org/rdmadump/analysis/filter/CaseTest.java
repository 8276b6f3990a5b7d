package org.rdmadump.analysis.filter;

import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * Tests texts and names in lower or upper case.
 *
 * @param function {@link Function#LOWER} or {@link Function#UPPER}
 * @param fits tests each
 */
record CaseTest(Function function, ValueVisitor fits) implements ValueVisitor {
  @Override
  public boolean text(String value) {
    return fits.text(function.cased(value));
  }

  @Override
  public boolean named(long value, ValueNames names) {
    return fits.text(function.cased(names.text(value)));
  }
}
