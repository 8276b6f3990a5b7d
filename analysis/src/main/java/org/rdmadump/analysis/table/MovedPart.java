package org.rdmadump.analysis.table;

import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;

/** A transfer and the exchange that it is of. */
record MovedPart(RpcExchange exchange, RdmaTransfer transfer) {}
