package org.rdmadump.analysis.field;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Lists of names: those that a field has, and those that its values can have. */
public final class NameLists {
  private NameLists() {}

  /** {@return the words of a text, which may be empty} */
  public static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }

  /** {@return the names of the numbers from 0 on} */
  public static List<String> all(ValueNames names, int count) {
    List<String> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(names.text(i));
    }
    return List.copyOf(all);
  }

  /** {@return the names of constants, in their order} */
  public static <E> List<String> of(E[] constants, Function<E, String> name) {
    List<String> all = new ArrayList<>(constants.length);
    for (E each : constants) {
      all.add(name.apply(each));
    }
    return List.copyOf(all);
  }

  /** {@return the same without the constant that stands where there is none, or no known one} */
  public static <E> List<String> of(E[] constants, Function<E, String> name, E none) {
    List<String> all = new ArrayList<>(constants.length);
    for (E each : constants) {
      if (!each.equals(none)) {
        all.add(name.apply(each));
      }
    }
    return List.copyOf(all);
  }
}
