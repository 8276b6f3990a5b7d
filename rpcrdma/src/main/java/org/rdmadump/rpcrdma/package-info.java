/**
 * RPC-over-RDMA version 1 (RFC 8166): its header, the chunks it names, the RPC messages rebuilt
 * from them, and calls paired with their replies, as those who asked for them see them.
 */
@NullMarked
package org.rdmadump.rpcrdma;

import org.jspecify.annotations.NullMarked;
