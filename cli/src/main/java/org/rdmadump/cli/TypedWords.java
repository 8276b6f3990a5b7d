package org.rdmadump.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/**
 * Words of a command line as hands type them that know tcpdump, made into what the library reads.
 *
 * @param verb what is to be done
 * @param options of the verb
 * @param parser that reads the words
 */
record TypedWords(Verb verb, Options options, DefaultParser parser) {
  /** What ends the options; a filter may stand behind it, as in tcpdump. */
  private static final String END_OF_OPTIONS = "--";

  /**
   * {@return the words for the library}
   *
   * @throws ParseException if those before {@code --} are wrong
   * @throws CommandFailure if there are two filters
   */
  String[] read(String[] words) throws ParseException, CommandFailure {
    return withFilter(apart(words));
  }

  /** Takes {@code -Yrpc.xid==5} apart, which the library reads as a property with a value. */
  private String[] apart(String[] words) {
    List<String> apart = new ArrayList<>(words.length);
    for (int i = 0; i < words.length; i++) {
      String word = words[i];
      if (word.equals(END_OF_OPTIONS)) {
        apart.addAll(Arrays.asList(words).subList(i, words.length));
        break;
      }
      String letter = word.length() > 2 ? word.substring(1, 2) : "";
      boolean glued = word.startsWith("-") && word.indexOf('=') > 2 && options.hasOption(letter);
      if (glued && options.getOption(letter).hasArg()) {
        apart.add(word.substring(0, 2));
        apart.add(word.substring(2));
      } else {
        apart.add(word);
      }
    }
    return apart.toArray(new String[0]);
  }

  /**
   * Makes {@code -f} of the words behind {@code --}, as tcpdump takes them for a filter. They are
   * files if no file stands before them, or the first is the name of one.
   */
  private String[] withFilter(String[] words) throws ParseException, CommandFailure {
    int end = Arrays.asList(words).indexOf(END_OF_OPTIONS);
    if (end < 0 || end == words.length - 1 || !CommandOption.CAPTURE_FILTER.belongsTo(verb)) {
      return words;
    }
    CommandLine before = parser.parse(options, Arrays.copyOf(words, end));
    boolean haveInput =
        verb == Verb.LIVE
            || !before.getArgList().isEmpty()
            || before.hasOption(CommandOption.FILE.key());
    if (!haveInput || CaptureFilters.isFile(words, end + 1)) {
      return words;
    }
    if (before.hasOption(CommandOption.CAPTURE_FILTER.key())) {
      throw CommandFailure.usage("-f and words after -- are both capture filters: use one");
    }
    String filter = String.join(" ", Arrays.asList(words).subList(end + 1, words.length));
    String[] all = Arrays.copyOf(words, end + 2);
    all[end] = CommandOption.CAPTURE_FILTER.display();
    all[end + 1] = filter;
    return all;
  }
}
