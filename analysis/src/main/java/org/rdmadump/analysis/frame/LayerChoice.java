package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
    List<String> words = new ArrayList<>();
    int from = 0;
    while (from <= list.length()) {
      int comma = list.indexOf(',', from);
      int to = comma < 0 ? list.length() : comma;
      String word = list.substring(from, to).trim();
      if (!word.isEmpty()) {
        words.add(word);
      }
      from = to + 1;
    }
    return words;
  }

  /** {@return the names of all layers and groups} */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (LayerName each : LayerName.values()) {
      names.add(each.label());
      if (!names.contains(each.group())) {
        names.add(each.group());
      }
    }
    return names;
  }

  /** {@return whether a layer is shown} */
  public boolean has(LayerName layer) {
    return chosen.contains(layer);
  }
}
