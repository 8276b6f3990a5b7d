package org.rdmadump.exercise.proof;

import org.rdmadump.exercise.journal.Row;

/**
 * A row of the table with what came of it.
 *
 * @param row what was exercised, and by whom
 * @param outcome what came of it
 * @param count messages, operations or exchanges
 * @param bytes that they moved; of exchanges those of call and reply as XDR
 * @param inMemory bytes of those that were right in the memory of both sides
 * @param inCapture bytes that the capture rebuilds to, and that were in memory
 * @param why why it is not proven, or what of it the devices cannot do; empty if it is, all of it
 */
public record Proof(
    Row row,
    ProofResult outcome,
    long count,
    long bytes,
    long inMemory,
    long inCapture,
    String why) {
  /** {@return the same, of which something was not offered} */
  Proof but(String notOffered) {
    return new Proof(row, outcome, count, bytes, inMemory, inCapture, notOffered);
  }
}
