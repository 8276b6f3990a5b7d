package org.rdmadump.exercise.proof;

import java.util.List;
import java.util.Optional;
import org.rdmadump.capture.Damage;

/**
 * What a capture says of a journal.
 *
 * @param proofs the table: a proof for each case and side, in order
 * @param damage where and why the capture ended before its end, if it did
 */
public record Verified(List<Proof> proofs, Optional<Damage> damage) {}
