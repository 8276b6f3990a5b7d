package org.rdmadump.analysis.filter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reviewed table of filters of both dialects, {@code dialects.txt}. */
final class DialectTable {
  private static final String COLUMNS = "\t";

  private DialectTable() {}

  /**
   * Filters that are asked of one capture, of one kind of record, and of one other tool.
   *
   * @param heading as it stands in the table
   * @param lines that follow
   */
  record Section(Heading heading, List<Line> lines) {}

  /**
   * What the lines below have in common.
   *
   * @param records messages or frames
   * @param tool tshark or jq
   * @param capture below the folder of captures
   * @param beside what tshark is asked beside each filter; empty for nothing
   */
  record Heading(String records, String tool, String capture, String beside) {}

  /**
   * A filter.
   *
   * @param ours how many records rdmadump chooses
   * @param theirs how many the other tool does
   * @param question what that is asked
   * @param reason why the numbers differ; empty if they do not
   */
  record Line(String ours, String theirs, String filter, String question, String reason) {
    /** {@return the same with numbers that were counted} */
    Line counted(long byUs, long byThem) {
      return new Line(Long.toString(byUs), Long.toString(byThem), filter, question, reason);
    }

    @Override
    public String toString() {
      String other = question.equals(filter) ? "" : question;
      return String.join(COLUMNS, ours, theirs, filter, other, reason).stripTrailing();
    }
  }

  /** {@return the sections of a table} */
  static List<Section> read(Path file) throws IOException {
    List<Section> sections = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("[")) {
        String[] words = line.substring(1, line.length() - 1).split(" ", 4);
        Heading heading =
            new Heading(words[0], words[1], words[2], words.length > 3 ? words[3] : "");
        sections.add(new Section(heading, new ArrayList<>()));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        String[] columns = (line + COLUMNS.repeat(4)).split(COLUMNS, -1);
        String question = columns[3].isEmpty() ? columns[2] : columns[3];
        sections
            .get(sections.size() - 1)
            .lines()
            .add(new Line(columns[0], columns[1], columns[2], question, columns[4]));
      }
    }
    return sections;
  }
}
