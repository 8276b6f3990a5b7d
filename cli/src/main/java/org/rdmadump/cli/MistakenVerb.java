package org.rdmadump.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.analysis.Nearest;

/** Says of a word that would be taken for a file, and is none, which verb may have been meant. */
final class MistakenVerb {
  private MistakenVerb() {}

  /**
   * Refuses a word that is a verb in the wrong place, or nearly a verb.
   *
   * @param word one that {@link Verb#canBe}, where a file is expected
   * @param first whether no file stands before it, so that it may be a misspelt verb
   * @throws CommandFailure if it is one of these, and there is no file of that name
   */
  static void refuse(String word, boolean first) throws CommandFailure {
    if (Verb.of(word).isPresent()) {
      if (isNoFile(word)) {
        throw CommandFailure.usage(
            word + ": no such file; a verb comes before its options, try --help");
      }
      return;
    }
    if (!first) {
      return;
    }
    String small = word.toLowerCase(Locale.ROOT);
    Optional<String> meant =
        ForeignVerb.advice(small)
            .map(advice -> "; " + advice)
            .or(
                () ->
                    Nearest.to(small, Verb.words())
                        .map(verb -> " (did you mean " + verb + "?), try --help"));
    if (meant.isPresent() && isNoFile(word)) {
      throw CommandFailure.usage(word + ": no such file or verb" + meant.get());
    }
  }

  private static boolean isNoFile(String word) {
    return Files.notExists(Path.of(word));
  }
}
