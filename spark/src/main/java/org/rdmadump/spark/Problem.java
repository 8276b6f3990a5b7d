package org.rdmadump.spark;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.NotACaptureException;

/**
 * Why a file was not read to its end.
 *
 * @param file its path
 * @param frame number of the frame that could not be read, null if it is not known
 * @param at byte in the file, null if it is not known
 * @param message for a person
 * @param place number, among those of all files of its capture, of the frame that is there; 0 if
 *     there is none
 */
record Problem(
    String file, Kind kind, @Nullable Long frame, @Nullable Long at, String message, long place) {
  /** What sort of problem. */
  enum Kind {
    /** It has another format. */
    NOT_A_CAPTURE,
    /** It is cut short, or malformed from some place on. */
    DAMAGED,
    /** Its file system failed. The next time it may not. */
    UNREADABLE,
    /** This program failed. The next version may not. */
    FAILED;

    /** {@return as rows have it} */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** {@return whether it is worth to read the file again, though it is the same} */
    boolean mayPass() {
      return this == UNREADABLE || this == FAILED;
    }
  }

  /**
   * {@return a file that is damaged}
   *
   * @param place number, among those of all files of its capture, of the frame that is there
   */
  static Problem of(String file, Damage damage, long place) {
    return new Problem(
        file, Kind.DAMAGED, damage.frame(), damage.byteOffset(), damage.message(), place);
  }

  /** {@return a file that cannot be read, or is no capture} */
  static Problem of(String file, IOException why) {
    // What has a cause, such as a library that is missing, is not the file's fault.
    boolean isOther = why instanceof NotACaptureException && why.getCause() == null;
    String message = why.getMessage();
    return new Problem(
        file,
        isOther ? Kind.NOT_A_CAPTURE : Kind.UNREADABLE,
        null,
        null,
        message == null ? why.toString() : message,
        0);
  }

  /** {@return a file at which this program failed} */
  static Problem of(String file, RuntimeException failure) {
    return new Problem(file, Kind.FAILED, null, null, failure.toString(), 0);
  }

  /** {@return what is wrong with which file} */
  String text() {
    return file + ": " + message;
  }

  /** Adds a row. */
  void write(String capture, RowBuffer rows) {
    rows.add(TableSchema.PROBLEMS, capture, file, kind.word(), frame, at, message);
  }
}
