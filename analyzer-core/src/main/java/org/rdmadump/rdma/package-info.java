/**
 * RDMA as every transport has it: connections, the operations that move bytes, and Sends. The
 * InfiniBand and the iWARP decoder tell it in these words, and what is above them knows no others.
 */
@NullMarked
package org.rdmadump.rdma;

import org.jspecify.annotations.NullMarked;
