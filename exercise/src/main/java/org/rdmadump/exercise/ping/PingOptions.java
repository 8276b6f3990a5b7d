package org.rdmadump.exercise.ping;

import java.time.Duration;

/**
 * What is called, and how often.
 *
 * @param host name or address of the server
 * @param port that it listens on
 * @param program RPC program, unsigned
 * @param version of the program, unsigned
 * @param count calls to make
 * @param interval from one call to the next
 * @param patience how long connecting may take as a whole, and how long an answer is waited for
 */
public record PingOptions(
    String host,
    int port,
    int program,
    int version,
    long count,
    Duration interval,
    Duration patience) {
  /** Port that IANA assigned to NFS over RDMA. */
  public static final int NFS_PORT = 20049;

  /** Program number of NFS. */
  public static final int NFS = 100_003;
}
