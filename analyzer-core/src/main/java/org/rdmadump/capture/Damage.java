package org.rdmadump.capture;

import org.rdmadump.finding.Counted;

/**
 * Where and why an input stopped being a capture, or what in it is none.
 *
 * @param byteOffset offset in the input of the record that is damaged; in a compressed input,
 *     offset of the damage if the compression has it, else of the record in the inflated data, as
 *     the message then says
 * @param frame 1-based number of the frame that could not be read
 * @param message what was wrong, for a person, such as {@code cut short in frame 36648 (needed 1082
 *     bytes, had 818)}
 */
public record Damage(long byteOffset, long frame, String message) {
  /** An input that ends in a frame, or something else that {@code where} names. */
  static Damage cutShort(long byteOffset, long frame, String where, long needed, long had) {
    return new Damage(
        byteOffset,
        frame,
        "cut short in " + where + " (needed " + needed + " bytes, had " + had + ")");
  }

  /** A capture that {@code cat} put behind one of another format, which has {@code frames}. */
  static Damage joined(long byteOffset, long frames, String format) {
    return new Damage(
        byteOffset,
        frames + 1,
        "a "
            + format
            + " capture begins behind frame "
            + frames
            + "; cat joins captures of one format only, mergecap those of both");
  }

  /** The same of the first of {@code places} behind which the input was read on. */
  Damage passedOver(long places, long bytes) {
    return new Damage(
        byteOffset,
        frame,
        message
            + "; "
            + (bytes == 0 ? "nothing" : Counted.of(bytes, "byte"))
            + (bytes <= 1 ? " was" : " were")
            + " passed over"
            + (places > 1 ? " here and in " + Counted.of(places - 1, "more place") : ""));
  }

  /** The same of an input in which there was other damage before. */
  Damage after(Damage before) {
    return new Damage(
        byteOffset,
        frame,
        message + "; before it, at byte " + before.byteOffset + ": " + before.message);
  }
}
