package org.rdmadump.analysis.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Counts the exchanges and notes of one case. Its size does not grow with the capture. */
final class CaseTally {
  private Optional<CaptureLocation> first = Optional.empty();
  private long seen;
  private long failures;
  private long warnings;
  private final List<Note> failed = new ArrayList<>(CaseOutcome.MOST_NOTES);
  private final List<Note> warned = new ArrayList<>(CaseOutcome.MOST_NOTES);

  /** Counts an exchange. */
  void see(CaptureLocation place) {
    seen++;
    if (first.isEmpty()) {
      first = Optional.of(place);
    }
  }

  /**
   * Takes a note. A note that comes from both a message and its exchange counts once, as long as it
   * is kept.
   */
  void note(Note note) {
    if (failed.contains(note) || warned.contains(note)) {
      return;
    }
    if (note.level() == Note.Level.FAIL) {
      failures++;
      keep(note, failed);
    } else {
      warnings++;
      keep(note, warned);
    }
  }

  private static void keep(Note note, List<Note> some) {
    if (some.size() < CaseOutcome.MOST_NOTES) {
      some.add(note);
    }
  }

  CaseOutcome outcome() {
    if (failures > 0) {
      return new CaseOutcome.Fail(seen, failures, List.copyOf(failed));
    }
    if (warnings > 0) {
      return new CaseOutcome.Warn(seen, warnings, List.copyOf(warned));
    }
    return first.isPresent() ? new CaseOutcome.Pass(seen, first.get()) : new CaseOutcome.NotSeen();
  }
}
