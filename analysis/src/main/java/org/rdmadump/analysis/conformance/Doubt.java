package org.rdmadump.analysis.conformance;

/**
 * What is wrong unless packets are missing from the capture, which shows later only: over
 * InfiniBand, when the receiver acknowledges what is not there.
 *
 * @param note what is wrong
 * @param span frames in which a packet has to be missing to excuse it; what shows behind them may
 *     have been in them
 */
record Doubt(Note note, FrameSpan span) {
  /** Of what any packet before may explain. */
  static Doubt ofAllBefore(Note note) {
    return new Doubt(note, new FrameSpan(0, note.place().frame()));
  }

  /** {@return the same note, once it is known whether something is missing} */
  Note settled(boolean isExcused) {
    return new Note(isExcused ? Note.Level.WARN : Note.Level.FAIL, note.place(), note.message());
  }
}
