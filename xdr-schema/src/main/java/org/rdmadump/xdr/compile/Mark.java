package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a line {@code %[...]} says of the declaration behind it.
 *
 * @param word first word
 * @param arguments the words behind it
 * @param place of the first word
 */
record Mark(String word, List<String> arguments, SourcePosition place) {
  static final String HOLDS = "holds";
  static final String SELECTED = "selected";
  private static final String BY = "by";

  /** Known words, and how many arguments they take at least and at most. */
  private static final Map<String, int[]> WORDS =
      Map.ofEntries(
          Map.entry("filehandle", new int[] {0, 0}),
          Map.entry("stateid", new int[] {0, 0}),
          Map.entry("time", new int[] {0, 0}),
          Map.entry("time_us", new int[] {0, 0}),
          Map.entry("duration", new int[] {0, 0}),
          Map.entry("nanoseconds", new int[] {0, 0}),
          Map.entry("mode", new int[] {0, 0}),
          Map.entry("hex", new int[] {0, 0}),
          Map.entry("text", new int[] {0, 0}),
          Map.entry("verifier", new int[] {0, 0}),
          Map.entry("data", new int[] {0, 0}),
          Map.entry("ddp", new int[] {0, 0}),
          Map.entry("ddp_slot", new int[] {0, 0}),
          Map.entry("flags", new int[] {1, 1}),
          Map.entry("names", new int[] {1, 1}),
          Map.entry("bits", new int[] {1, 1}),
          Map.entry("open", new int[] {0, 0}),
          Map.entry(HOLDS, new int[] {1, 3}),
          Map.entry(SELECTED, new int[] {3, 3}),
          Map.entry("maybe", new int[] {0, 0}),
          Map.entry("tell", new int[] {0, 1}),
          Map.entry("count", new int[] {0, 0}),
          Map.entry("extends", new int[] {0, 0}),
          Map.entry("prefix", new int[] {1, 1}));

  private static final String OWN = "x-";

  /** Reads the marks between the brackets. */
  static List<Mark> read(Token token) throws XdrDeclarationException {
    List<Mark> marks = new ArrayList<>();
    int from = 0;
    for (String each : token.text().split(",", -1)) {
      int indent = each.length() - each.stripLeading().length();
      SourcePosition place =
          new SourcePosition(token.place().source(), token.place().offset() + from + indent);
      from += each.length() + 1;
      if (each.isBlank()) {
        throw place.wrong("expected a mark");
      }
      List<String> words = List.of(each.strip().split(" +"));
      Mark mark = new Mark(words.get(0), words.subList(1, words.size()), place);
      mark.check();
      marks.add(mark);
    }
    return marks;
  }

  /** The mark with a word, if there is one. */
  static Optional<Mark> find(List<Mark> marks, String word) {
    return marks.stream().filter(mark -> mark.word().equals(word)).findFirst();
  }

  /** The first argument of the mark with a word; empty if there is no such mark. */
  static String argument(List<Mark> marks, String word) {
    return find(marks, word).map(found -> found.arguments().get(0)).orElse("");
  }

  boolean isOwn() {
    return word.startsWith(OWN);
  }

  private void check() throws XdrDeclarationException {
    int[] count = isOwn() ? new int[] {0, 1} : WORDS.get(word);
    if (count == null) {
      throw place.wrong("unknown mark '" + word + "'");
    }
    boolean by = (word.equals(HOLDS) || word.equals(SELECTED)) && arguments.size() > 1;
    if (arguments.size() < count[0]
        || arguments.size() > count[1]
        || (by && (arguments.size() != 3 || !arguments.get(1).equals(BY)))) {
      throw place.wrong("mark '" + word + "' is not written so");
    }
  }
}
