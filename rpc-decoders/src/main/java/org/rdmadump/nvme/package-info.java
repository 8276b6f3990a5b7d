/** NVM Express: entries of queues, names of commands and status codes, NVMe over RDMA set-up. */
@NullMarked
package org.rdmadump.nvme;

import org.jspecify.annotations.NullMarked;
