/**
 * InfiniBand transport headers, the opcode table, packet sequence numbers and the CRCs.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapters 5, 7 and 9; RoCE: its annexes A16
 * and A17.
 */
@NullMarked
package org.rdmadump.ib;

import org.jspecify.annotations.NullMarked;
