package org.rdmadump.exercise.journal;

/**
 * A row of the table.
 *
 * @param of what is exercised
 * @param by who does it; of RPC the side that calls
 */
public record Row(ExerciseCase of, Side by) {}
