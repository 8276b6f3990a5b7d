package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import org.rdmadump.analysis.field.ValueNames;

/** Lists of names. */
final class Names {
  private Names() {}

  /** {@return the words of a text, which may be empty} */
  static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
  }

  /** {@return the names of the numbers from 0 on} */
  static List<String> all(ValueNames names, int count) {
    List<String> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(names.text(i));
    }
    return List.copyOf(all);
  }
}
