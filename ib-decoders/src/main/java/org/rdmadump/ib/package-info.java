/**
 * InfiniBand and RoCE, from the local or global route header to the RDMA events of a queue pair.
 *
 * <p>InfiniBand Architecture Specification, volume 1, and its annexes A16 (RoCE) and A17 (RoCEv2).
 */
@NullMarked
package org.rdmadump.ib;

import org.jspecify.annotations.NullMarked;
