/**
 * The door for programs that read captures: open one, stream its messages, exchanges, connections
 * and findings, search it with filters, ask for fields by name.
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
