package org.rdmadump.exercise;

import java.time.Duration;
import org.rdmadump.exercise.journal.Pattern;

/**
 * What a client exercises.
 *
 * @param host name or address of the server
 * @param port that it listens on
 * @param pattern of all data
 * @param seed of the pattern
 * @param rounds how often all of it is done, each with connections and data of its own; from 1 on
 * @param patience how long each answer is waited for
 */
public record ExerciseOptions(
    String host, int port, Pattern pattern, long seed, int rounds, Duration patience) {
  /** Port of the server unless said otherwise: the one that examples of rdma_cm use. */
  public static final int DEFAULT_PORT = 7471;
}
