package org.rdmadump.rpcrdma.call;

import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/**
 * A segment that a reply lists.
 *
 * @param listed as the reply lists it
 * @param memory what is known of the memory
 */
record ReturnedSegment(ChunkSegment listed, RdmaSegment memory) {}
