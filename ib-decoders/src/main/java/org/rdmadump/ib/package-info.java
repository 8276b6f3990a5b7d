/**
 * InfiniBand transport headers, the opcode table, packet sequence numbers and the invariant CRC.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapters 5, 7 and 9; RoCEv2: its annex A17.
 */
@NullMarked
package org.rdmadump.ib;

import org.jspecify.annotations.NullMarked;
