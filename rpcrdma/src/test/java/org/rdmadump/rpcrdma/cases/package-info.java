/** The acceptance cases of RDMA reassembly, each made with the packet builder. */
@NullMarked
package org.rdmadump.rpcrdma.cases;

import org.jspecify.annotations.NullMarked;
