/**
<<<<<<< HEAD
 * InfiniBand transport headers, the opcode table, packet sequence numbers and the invariant CRC.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapters 5, 7 and 9; RoCEv2: its annex A17.
=======
 * InfiniBand and RoCE, from the local or global route header to the RDMA events of a queue pair.
 *
 * <p>InfiniBand Architecture Specification, volume 1, and its annexes A16 (RoCE) and A17 (RoCEv2).
>>>>>>> wt-A
 */
@NullMarked
package org.rdmadump.ib;

import org.jspecify.annotations.NullMarked;
