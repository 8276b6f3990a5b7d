package org.rdmadump.analysis.frame;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;

/**
 * What the fields of frames and of their layers are: {@code frame-fields.txt}, which is part of the
 * program. Where a header has them, {@link FieldTable} says.
 */
final class FieldDeclarations {
  private static final String FILE = "frame-fields.txt";
  private static final String SEPARATOR = " \\|";
  private static final Map<String, Map<String, Declaration>> BLOCKS = read();

  private FieldDeclarations() {}

  /**
   * What a field is.
   *
   * @param type what its values are
   * @param unit what they are counted in, if its type does not say it
   * @param meaning in one line
   * @param aliases what Wireshark and others call it
   */
  record Declaration(
      FieldType type, Optional<FieldUnit> unit, String meaning, List<String> aliases) {}

  /** {@return the fields of a layer, or those of frames themselves, by name} */
  static Map<String, Declaration> of(String block) {
    return BLOCKS.getOrDefault(block, Map.of());
  }

  private static Map<String, Map<String, Declaration>> read() {
    try (InputStream file = FieldDeclarations.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IOException(FILE + " is missing in this build");
      }
      return blocks(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Map<String, Declaration>> blocks(BufferedReader lines) {
    Map<String, Map<String, Declaration>> blocks = new HashMap<>();
    Map<String, Declaration> block = Map.of();
    for (String line : (Iterable<String>) lines.lines()::iterator) {
      if (line.startsWith("[")) {
        block = new HashMap<>();
        blocks.put(line.substring(1, line.length() - 1), block);
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        String[] columns = line.split(SEPARATOR, -1);
        block.put(columns[0], declaration(columns));
      }
    }
    return blocks;
  }

  private static Declaration declaration(String[] columns) {
    String[] type = columns[1].strip().toUpperCase(Locale.ROOT).split(" ", 2);
    String aliases = columns[3].strip();
    return new Declaration(
        FieldType.valueOf(type[0]),
        type.length > 1 ? Optional.of(FieldUnit.valueOf(type[1])) : Optional.empty(),
        columns[2].strip(),
        aliases.isEmpty() ? List.of() : Arrays.asList(aliases.split(" ")));
  }
}
