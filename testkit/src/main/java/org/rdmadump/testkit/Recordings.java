package org.rdmadump.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The recordings of one test, of all its parameters and of those of methods before it. */
final class Recordings {
  private final List<LiveRecording> all = new ArrayList<>();

  void add(LiveRecording recording) {
    all.add(recording);
  }

  /**
   * Ends all of them, and deletes the files that nobody will want.
   *
   * @param isFailed whether the test failed, so that its files are kept
   * @param isOver whether the test came to no end of its own: failed or aborted
   * @param kept is told of every file that is kept, and says where its report is
   * @throws KeptCapture if files are kept, or packets are missing in a test that passed
   */
  void end(boolean isFailed, boolean isOver, Function<Path, String> kept) throws IOException {
    List<Exception> wrong = new ArrayList<>();
    for (LiveRecording each : all) {
      try {
        each.close();
        Optional<IOException> problem = each.problem();
        if (isFailed || (!isOver && problem.isPresent())) {
          String report = kept.apply(each.file());
          wrong.add(
              problem
                  .map(why -> new KeptCapture(each.file(), report, why))
                  .orElseGet(() -> new KeptCapture(each.file(), report)));
        } else {
          Files.deleteIfExists(each.file());
        }
      } catch (IOException | RuntimeException e) {
        wrong.add(e);
      }
    }
    if (!wrong.isEmpty()) {
      Exception first = wrong.get(0);
      wrong.subList(1, wrong.size()).forEach(first::addSuppressed);
      if (first instanceof IOException failed) {
        throw failed;
      }
      throw (RuntimeException) first;
    }
  }
}
