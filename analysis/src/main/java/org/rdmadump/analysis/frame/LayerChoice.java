package org.rdmadump.analysis.frame;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The layers of frames that are shown. */
public final class LayerChoice {
  /** All of them. */
  public static final LayerChoice ALL = new LayerChoice(EnumSet.allOf(LayerName.class));

  private final Set<LayerName> chosen;

  private LayerChoice(Set<LayerName> chosen) {
    this.chosen = chosen;
  }

  /**
   * {@return the choice of a list of names of layers and of groups, with commas between them; empty
   * if one of them is unknown, see {@link #unknown}}
   */
  public static Optional<LayerChoice> of(String list) {
    Set<LayerName> chosen = EnumSet.noneOf(LayerName.class);
    for (String word : words(list)) {
      List<LayerName> found = LayerName.of(word);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      chosen.addAll(found);
    }
    return chosen.isEmpty() ? Optional.empty() : Optional.of(new LayerChoice(chosen));
  }

  /** {@return the first name of a list that is none of a layer or group, empty if there is none} */
  public static String unknown(String list) {
    for (String word : words(list)) {
      if (LayerName.of(word).isEmpty()) {
        return word;
      }
    }
    return "";
  }

  private static List<String> words(String list) {
    return Stream.of(list.split(",", -1))
        .map(String::trim)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** {@return the names of all layers and groups} */
  public static List<String> names() {
    return Stream.of(LayerName.values())
        .flatMap(each -> Stream.of(each.label(), each.group()))
        .distinct()
        .toList();
  }

  /** {@return whether a layer is shown} */
  public boolean has(LayerName layer) {
    return chosen.contains(layer);
  }
}
