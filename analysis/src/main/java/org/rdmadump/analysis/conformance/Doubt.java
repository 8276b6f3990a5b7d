package org.rdmadump.analysis.conformance;

/**
 * A failure that missing packets would excuse. Over InfiniBand the gap shows only later, when the
 * receiver acknowledges packets that the capture lacks.
 *
 * @param note the failure
 * @param span frames where a missing packet excuses the failure; a gap found later may also lie in
 *     them
 */
record Doubt(Note note, FrameSpan span) {
  /** A failure that any missing packet before it would excuse. */
  static Doubt ofAllBefore(Note note) {
    return new Doubt(note, new FrameSpan(0, note.place().frame()));
  }

  /**
   * {@return the note with its final level}
   *
   * @param isExcused whether packets are missing
   */
  Note settled(boolean isExcused) {
    return new Note(isExcused ? Note.Level.WARN : Note.Level.FAIL, note.place(), note.message());
  }
}
