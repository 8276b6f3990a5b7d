package org.rdmadump.exercise.journal;

import java.util.List;

/**
 * A call that is to be made, its reply, and how both are moved.
 *
 * @param of what is exercised
 * @param xid of the call
 * @param version of NFS: 3, which has at most one WRITE or READ, or 4
 * @param pattern of all data
 * @param seed of the pattern
 * @param writes lengths of the data of the WRITEs in it
 * @param reads lengths of the data of the READs in it
 * @param positionZero whether the call is in a Position-Zero Read chunk
 * @param readSegments segments of each Read chunk of data; 0 for data that stays in the message
 * @param writeSegments segments of each Write chunk; 0 for none
 * @param replySegments segments of the Reply chunk; 0 for none
 */
public record RpcCall(
    ExerciseCase of,
    int xid,
    int version,
    Pattern pattern,
    long seed,
    List<Integer> writes,
    List<Integer> reads,
    boolean positionZero,
    int readSegments,
    int writeSegments,
    int replySegments) {
  /** Where in the file, and so in the pattern, the data of an operation begins. */
  public long offset(int operation) {
    return ((long) (xid & 0xffffff) << 24) + ((long) operation << 20);
  }
}
