/** NVMe over RDMA: command capsules with their responses, and the data that RDMA moved for them. */
@NullMarked
package org.rdmadump.rpcrdma.nvme;

import org.jspecify.annotations.NullMarked;
