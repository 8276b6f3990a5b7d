package org.rdmadump.analysis.field;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The table of Wireshark's names, {@code wireshark-names.txt}, which is part of the program. */
public final class WiresharkTable {
  private static final String FILE = "wireshark-names.txt";
  private static final int NAMED = 3;
  private static final String ADVICE = "advice";

  private WiresharkTable() {}

  /**
   * A line: columns of words.
   *
   * @param name Wireshark's
   * @param columns that follow, without spaces around them
   */
  public record Row(String name, List<String> columns) {
    /** {@return the words of a column, none if the line ends before it} */
    public List<String> words(int column) {
      return NameLists.words(column < columns.size() ? columns.get(column) : "");
    }

    /** {@return what Wireshark's values are: the first word of the first column} */
    public FieldType type() {
      return FieldType.valueOf(words(0).get(0).toUpperCase(Locale.ROOT));
    }
  }

  /** The file, read when a name is looked for that is none of ours. */
  private static final class Blocks {
    private static final Map<String, Map<String, Row>> BLOCKS = read();
  }

  /** {@return the lines below a heading, by name} */
  public static Map<String, Row> block(String heading) {
    return Blocks.BLOCKS.getOrDefault(heading, Map.of());
  }

  /** {@return the field of ours that has the names of the numbers of Wireshark's} */
  public static Optional<String> named(String heading, String name) {
    Row row = block(heading).get(name);
    return row == null ? Optional.empty() : row.words(NAMED).stream().findFirst();
  }

  /** {@return what to ask for instead of a field of Wireshark's that rdmadump does not have} */
  public static Optional<String> advice(String name) {
    Map<String, Row> block = block(ADVICE);
    Row row = block.getOrDefault(name, block.get(name + ".*"));
    // Or all names that begin alike.
    for (int end = name.length(); row == null && end > 0; end--) {
      row = block.get(name.substring(0, end) + "*");
    }
    return Optional.ofNullable(row).map(it -> it.columns().get(0));
  }

  private static Map<String, Map<String, Row>> read() {
    try (InputStream file = WiresharkTable.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IOException(FILE + " is missing in this build");
      }
      return blocks(new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Map<String, Row>> blocks(BufferedReader lines) throws IOException {
    Map<String, Map<String, Row>> blocks = new HashMap<>();
    Map<String, Row> block = new LinkedHashMap<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("[")) {
        block = new LinkedHashMap<>();
        blocks.put(line.substring(1, line.length() - 1), block);
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        List<String> columns = columns(line);
        block.put(columns.get(0), new Row(columns.get(0), columns.subList(1, columns.size())));
      }
    }
    return blocks;
  }

  private static List<String> columns(String line) {
    String[] columns = line.split("\\|", -1);
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columns[i].strip();
    }
    return List.of(columns);
  }
}
