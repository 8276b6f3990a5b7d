/**
 * The door for programs that read captures: open one, walk through its messages and exchanges,
 * search it with filters.
 *
 * <pre>{@code
 * try (RdmaCapture capture = RdmaCapture.open(Path.of("nfs.pcap"))) {
 *   capture.match("nfs.op == WRITE && rpcrdma.read_chunks").ifPresent(write -> ...);
 * }
 * }</pre>
 */
@NullMarked
package org.rdmadump;

import org.jspecify.annotations.NullMarked;
