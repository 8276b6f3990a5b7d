package org.rdmadump.rpcrdma.truth;

/**
 * What the client's RPC layer noted when a call was over.
 *
 * @param rttNanos from handing the call to the device until its reply was looked up
 * @param program name and version, such as {@code nfsv3}
 * @param procedure the kernel's name of the procedure
 */
record TracedLatency(long rttNanos, String program, String procedure) {}
