package org.rdmadump.exercise.proof;

import org.rdmadump.exercise.journal.ExerciseCase;
import org.rdmadump.exercise.journal.Row;

/** Adds up what becomes of the messages of a row. */
final class Tally {
  private final Row row;
  private long count;
  private long bytes;
  private long inMemory;
  private long inCapture;
  private long missing;
  private boolean whole = true;
  private boolean memoryDiffers;
  private boolean captureDiffers;
  private String detail = "";

  Tally(Row row) {
    this.row = row;
  }

  /** Adds a message that has so many bytes. */
  void add(long length, boolean rightInMemory, Verdict verdict) {
    count++;
    addReply(length, rightInMemory, verdict);
  }

  /** Adds the second message of an exchange. */
  void addReply(long length, boolean rightInMemory, Verdict verdict) {
    bytes += length;
    inMemory += rightInMemory ? length : 0;
    memoryDiffers |= !rightInMemory;
    inCapture += verdict.right();
    missing += verdict.missing();
    whole &= verdict.whole();
    captureDiffers |= verdict.differs();
    if (detail.isEmpty()) {
      detail = verdict.detail();
    }
  }

  /** Takes what is in the capture and was not sent. */
  void tooMuch(String what) {
    captureDiffers = true;
    detail = detail.isEmpty() ? what : detail;
  }

  /**
   * What came of it.
   *
   * @param planned how many it was to have
   * @param undone why something of it was not done; empty if nothing is known of that
   */
  Proof proof(long planned, String undone) {
    if ((count < planned || !undone.isEmpty()) && !memoryDiffers && !captureDiffers) {
      String done = undone.isEmpty() ? count + " of " + planned + " were done" : undone;
      return new Proof(row, ProofResult.NOT_DONE, count, bytes, inMemory, inCapture, done);
    }
    ProofResult outcome =
        memoryDiffers || captureDiffers
            ? ProofResult.DIFFERS
            : whole ? ProofResult.PROVEN : ProofResult.NOT_PROVEN;
    String why = detail;
    if (memoryDiffers) {
      String what =
          row.of() == ExerciseCase.INVALIDATED
              ? "it could be read after the Send that took it away, or had other bytes before"
              : "the memory of the two sides differs";
      why = what + (detail.isEmpty() ? "" : "; capture: " + detail);
    } else if (outcome == ProofResult.NOT_PROVEN) {
      why =
          missing > 0
              ? missing + " bytes were not captured"
              : row.of() == ExerciseCase.INVALIDATED
                  ? "that the RDMA READ after the Send was refused for its handle is not captured"
                  : "not all captured";
    }
    return new Proof(row, outcome, count, bytes, inMemory, inCapture, why);
  }
}
