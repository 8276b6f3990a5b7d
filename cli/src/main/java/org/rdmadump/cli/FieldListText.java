package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.analysis.field.Field;

/**
 * The list of fields as text: for programs a line each, of columns; on a terminal in chapters, cut
 * at its width.
 */
final class FieldListText {
  private static final int WIDEST_NAME = 64;
  private static final int TYPE_WIDTH = 8;
  private static final int UNIT_WIDTH = 8;
  private static final int LINE = 100;
  private static final int INDENT = 4;
  private static final int LEAST_WIDTH = 40;

  /** Where more fields are asked for, what their values are called would hide them. */
  private static final int MOST_WITH_VALUES = 24;

  private final StringBuilder text = new StringBuilder();
  private final List<ListedField> fields;
  private final List<String> words;

  FieldListText(List<ListedField> fields, List<String> words) {
    this.fields = fields;
    this.words = words;
  }

  /** {@return a line for each field} */
  String lines() {
    int width = 0;
    for (ListedField each : fields) {
      int length = each.field().name().length();
      width = length <= WIDEST_NAME ? Math.max(width, length) : width;
    }
    for (ListedField each : fields) {
      padded(each.field().name(), width);
      types(each);
      text.append(each.field().meaning());
      if (!each.field().aliases().isEmpty()) {
        text.append("; also ").append(String.join(", ", each.field().aliases()));
      }
      text.append('\n');
      if (showsValues(each)) {
        text.append(" ".repeat(INDENT));
        wrapped(INDENT, LINE, String.join(", ", each.field().values()));
      }
    }
    return text.toString();
  }

  /**
   * {@return chapters for a terminal of that width; only the first one, and what others there are}
   */
  String overview(int columns) {
    int width = Math.max(LEAST_WIDTH, columns);
    List<ListedField> used = new ArrayList<>();
    for (ListedField each : fields) {
      if (each.chapter() == FieldChapter.USED) {
        used.add(each.brief());
      }
    }
    chapter(FieldChapter.USED, used, width);
    text.append('\n');
    wrapped(0, width, "Chapters, each with: rdmadump fields CHAPTER");
    for (FieldChapter chapter : FieldChapter.values()) {
      long count = fields.stream().filter(each -> each.chapter() == chapter).count();
      if (chapter != FieldChapter.USED) {
        String line = String.format(Locale.ROOT, "  %-10s %5d  ", chapter.word(), count);
        text.append(line);
        wrapped(line.length(), width, chapter.about());
      }
    }
    text.append('\n');
    wrapped(
        0,
        width,
        "rdmadump fields WORD... searches names, values and meanings; in a pipe all "
            + fields.size()
            + " fields are printed, a line each.");
    return text.toString();
  }

  /** {@return all fields in chapters, for a terminal of that width} */
  String chapters(int columns) {
    int width = Math.max(LEAST_WIDTH, columns);
    List<ListedField> part = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      FieldChapter chapter = fields.get(i).chapter();
      part.add(fields.get(i));
      if (i + 1 == fields.size() || fields.get(i + 1).chapter() != chapter) {
        text.append(text.length() == 0 ? "" : "\n");
        chapter(chapter, part, width);
        part.clear();
      }
    }
    return text.toString();
  }

  private void chapter(FieldChapter chapter, List<ListedField> part, int width) {
    wrapped(0, width, chapter.about().toUpperCase(Locale.ROOT));
    int most = Math.max(0, width / 2 - TYPE_WIDTH - UNIT_WIDTH);
    int names = 0;
    List<Field<?>> shown = new ArrayList<>();
    for (ListedField each : part) {
      shown.add(each.shortened().field());
      int length = shown.get(shown.size() - 1).name().length();
      names = length <= most ? Math.max(names, length) : names;
    }
    for (int i = 0; i < part.size(); i++) {
      ListedField each = part.get(i);
      String name = shown.get(i).name();
      text.append("  ");
      if (name.length() > names) {
        wrapped(2, width, name);
        text.append("  ");
        name = "";
      }
      padded(name, names);
      types(each);
      int indent = names + TYPE_WIDTH + UNIT_WIDTH + 8;
      List<String> aliases = shown.get(i).aliases();
      wrapped(
          indent,
          width,
          each.field().meaning()
              + (aliases.isEmpty() ? "" : "; also " + String.join(", ", aliases)));
      if (showsValues(each)) {
        text.append(" ".repeat(INDENT));
        wrapped(INDENT, width, String.join(", ", each.field().values()));
      }
    }
  }

  private boolean showsValues(ListedField each) {
    return !each.field().values().isEmpty()
        && (words.equals(List.of(each.field().name()))
            || (fields.size() <= MOST_WITH_VALUES && words.stream().anyMatch(each::isCalledSo)));
  }

  private void types(ListedField each) {
    text.append("  ");
    padded(each.field().type().label(), TYPE_WIDTH);
    text.append("  ");
    padded(each.field().unit().label(), UNIT_WIDTH);
    text.append("  ");
  }

  private void padded(String value, int width) {
    text.append(value).append(" ".repeat(Math.max(0, width - value.length())));
  }

  /** Adds words in lines of that width, those behind the first indented; a long word is broken. */
  private void wrapped(int indent, int width, String sentence) {
    int at = indent;
    boolean first = true;
    for (String word : sentence.split(" ", -1)) {
      String rest = word;
      if (!first && at + 1 + rest.length() > width) {
        text.append('\n').append(" ".repeat(indent));
        at = indent;
      } else if (!first) {
        text.append(' ');
        at++;
      }
      while (at + rest.length() > width) {
        int room = Math.max(1, width - at);
        text.append(rest, 0, room).append('\n').append(" ".repeat(indent));
        rest = rest.substring(room);
        at = indent;
      }
      text.append(rest);
      at += rest.length();
      first = false;
    }
    text.append('\n');
  }
}
