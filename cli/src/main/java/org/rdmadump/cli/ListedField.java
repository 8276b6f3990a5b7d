package org.rdmadump.cli;

import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.check.RuleSelection;
import org.rdmadump.analysis.field.Field;

/** A field in its chapter of the list. */
record ListedField(Field<?> field, FieldChapter chapter) {
  /** Where a word can be found, the first being what counts most. */
  enum Place {
    /** In a name, the name of the chapter, or as a whole value. */
    NAME,
    /** In the meaning. */
    MEANING,
    /** Nowhere. */
    NOWHERE
  }

  /** {@return the same by the name that leaves the operations out, without its other names} */
  ListedField brief() {
    return new ListedField(shortened().field.also(new String[0]), chapter);
  }

  /** {@return the same by the name that leaves the operations out, if it has such a name} */
  ListedField shortened() {
    List<String> aliases = field.aliases();
    if (aliases.isEmpty() || !aliases.get(0).equals(field.name().replace(".operations.", "."))) {
      return this;
    }
    String[] others = aliases.subList(1, aliases.size()).toArray(new String[0]);
    return new ListedField(field.called(aliases.get(0)).also(others), chapter);
  }

  /** {@return how many parts its name has} */
  int depth() {
    return field.name().split("\\.", -1).length;
  }

  /** {@return where all of some words are found, by the one that is found last} */
  Place find(List<String> words) {
    Place worst = Place.NAME;
    for (String word : words) {
      Place place = find(word);
      worst = place.compareTo(worst) > 0 ? place : worst;
    }
    return worst;
  }

  private Place find(String word) {
    if (isCalledSo(word)) {
      return Place.NAME;
    }
    for (String value : field.values()) {
      if (value.equalsIgnoreCase(word)) {
        return Place.NAME;
      }
    }
    String meaning = field.meaning().toLowerCase(Locale.ROOT);
    return meaning.contains(word.toLowerCase(Locale.ROOT)) ? Place.MEANING : Place.NOWHERE;
  }

  /**
   * {@return whether a word is in one of its names, or fits one as rpc.* does, or is that of its
   * chapter}
   */
  boolean isCalledSo(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.indexOf('*') >= 0) {
      return RuleSelection.fits(lower, field.name())
          || field.aliases().stream()
              .anyMatch(alias -> RuleSelection.fits(lower, alias.toLowerCase(Locale.ROOT)));
    }
    if (field.name().contains(lower) || chapter.word().equals(lower)) {
      return true;
    }
    for (String alias : field.aliases()) {
      if (alias.toLowerCase(Locale.ROOT).contains(lower)) {
        return true;
      }
    }
    return false;
  }
}
