package org.rdmadump.analysis.field;

import java.util.AbstractList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Names that values of a field can have, listed when somebody asks for them first: most fields are
 * read without. For one thread, as fields are.
 */
public final class LateNames extends AbstractList<String> {
  private final Supplier<List<String>> maker;
  private List<String> names = List.of();
  private boolean isMade;

  /**
   * A list to come.
   *
   * @param maker lists the names; is asked once at most
   */
  public LateNames(Supplier<List<String>> maker) {
    this.maker = maker;
  }

  private List<String> names() {
    if (!isMade) {
      names = List.copyOf(maker.get());
      isMade = true;
    }
    return names;
  }

  @Override
  public String get(int index) {
    return names().get(index);
  }

  @Override
  public int size() {
    return names().size();
  }
}
