/** Tests of RPC-over-RDMA. */
@NullMarked
package org.rdmadump.rpcrdma;

import org.jspecify.annotations.NullMarked;
