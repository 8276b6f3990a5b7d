package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Texts among the resources of this package, in which {@code @NAME@} is a place to fill in. */
final class Template {
  private Template() {}

  /**
   * {@return a text with all of its places filled in}
   *
   * @param file that has the text
   * @param places the lines of each place, by name
   */
  static String filled(String file, Map<String, List<String>> places) {
    String text = read(file);
    for (Map.Entry<String, List<String>> place : places.entrySet()) {
      text = text.replace("@" + place.getKey() + "@", String.join("\n", place.getValue()));
    }
    return text;
  }

  private static String read(String file) {
    try (InputStream in = Template.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
